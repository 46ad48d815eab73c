import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { formatDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import type { ListedApplication } from '../queries.ts'
import styles from './Due.module.css'
import { dueText } from './due.ts'

/** When the candidate was promised an answer. */
export function Due({ status, answer_by, overdue }: ListedApplication) {
  const today = dayIn(useSiteTimeZone())
  if (overdue && status !== 'pending')
    return (
      <span className={styles.late} title="Late: decided, not notified">
        Not notified
      </span>
    )
  // The list leaves out the day when it was long ago.
  if (!answer_by || status !== 'pending')
    return overdue && <span className={styles.late}>Overdue</span>
  return (
    <>
      <span className="visually-hidden">Reply due </span>
      <time
        className={answer_by < today ? styles.late : undefined}
        dateTime={answer_by}
        title={`Reply promised by ${formatDay(answer_by)}`}
      >
        {dueText(answer_by, today)}
      </time>
    </>
  )
}

/** The last day in the step. */
export function StepDue({ step_name, step_due }: ListedApplication) {
  const today = dayIn(useSiteTimeZone())
  if (!step_due) return null
  const isLate = step_due < today
  return (
    <time
      className={isLate ? styles.late : undefined}
      dateTime={step_due}
      title={`${step_name} ${isLate ? 'was' : 'is'} due by ${formatDay(step_due)}`}
    >
      {`Step ${isLate ? '' : 'due '}${dueText(step_due, today)}`}
    </time>
  )
}
