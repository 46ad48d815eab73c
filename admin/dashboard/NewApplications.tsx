import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fullName } from '#api/core/http/contract/text.ts'
import { maxCounted } from '#api/office/dashboard/contract/most.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatCount } from '../lib/text/format.ts'
import { Moment } from '../ui/Moment.tsx'
import styles from './Dashboard.module.css'
import { dashboardQuery } from './queries.ts'

/** The applications since the person last looked; the latest by name. */
export function NewApplications() {
  const { id, created_at } = usePerson()
  const { data } = useQuery(dashboardQuery(id))
  if (!data?.new_applications) return null
  const { since, new_applications: found } = data
  // Someone who never looked before reads what there is, not since when.
  const isFirst = since === created_at
  if (!found.count)
    return isFirst ? null : (
      <p className={`meta ${styles.nothing}`}>
        No new applications since <Moment at={since} />
      </p>
    )
  const count = `${formatCount(found.count)}${found.count === maxCounted ? '+' : ''}`
  return (
    <section className={styles.section} aria-labelledby="new">
      <div className={`between wrap ${styles.head}`}>
        <h2 id="new">{isFirst ? `${count} new` : `${count} new since you last looked`}</h2>
        {!isFirst && (
          <p className="meta tabular">
            <Moment at={since} />
          </p>
        )}
      </div>
      <ul className={`box ${styles.rows}`}>
        {found.latest.map((row) => (
          <li key={row.id} className={styles.row}>
            <Link to={`/applications/${row.id}`} className={`clip ${styles.name}`}>
              {fullName(row)}
            </Link>
            <span className="clip soft">{row.job_title}</span>
            <span className="meta tabular">
              <Moment at={row.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
