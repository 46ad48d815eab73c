import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fileSize } from '../lib/text/file-size.ts'
import { FieldError } from '../ui/form/Field.tsx'
import styles from './Media.module.css'
import type { Upload } from './use-uploads.ts'

/** A canvas: our Content-Security-Policy forbids `blob:` addresses. */
function LocalPreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = async () => {
      const bitmap = await createImageBitmap(file, { resizeWidth: 96, resizeQuality: 'medium' })
      const element = canvas.current
      if (!element) return
      element.width = bitmap.width
      element.height = bitmap.height
      element.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
    }
    // An SVG, or a file that is no picture: without preview.
    draw().catch(() => undefined)
  }, [file])
  return <canvas ref={canvas} className={styles.local} width={0} height={0} aria-hidden />
}

const state = ({ progress, file }: Upload) => {
  if (progress === 0) return `Waiting, ${fileSize(file.size)}`
  return progress < 1 ? `Uploading, ${Math.floor(progress * 100)} %` : 'Preparing sizes...'
}

/** The uploads in progress and those that failed. */
export const UploadList = ({ uploads }: { uploads: Upload[] }) =>
  uploads.length > 0 && (
    <ul className={`stack gap-2 ${styles.uploads}`} aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.id} className={`row gap-3 box ${styles.upload}`}>
          <LocalPreview file={upload.file} />
          <div className={styles.uploadText}>
            <strong dir="auto">{upload.file.name}</strong>
            {upload.error ? (
              <div role="alert">
                <FieldError id={`upload-${upload.id}-error`} message={upload.error} />
              </div>
            ) : (
              <>
                <progress
                  max={1}
                  {...(upload.progress < 1 && { value: upload.progress })}
                  aria-label={`Upload of ${upload.file.name}`}
                />
                <span className={styles.meta}>{state(upload)}</span>
              </>
            )}
          </div>
          <button
            type="button"
            className="button quiet small"
            aria-label={`${upload.error ? 'Dismiss' : 'Cancel'} ${upload.file.name}`}
            onClick={upload.cancel}
          >
            <X size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
