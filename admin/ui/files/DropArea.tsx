import { Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import styles from './DropArea.module.css'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes files that are dropped on it or pasted into it. */
export function DropArea({
  onFiles,
  word,
  children,
}: {
  onFiles: (files: File[]) => void
  /** Shown while files are over it. */
  word: string
  children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  const take = (event: { preventDefault(): void }, files: FileList) => {
    if (!files.length) return
    event.preventDefault()
    onFiles([...files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button to choose files does the same
    <div
      className={styles.dropArea}
      data-over={isOver || undefined}
      onDragEnter={(event) => hasFiles(event) && setIsOver(true)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        setIsOver(false)
        take(event, event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => take(event, event.clipboardData.files)}
    >
      {children}
      {isOver && (
        <p className={styles.over} aria-hidden>
          {word}
        </p>
      )}
    </div>
  )
}

/** A button that opens the system's file dialog. */
export function ChooseFiles({
  onFiles,
  label,
  accepted,
  primary = false,
}: {
  onFiles: (files: File[]) => void
  label: string
  /** For the `accept` of the input. */
  accepted: string
  primary?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={`button ${primary ? 'primary' : ''}`}
        onClick={() => input.current?.click()}
      >
        <Upload size={16} aria-hidden /> {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accepted}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
