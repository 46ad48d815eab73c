import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { statusLabel, statusTone } from '../status/StatusBadge.tsx'
import styles from './StatusBar.module.css'

type Counts = Record<ApplicationStatus, number>

export const totalOf = (counts: Counts) =>
  applicationStatuses.reduce((sum, status) => sum + counts[status], 0)

/** A job's applications by status; its tooltip and its name have the numbers. Nothing for none. */
export function StatusBar({ counts }: { counts: Counts }) {
  const parts = applicationStatuses.filter((status) => counts[status] > 0)
  if (!parts.length) return null
  const words = parts.map((status) => `${counts[status]} ${statusLabel[status].toLowerCase()}`)
  return (
    <span className={styles.bar} role="img" aria-label={words.join(', ')} title={words.join(', ')}>
      {parts.map((status) => (
        <span
          key={status}
          className={styles[statusTone[status]]}
          style={{ flexGrow: counts[status] }}
        />
      ))}
    </span>
  )
}

/** What the colors of the bars mean. */
export const StatusLegend = () => (
  <ul className={`row wrap meta ${styles.legend}`} aria-label="Colors of the bars">
    {applicationStatuses.map((status) => (
      <li key={status}>
        <span className={`${styles.swatch} ${styles[statusTone[status]]}`} aria-hidden />
        {statusLabel[status]}
      </li>
    ))}
  </ul>
)
