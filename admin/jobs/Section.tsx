import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { JobFormState, JobValues } from './queries.ts'
import styles from './Section.module.css'

/**
 * Fields that belong together, behind a heading that says what they hold. Opens when they hold
 * something and when one of `names` has an error.
 */
export function Section({
  form,
  title,
  help,
  names,
  summary,
  isFilled = Boolean(summary),
  empty = 'Not filled in',
  children,
}: {
  form: JobFormState
  title: string
  help: ReactNode
  names: (keyof JobValues)[]
  /** What the fields say; null while they are empty. */
  summary: string | null
  isFilled?: boolean
  /** Shown while there is no summary. */
  empty?: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const { errors, submitCount } = form.formState
  const isWrong = names.some((name) => errors[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submission opens it again
  useLayoutEffect(() => {
    if (details.current && (isFilled || isWrong)) details.current.open = true
  }, [isFilled, isWrong, submitCount])
  return (
    <details ref={details} className={styles.section}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <h3>{title}</h3>
        <span className={`meta ${styles.said}`}>{summary ?? empty}</span>
      </summary>
      <div className={`stack gap-5 ${styles.fields}`}>
        <p className="help">{help}</p>
        {children}
      </div>
    </details>
  )
}
