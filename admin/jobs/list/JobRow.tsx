import { visibleText } from '#api/core/http/contract/text.ts'
import { withoutFigures } from '#api/core/rich-text/contract/figures.ts'
import { ListedTranslations } from '../../content/Translations.tsx'
import { Created, ListRow } from '../../ui/list/ListRow.tsx'
import { atPage } from '../../ui/list/PagedList.tsx'
import type { Job } from '../queries.ts'
import { StatusBar } from '../StatusBar.tsx'
import { ApplicationCount } from './ApplicationCount.tsx'
import { JobActions } from './JobActions.tsx'
import styles from './JobRow.module.css'
import { JobState } from './JobState.tsx'

/** Two lines' worth of characters; the full text stays out of the DOM. */
const shown = 400

export const JobRow = ({ job, page, filters }: { job: Job; page: number; filters: object }) => (
  <ListRow
    name={job.title}
    edit={atPage(`/jobs/${job.id}/edit`, page, filters)}
    badges={
      <>
        <JobState job={job} />
        {job.has_draft && <span className="badge">unpublished changes</span>}
        <ApplicationCount job={job} />
      </>
    }
    compact
    description={visibleText(withoutFigures(job.description)).slice(0, shown)}
    facts={
      <>
        {job.team && <li>{job.team}</li>}
        {job.location_text && <li>{job.location_text}</li>}
        {job.salary_text && <li>{job.salary_text}</li>}
        <ListedTranslations kind="job" row={job} />
        <Created at={job.created_at} />
        {job.owners.length > 0 && (
          <li dir="auto">
            <span className="visually-hidden">Owned by </span>
            {job.owners.join(', ')}
          </li>
        )}
      </>
    }
    actions={
      <div className={styles.side}>
        <StatusBar counts={job.status_counts} />
        <JobActions job={job} page={page} filters={filters} />
      </div>
    }
  />
)
