import { useQuery } from '@tanstack/react-query'
import { ImageIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { FieldError } from '../ui/form/Field.tsx'
import styles from './Media.module.css'
import { Thumbnail } from './PictureGrid.tsx'
import { pictureQuery } from './queries.ts'

const PictureDialog = lazy(() => import('./PictureDialog.tsx'))

/** A field for a picture of the library: shows the chosen one, with Change and Remove. */
export function PicturePicker({
  value,
  onChange,
  label,
  help,
  error,
  paper,
}: {
  /** The id of a picture. */
  value: number | null
  /** Gets the picture too, unless it was removed. */
  onChange: (id: number | null, picture?: Media) => void
  label: string
  help?: ReactNode
  error?: string | undefined
  /** The ground it will stand on, as CSS: the picture is then shown above the buttons. */
  paper?: string
}) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { data: picture } = useQuery({ ...pictureQuery(value ?? 0), enabled: value !== null })
  const isHelped = help && !(paper && value !== null)
  const described = [isHelped && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in all browsers
    <div
      className="field"
      role="group"
      aria-labelledby={id}
      aria-describedby={described || undefined}
    >
      <span className="label" id={id}>
        {label}
      </span>
      <div className={paper ? `stack gap-2 ${styles.onPaper}` : `row gap-3 ${styles.picker}`}>
        {value !== null && picture ? (
          <Thumbnail picture={picture} paper={paper} />
        ) : (
          <span className={styles.thumbnail} style={paper ? { background: paper } : {}}>
            <ImageIcon size={22} strokeWidth={1.5} aria-hidden />
          </span>
        )}
        <div className={`stack gap-1 ${styles.pickerText}`}>
          {!paper && (
            <span className={`clip ${styles.name}`} dir="auto">
              {value === null ? 'No image' : (picture?.name ?? '…')}
            </span>
          )}
          <div className="line">
            <button
              type="button"
              className="button small"
              aria-label={`${value === null ? 'Choose' : 'Change'}: ${label}`}
              onClick={() => setIsOpen(true)}
            >
              {value === null ? 'Choose' : 'Change'}
            </button>
            {value !== null && (
              <button
                type="button"
                className="button small quiet"
                aria-label={`Remove: ${label}`}
                onClick={() => onChange(null)}
              >
                Remove
              </button>
            )}
          </div>
        </div>
      </div>
      {/* Beside a chosen picture that is seen on its paper, there is nothing to explain. */}
      {isHelped && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
      <FieldError id={`${id}-error`} message={error} />
      {isOpen && (
        <Suspense>
          <PictureDialog
            title={label}
            onPick={(picked) => onChange(picked.id, picked)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
