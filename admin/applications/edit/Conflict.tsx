import { useEffect, useRef } from 'react'
import { RichText } from '../../ui/RichText.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import styles from './Conflict.module.css'
import type { EditValues } from './edit-values.ts'

type Theirs = Partial<EditValues>

const names: Record<keyof EditValues, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  notes: 'Notes',
}

/** Values that someone else saved in the fields being edited, with the choice between versions. */
export function Conflict({
  theirs,
  onTake,
  onKeepBoth,
}: {
  theirs: Theirs
  onTake: () => void
  /** Puts both versions of the notes one after the other. */
  onKeepBoth?: () => void
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} className={`notice ${styles.conflict}`} role="alert" tabIndex={-1}>
      <h2>Someone else saved changes while you were editing</h2>
      <p>Your version isn't saved yet. Save again to replace theirs, or choose:</p>
      <dl className={styles.theirs}>
        {(Object.keys(theirs) as (keyof EditValues)[]).map((field) => (
          <div key={field}>
            <dt>{names[field]}</dt>
            <dd>
              <Value theirs={theirs} field={field} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.choices}>
        {onKeepBoth && theirs.notes && (
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

function Value({ theirs, field }: { theirs: Theirs; field: keyof EditValues }) {
  if (field === 'status' && theirs.status) return <StatusBadge status={theirs.status} />
  const value = theirs[field]
  if (!value) return <span className="help">(empty)</span>
  return field === 'notes' ? <RichText html={value} /> : value
}
