import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatCount, shortDay } from '../lib/text/format.ts'
import { statusLabel, statusTone } from '../status/StatusBadge.tsx'
import { Loading } from '../ui/States.tsx'
import styles from './Dashboard.module.css'
import { type Dashboard, dashboardQuery } from './queries.ts'

type Job = Dashboard['my_jobs'][number]

const maxLoading = 5

/** The jobs on whose hiring team the person is, with their applications by status. */
export function MyJobs() {
  const { id, team_jobs = [] } = usePerson()
  const { data } = useQuery(dashboardQuery(id))
  if (!team_jobs.length || data?.my_jobs.length === 0) return null
  return (
    <section className={`${styles.section} ${styles.own}`} aria-labelledby="my-jobs">
      <div className={`between wrap ${styles.head}`}>
        <h2 id="my-jobs">My jobs</h2>
        <Link to="/applications" search={{ mine: 'true' }} className={styles.all}>
          View their applications <ArrowRight size={15} aria-hidden />
        </Link>
      </div>
      {data ? (
        <Rows jobs={data.my_jobs} />
      ) : (
        <Loading rows={Math.min(team_jobs.length, maxLoading)} />
      )}
    </section>
  )
}

/** Each open job with its applications by status, the busiest first. */
export function OpenJobs() {
  const person = usePerson()
  const { data } = useQuery(dashboardQuery(person.id))
  if (!data?.jobs) return null
  const { open, rows } = data.jobs
  const manages = may(person, 'manage_jobs')
  return (
    <section className={styles.section} aria-labelledby="open-jobs">
      <div className={`between wrap ${styles.head}`}>
        <h2 id="open-jobs">Open jobs</h2>
        {manages && open > 0 && (
          <Link to="/jobs" className={styles.all}>
            {open > rows.length ? `All ${formatCount(open)} jobs` : 'All jobs'}
            <ArrowRight size={15} aria-hidden />
          </Link>
        )}
      </div>
      {open === 0 ? (
        <p className="meta tabular">
          No job is open. {manages && <Link to="/jobs/new">Create a job</Link>}
        </p>
      ) : (
        <Rows jobs={rows} />
      )}
    </section>
  )
}

function Rows({ jobs }: { jobs: Job[] }) {
  const person = usePerson()
  const most = Math.max(...jobs.map(totalOf))
  return (
    <ul className={`box ${styles.rows}`}>
      {jobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          most={most}
          reviews={may(person, 'review_applications', job.id)}
        />
      ))}
    </ul>
  )
}

const totalOf = (job: Job) => applicationStatuses.reduce((sum, status) => sum + job[status], 0)

/** `most`: the applications of the job that has most, whose bar is the longest. */
function JobRow({ job, most, reviews }: { job: Job; most: number; reviews: boolean }) {
  const parts = applicationStatuses
    .map((status) => ({ status, count: job[status] }))
    .filter(({ count }) => count > 0)
  const total = totalOf(job)
  const words = parts.map(({ status, count }) => `${count} ${statusLabel[status].toLowerCase()}`)
  const to = reviews
    ? { to: '/applications', search: { job_id: job.id } }
    : { to: `/jobs/${job.id}/edit` }
  return (
    <li className={styles.row}>
      <Link {...to} className={`clip ${styles.name}`}>
        {job.title}
      </Link>
      <span className="row gap-3">
        {total > 0 && (
          <span
            className={styles.bar}
            role="img"
            aria-label={words.join(', ')}
            style={{ width: `${(total / most) * 8}rem` }}
          >
            {parts.map(({ status, count }) => (
              <span
                key={status}
                className={styles[statusTone[status]]}
                style={{ flexGrow: count }}
              />
            ))}
          </span>
        )}
        <span className="soft tabular">
          {total === 0 ? 'No applications' : formatCount(total)}
          {job.new > 0 && <span className={styles.fresh}> {formatCount(job.new)} new</span>}
        </span>
      </span>
      <span className="meta tabular">
        {job.closes_on && `Closes ${shortDay(job.closes_on, new Date().toISOString())}`}
      </span>
    </li>
  )
}
