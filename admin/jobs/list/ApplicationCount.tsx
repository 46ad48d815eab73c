import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { formatCount } from '../../lib/text/format.ts'
import type { Job } from '../queries.ts'
import styles from './ApplicationCount.module.css'

export const countedApplications = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'application' : 'applications'}`

/** Links to the applications for those who review them. */
export function ApplicationCount({ job }: { job: Job }) {
  const person = usePerson()
  const { application_count: count } = job
  if (!count) return null
  const text = countedApplications(count)
  if (!may(person, 'review_applications', job.id)) return <span className="badge">{text}</span>
  return (
    <Link
      className={`badge ${styles.link}`}
      to="/applications"
      search={{ job_id: job.id }}
      aria-label={`${text} for ${job.title}`}
    >
      {text}
    </Link>
  )
}
