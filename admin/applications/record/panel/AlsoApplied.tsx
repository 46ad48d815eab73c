import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { StatusBadge } from '../../../status/StatusBadge.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Failed } from '../../../ui/States.tsx'
import { maxCompared } from '../../list/compared.ts'
import { type Application, alsoAppliedQuery } from '../../queries.ts'
import styles from './AlsoApplied.module.css'

const shownAtFirst = 5

/** Other applications with the same email address or phone number, the newest first. */
export function AlsoApplied({ application }: { application: Application }) {
  const { data, error, refetch } = useQuery(alsoAppliedQuery(application.id))
  const [all, setAll] = useState(false)
  if (error && !data)
    return (
      <Failed
        message="Failed to load other applications of this person"
        error={error}
        onRetry={() => refetch()}
      />
    )
  if (!data?.length) return null
  // Those beyond can be selected in the list.
  const compared = [application.id, ...data.slice(0, maxCompared - 1).map(({ id }) => id)]
  const shown = all ? data : data.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="also-applied">
      <div className="row wrap">
        <h2 id="also-applied">Also applied</h2>
        <Link
          className="button quiet small"
          to="/applications/compare"
          search={{ ids: compared.join(',') }}
          aria-label="Compare this application with the others of this person"
        >
          <Columns3 size={15} aria-hidden /> Compare
        </Link>
      </div>
      <ul className={`stack gap-3 ${styles.others}`}>
        {shown.map((other) => (
          <li key={other.id}>
            <Link to="/applications/$id" params={{ id: String(other.id) }}>
              {other.job_title}
            </Link>
            <p className={`row wrap faint ${styles.about}`}>
              <StatusBadge status={other.status} />
              {fullName(other) !== fullName(application) && <span>{fullName(other)}</span>}
              <Moment at={other.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {shown.length < data.length && (
        <button type="button" className="button quiet small" onClick={() => setAll(true)}>
          Show all {data.length}
        </button>
      )}
    </section>
  )
}
