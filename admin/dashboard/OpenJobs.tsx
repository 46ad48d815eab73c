import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { StatusBar, StatusLegend, totalOf } from '../jobs/StatusBar.tsx'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatCount, shortDay } from '../lib/text/format.ts'
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
    <section aria-labelledby="my-jobs">
      <div className={`between wrap ${styles.head}`}>
        <div className={`row wrap ${styles.titled}`}>
          <h2 id="my-jobs">My jobs</h2>
          {data?.my_jobs.some(totalOf) && <StatusLegend />}
        </div>
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

/** Each other open job with its applications by status, those with most to decide first. */
export function OpenJobs() {
  const person = usePerson()
  const { data } = useQuery(dashboardQuery(person.id))
  if (!data?.jobs) return null
  const { open, rows } = data.jobs
  const own = data.my_jobs.length > 0
  if (own && !rows.length) return null
  const manages = may(person, 'manage_jobs')
  return (
    <section aria-labelledby="open-jobs">
      <div className={`between wrap ${styles.head}`}>
        <div className={`row wrap ${styles.titled}`}>
          <h2 id="open-jobs">{own ? 'Other open jobs' : 'Open jobs'}</h2>
          {rows.some(totalOf) && !own && <StatusLegend />}
        </div>
        {manages && open > 0 && (
          <Link to="/jobs" className={styles.all}>
            {'All jobs'}
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
  return (
    <ul className={`box ${styles.rows}`}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} reviews={may(person, 'review_applications', job.id)} />
      ))}
    </ul>
  )
}

function JobRow({ job, reviews }: { job: Job; reviews: boolean }) {
  const total = totalOf(job)
  const to = reviews
    ? { to: '/applications', search: { job_id: job.id } }
    : { to: `/jobs/${job.id}/edit` }
  return (
    <li className={styles.row}>
      <Link {...to} className={`clip ${styles.name}`}>
        {job.title}
      </Link>
      {total === 0 ? (
        <span className={`meta ${styles.none}`}>No applications</span>
      ) : (
        <>
          <span className={styles.bar}>
            <StatusBar counts={job} />
          </span>
          <span className={`soft tabular ${styles.total}`}>{formatCount(total)}</span>
        </>
      )}
      <span className={`meta tabular ${styles.closes}`}>
        {job.closes_on && `Closes ${shortDay(job.closes_on, new Date().toISOString())}`}
      </span>
    </li>
  )
}
