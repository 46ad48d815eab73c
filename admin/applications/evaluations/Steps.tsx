import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import {
  scoreLabel,
  type Verdict,
  verdictLabel,
  verdicts,
} from '#api/hiring/evaluations/contract/verdict.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import styles from './Evaluations.module.css'

/** Four radio buttons of a verdict or of a score; the keys 1 to 4 choose one. */
export function Steps({
  id,
  legend,
  value,
  onChange,
  onClear,
  error,
  isScore = false,
  isLine = false,
}: {
  id: string
  legend: string
  value: Verdict | null
  onChange: (value: Verdict) => void
  /** For one that may be left out. */
  onClear?: () => void
  error?: string | undefined
  /** Of a criterion: smaller, and in words for how good something is. */
  isScore?: boolean
  /** The legend beside the choices. */
  isLine?: boolean
}) {
  const labels = isScore ? scoreLabel : verdictLabel
  function onKeyDown(event: KeyboardEvent<HTMLFieldSetElement>) {
    const chosen = verdicts.find((verdict) => String(verdict) === event.key)
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
    // Else the key would move the application to a status.
    event.stopPropagation()
    event.preventDefault()
    onChange(chosen)
    event.currentTarget.querySelectorAll<HTMLElement>('input')[chosen - 1]?.focus()
  }
  return (
    <fieldset
      className={`stack gap-1 ${styles.steps} ${isScore ? styles.small : ''} ${isLine ? styles.inLine : ''}`}
      aria-describedby={error && `${id}-error`}
      onKeyDown={onKeyDown}
    >
      <legend className="label" dir="auto">
        {legend}
      </legend>
      <div className={styles.row}>
        <div className={`stack gap-1 ${styles.choices}`}>
          {verdicts.map((verdict) => (
            <label key={verdict} className={`pick ${styles.choice}`} data-verdict={verdict}>
              <input
                type="radio"
                name={id}
                checked={value === verdict}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(verdict)}
              />
              {labels[verdict]}
            </label>
          ))}
        </div>
        {onClear && value !== null && (
          <button
            type="button"
            className={`button quiet small ${styles.clear}`}
            aria-label={`Clear ${legend}`}
            onClick={({ currentTarget }) => {
              // The button goes with the score.
              currentTarget.closest('fieldset')?.querySelector<HTMLElement>('input')?.focus()
              onClear()
            }}
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
