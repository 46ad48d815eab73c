import { useQuery } from '@tanstack/react-query'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import type { PostingSite } from '#api/website/jobs/contract/posting.ts'
import type { Note } from '../../lib/toasts.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import type { Job } from '../queries.ts'
import { namedChecks, postedJob, postingSite } from './posted-job.ts'

export function useJobSite() {
  const { data: settings } = useQuery(publicSettingsQuery)
  return postingSite(settings)
}

/** Google may list it, now or from its opening date on. */
const isPublic = ({ is_active, opens_on, ...job }: Job, today: string) =>
  job.is_listed && !job.is_open_application && (is_active || (opens_on ?? '') > today)

/**
 * What Google for Jobs lacks of a job that was just published, with a link to the first field;
 * nothing for a job that was public before and lacked the same.
 */
export function googleNote(job: Job, before: Job | undefined, site: PostingSite): Note | undefined {
  const today = dayIn(site.timeZone)
  if (!isPublic(job, today)) return undefined
  const missingOf = (one: Job) =>
    namedChecks(postedJob(one, one), site).filter((check) => check.isRequired && !check.isPresent)
  const known = before && isPublic(before, today) ? missingOf(before) : []
  const missing = missingOf(job)
  if (missing.every(({ property }) => known.some((one) => one.property === property)))
    return undefined
  const labels = missing.map(({ label }) => label.toLowerCase()).join(', ')
  const [first] = missing.filter(({ field }) => field)
  return {
    sentence: `Google for Jobs won't list it yet. Missing: ${labels}.`,
    link: first?.field && {
      label: `Add ${first.label.toLowerCase()}`,
      target: { to: `/jobs/${job.id}/edit`, hash: first.field },
    },
  }
}
