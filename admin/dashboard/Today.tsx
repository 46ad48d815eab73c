import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { clockTimeIn, endOf, zoneText } from '#api/hiring/interviews/contract/time.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import styles from './Dashboard.module.css'
import { dashboardQuery } from './queries.ts'

/** The person's own interviews of today. */
export function Today() {
  const [first, ...more] = useQuery(dashboardQuery(usePerson().id)).data?.interviews ?? []
  if (!first) return null
  return (
    <section aria-labelledby="today">
      <div className={`between wrap ${styles.head}`}>
        <div className={`row wrap ${styles.titled}`}>
          <h2 id="today">Today</h2>
          <p className="meta tabular">{zoneText(first.time, first.time_zone)}</p>
        </div>
        <Link to="/interviews" className={styles.all}>
          This week <ArrowRight size={15} aria-hidden />
        </Link>
      </div>
      <ul className={`box ${styles.rows}`}>
        {[first, ...more].map((one) => (
          <li key={one.id} className={`${styles.row} ${styles.meeting}`}>
            <Link
              to={`/applications/${one.application_id}`}
              className={`clip ${styles.name}`}
              dir="auto"
            >
              <time dateTime={one.time}>
                {clockTimeIn(one.time, one.time_zone)}–
                {clockTimeIn(endOf(one.time, one.minutes), one.time_zone)}
              </time>{' '}
              {one.first_name}
            </Link>
            <span className="clip soft">{one.job_title}</span>
            {/^https:\/\//i.test(one.place) ? (
              <a href={one.place} target="_blank" rel="noopener noreferrer">
                Open link <span className="visually-hidden">for {one.first_name}</span>
              </a>
            ) : (
              <span className="meta tabular" dir="auto">
                {one.place}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
