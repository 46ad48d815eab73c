import { useLayoutEffect, useRef } from 'react'
import { RichText } from '../../ui/RichText.tsx'
import styles from './NotesConflict.module.css'

/** The notes that someone else saved first, above one's own in the editor, and what to do. */
export function NotesConflict({
  theirs: { notes, by },
  onTake,
  onKeepBoth,
}: {
  theirs: { notes: string; by: string }
  onTake: () => void
  /** Puts both versions one after the other. */
  onKeepBoth: () => void
}) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      className={`notice stack gap-3 ${styles.conflict}`}
      role="alert"
      tabIndex={-1}
    >
      <h2>{by} changed these notes while you were editing</h2>
      <p>Your version isn't saved yet. Save again to replace theirs, or choose:</p>
      <div className={`stack gap-2 ${styles.theirs}`}>
        {notes ? <RichText html={notes} /> : <span className="help">(empty)</span>}
      </div>
      <div className="line wrap">
        {notes && (
          <button type="button" className="button small" onClick={onKeepBoth}>
            Keep both notes
          </button>
        )}
        <button type="button" className="button small" onClick={onTake}>
          Use theirs
        </button>
      </div>
    </section>
  )
}
