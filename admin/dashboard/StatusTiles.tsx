import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { statsQuery } from '../applications/queries.ts'
import { sentence } from '../lib/api/api-error.ts'
import { formatCount } from '../lib/text/format.ts'
import { statusIcon, statusLabel, statusTone } from '../status/StatusBadge.tsx'
import styles from './StatusTiles.module.css'

/** Applications per status, linked to their lists. */
export function StatusTiles() {
  const { data, error, refetch } = useQuery(statsQuery())
  if (!data && error)
    return (
      <div className={`between wrap ${styles.failed}`} role="alert">
        <p>Couldn't load the numbers. {sentence(error, '')}</p>
        <button type="button" className="button small" onClick={() => refetch()}>
          Retry
        </button>
      </div>
    )
  return (
    <ul className={styles.tiles} aria-busy={!data}>
      {applicationStatuses.map((status) => {
        const Icon = statusIcon[status]
        return (
          <li key={status}>
            <Link to="/applications" search={{ status }} className={`stack gap-1 ${styles.tile}`}>
              <span className={`row soft ${styles.label}`}>
                <Icon size={16} aria-hidden className={styles[statusTone[status]]} />
                {statusLabel[status]}
              </span>
              <span className={styles.count}>
                {data ? formatCount(data.counts[status]) : <span className={styles.bone} />}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
