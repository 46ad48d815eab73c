import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatCount } from '../lib/text/format.ts'
import { useSiteTimeZone } from '../settings/public-settings.ts'
import { Ago } from './Ago.tsx'
import styles from './Dashboard.module.css'
import { type Dashboard, dashboardQuery } from './queries.ts'
import { sinceWords } from './since-words.ts'

type Changes = Dashboard['changes'][number]

/** After how many candidates. */
const words = {
  message: 'wrote',
  file: 'sent a file',
  booked: 'booked an interview',
  declined: 'declined an interview',
  withdrawn: 'withdrew',
  comment: 'with new comments',
  evaluation: 'evaluated',
  decided: 'decided',
  moved: 'moved to another step',
} as const satisfies Record<Changes['changes'][number]['kind'], string>

/** What candidates and colleagues changed on the person's jobs since the day they were last here. */
export function Since() {
  const { id, created_at } = usePerson()
  const timeZone = useSiteTimeZone()
  const { data } = useQuery(dashboardQuery(id))
  if (!data) return null
  const { since, changes } = data
  const isFirst = since === created_at
  const when = isFirst
    ? 'you joined'
    : sinceWords(dayIn(timeZone, new Date(since)), dayIn(timeZone))
  if (!changes.length)
    return isFirst ? null : <p className="meta">Nothing changed on your jobs since {when}.</p>
  return (
    <section aria-labelledby="since">
      <div className={`between ${styles.head}`}>
        <h2 id="since">Since {when}</h2>
      </div>
      <ul className={`box ${styles.rows}`}>
        {changes.map((job) => (
          <li key={job.job_id} className={`${styles.row} ${styles.change}`}>
            <Link to="/applications" search={{ job_id: job.job_id }} className={styles.name}>
              {job.job_title}
            </Link>
            <span className={`soft ${styles.what}`}>
              <What job={job} />
            </span>
            <Ago at={job.at} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function What({ job: { new_applications, newest, changes } }: { job: Changes }) {
  const others = new_applications - newest.length
  const names: ReactNode[] = newest.map(({ id, name }) => (
    <Link key={id} to={`/applications/${id}`} dir="auto">
      {name}
    </Link>
  ))
  if (others > 0) names.push(`${formatCount(others)} more`)
  const rest = changes
    .map(({ kind, count }) => `${formatCount(count)}\u00A0${words[kind]}`)
    .join(' · ')
  return (
    <>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal
        <Fragment key={index}>
          {index > 0 && <span>{index === names.length - 1 ? ' and ' : ', '}</span>}
          <span>{name}</span>
        </Fragment>
      ))}
      {names.length > 0 && <span> applied</span>}
      {rest && <span>{names.length > 0 ? ` · ${rest}` : rest}</span>}
    </>
  )
}
