import { Link } from '@tanstack/react-router'
import { FileText, X } from 'lucide-react'
import { FieldError } from '../../ui/form/Field.tsx'
import styles from './AddResumes.module.css'
import type { PersonField, ResumeRow, useResumeRows } from './use-resume-rows.ts'

const labels: Record<PersonField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
}

/** One file with the fields that were guessed, or what became of it. */
export function Row({
  row,
  fields,
  state: { change, remove, send, isAdding },
  twin,
}: {
  row: ResumeRow
  fields: readonly PersonField[]
  state: Pick<ReturnType<typeof useResumeRows>, 'change' | 'remove' | 'send' | 'isAdding'>
  /** An earlier row with the same address. */
  twin: ResumeRow | undefined
}) {
  const { id, name, state } = row
  const hasFields = state === 'ready' || state === 'adding'
  return (
    <li className={styles.row} aria-label={name} data-state={state}>
      <div className={styles.file}>
        <FileText size={16} aria-hidden />
        <span dir="auto">{name}</span>
      </div>
      {hasFields ? (
        fields.map((field) => (
          <PersonInput
            key={field}
            row={row}
            field={field}
            isOff={state === 'adding' || isAdding}
            onChange={(value) => change(id, field, value)}
          />
        ))
      ) : (
        <div className={styles.end}>
          <End row={row} onRetry={() => send(id)} />
        </div>
      )}
      {state === 'added' ? (
        <span />
      ) : (
        <button
          type="button"
          className={`button quiet small ${styles.remove}`}
          aria-label={`Remove ${name}`}
          aria-disabled={isAdding}
          onClick={({ currentTarget }) => {
            if (isAdding) return
            focusAfter(currentTarget)
            remove(id)
          }}
        >
          <X size={16} aria-hidden />
        </button>
      )}
      {hasFields && <Notes row={row} twin={twin} />}
    </li>
  )
}

/** The focus goes on to the next row that can be removed, else to the button that chooses files. */
function focusAfter(button: HTMLElement) {
  const form = button.closest('form')
  const all = [...(form?.querySelectorAll<HTMLElement>(`.${styles.remove}`) ?? [])]
  const choose = form?.querySelector<HTMLElement>(`.${styles.choose} button`)
  const next = all[all.indexOf(button) + 1] ?? choose
  next?.focus()
}

function PersonInput({
  row: { id, values, errors, name },
  field,
  isOff,
  onChange,
}: {
  row: ResumeRow
  field: PersonField
  isOff: boolean
  onChange: (value: string) => void
}) {
  const key = `resume-${id}-${field}`
  return (
    <div className={styles.field}>
      <label htmlFor={key}>
        {labels[field]}
        <span className="visually-hidden">, {name}</span>
      </label>
      <input
        id={key}
        className="input"
        type={field === 'email' ? 'email' : 'text'}
        dir={field === 'email' ? undefined : 'auto'}
        autoComplete="off"
        spellCheck={false}
        readOnly={isOff}
        value={values[field]}
        data-missing={!values[field].trim() || undefined}
        aria-invalid={errors[field] ? true : undefined}
        aria-describedby={errors[field] && `${key}-error`}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={`${key}-error`} message={errors[field]} />
    </div>
  )
}

/** What a person should know before it is added. */
function Notes({ row: { applied, error }, twin }: { row: ResumeRow; twin: ResumeRow | undefined }) {
  if (!applied && !error && !twin) return null
  return (
    <div className={styles.notes}>
      {applied && (
        <p>
          Has applied for this job already:{' '}
          <Link to="/applications/$id" params={{ id: String(applied) }} target="_blank">
            see the application
          </Link>
        </p>
      )}
      {twin && <p>The same address as {twin.name}</p>}
      {error && <p className="error">{error}</p>}
    </div>
  )
}

function End({
  row: { state, error, added, values },
  onRetry,
}: {
  row: ResumeRow
  onRetry: () => void
}) {
  if (state === 'reading') return <span className="note">Reading...</span>
  if (state === 'added')
    return (
      <span>
        Added:{' '}
        <Link to="/applications/$id" params={{ id: String(added) }}>
          {`${values.first_name} ${values.last_name}`}
        </Link>
      </span>
    )
  return (
    <div role="alert" className={styles.refused}>
      <p className="error">{error}</p>
      {state === 'lost' && (
        <button type="button" className="button small" onClick={onRetry}>
          Try Again
        </button>
      )}
    </div>
  )
}
