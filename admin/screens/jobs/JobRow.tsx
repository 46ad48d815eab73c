import { Link } from '@tanstack/react-router'
import { visibleText } from '#api/contract/text.ts'
import { formatDate } from '../../lib/format.ts'
import type { Job } from '../../lib/jobs.ts'
import { ApplicationCount } from './ApplicationCount.tsx'
import { JobActions } from './JobActions.tsx'
import styles from './JobRow.module.css'

/** As much as two lines can show; the whole text stays out of the page. */
const shown = 400

export const JobRow = ({ job, page }: { job: Job; page: number }) => (
  <li className={styles.row}>
    <div className={styles.text}>
      <div className={styles.head}>
        <h2>
          <Link
            to={`/jobs/${job.id}/edit`}
            search={page > 1 ? { page } : {}}
            className={styles.title}
          >
            {job.title}
          </Link>
        </h2>
        <span className={job.is_active ? 'badge green' : 'badge'}>
          {job.is_active ? 'Active' : 'Inactive'}
        </span>
        <ApplicationCount job={job} />
      </div>
      <p className={styles.description}>{visibleText(job.description).slice(0, shown)}</p>
      <ul className={styles.facts}>
        {job.location && <li>{job.location}</li>}
        {job.salary_range && <li>{job.salary_range}</li>}
        <li>
          Created <time dateTime={job.created_at}>{formatDate(job.created_at)}</time>
        </li>
      </ul>
    </div>
    <JobActions job={job} page={page} />
  </li>
)
