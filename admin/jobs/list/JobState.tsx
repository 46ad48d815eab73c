import { closedOn, dayIn } from '#api/core/calendar/contract/dates.ts'
import { shortDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { ActiveBadge } from '../../ui/list/ListRow.tsx'
import type { Job } from '../queries.ts'

/** Whether the job is open, and the day on which that changes or changed. */
export function JobState({ job }: { job: Job }) {
  const text = dateText(job, useSiteTimeZone())
  return (
    <>
      <ActiveBadge active={job.is_active}>{job.is_active ? 'Active' : 'Inactive'}</ActiveBadge>
      {!job.is_listed && <span className="badge">Unlisted</span>}
      {job.is_open_application && <span className="badge">Open applications</span>}
      {text && <span className="badge">{text}</span>}
    </>
  )
}

function dateText(job: Job, timeZone: string) {
  const { is_active, opens_on, closes_on } = job
  const today = dayIn(timeZone)
  if (is_active) return closes_on && `Closes ${shortDay(closes_on, today)}`
  if (opens_on && opens_on > today) return `Opens ${shortDay(opens_on, today)}`
  const closed = closedOn(job, timeZone)
  return closed && `Closed ${shortDay(closed, today)}`
}
