import type { ReactNode } from 'react'
import { type ControlProps, FieldError } from '../ui/form/Field.tsx'
import styles from './Translation.module.css'

/** A text of the original, and beside it the field for its translation. */
export function Pair({
  id,
  label,
  original,
  written,
  isQuiet = false,
  error,
  help,
  children,
}: {
  id: string
  /** Without it, the original is the label: of a question or an option. */
  label?: string
  original: string
  /** The tag of the language of the original. */
  written: string
  /** Of less weight: an option or a help text. */
  isQuiet?: boolean
  error: string | undefined
  help?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const described = [label && `${id}-original`, help && `${id}-help`, error && `${id}-error`]
  const words = (
    <span dir="auto" lang={written} translate="no">
      {original}
    </span>
  )
  return (
    <div className={`${styles.pair} ${styles.line}`}>
      <div className={`stack gap-1 ${styles.words}`}>
        <label className={isQuiet ? 'note' : 'label'} htmlFor={id}>
          {label ?? words}
        </label>
        {label && (
          <p id={`${id}-original`} className="soft">
            {original ? words : 'Empty'}
          </p>
        )}
      </div>
      <div className="field">
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        })}
        {help && (
          <div className="help" id={`${id}-help`}>
            {help}
          </div>
        )}
        <FieldError id={`${id}-error`} message={error} />
      </div>
    </div>
  )
}
