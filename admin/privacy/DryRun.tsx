import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { complaint } from '../lib/api/api.ts'
import { formatDate } from '../lib/text/format.ts'
import styles from './Privacy.module.css'
import { previewQuery, type Rules } from './queries.ts'
import { sentenceOf, totalOf } from './words.ts'

/** What the rules in the form would erase today. */
export function DryRun({ rules: { keep_consent_months: _, ...days } }: { rules: Rules }) {
  const { data, error } = useQuery({ ...previewQuery(days), placeholderData: keepPreviousData })
  const total = data ? totalOf(data) : 0
  return (
    <div className="notice">
      <div role="status">
        {!data && !error && <p>Counting...</p>}
        {error && <p>{complaint('Could not count what these rules would erase', error)}</p>}
        {data && !total && <p>Nothing would be deleted today.</p>}
        {data && total > 0 && (
          <p>
            <strong>Today this would erase {sentenceOf(data, maxCounted)}.</strong>
          </p>
        )}
      </div>
      {data && total > 0 && (
        <>
          {total > data.oldest.length && <p>The {data.oldest.length} oldest:</p>}
          <ul className={styles.oldest}>
            {data.oldest.map(({ id, name, outcome, since }) => (
              <li key={id}>
                {name === null ? (
                  <span>{`#${id}`}</span>
                ) : (
                  <Link to="/applications/$id" params={{ id: String(id) }} dir="auto">
                    {name}
                  </Link>
                )}
                <span>{`, ${outcome} since ${formatDate(since)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
