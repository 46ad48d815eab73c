import { useQuery } from '@tanstack/react-query'
import { comparable } from '#api/core/http/contract/comparable.ts'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import type { ApplicationFilters } from '../filters.ts'
import { stepsForJobQuery, stepsOfJobsQuery } from './queries.ts'

/** Steps of the same name and status: those of several jobs are one in the list of all jobs. */
type StepGroup = { ids: number[]; name: string; status: ApplicationStatus }

type Step = { id: number; name: string; status: ApplicationStatus }

function grouped(steps: readonly Step[]): StepGroup[] {
  const groups = Map.groupBy(steps, ({ name, status }) => `${status} ${comparable(name)}`)
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike
    return first ? { ...first, ids: alike.map(({ id }) => id) } : []
  })
}

/** The steps of the job; without one, those of the company and of all jobs. */
export function useStepGroups(job: ApplicationFilters['job_id']) {
  const steps = useQuery(stepsForJobQuery(job))
  const ofJobs = useQuery({ ...stepsOfJobsQuery, enabled: job === 'all' })
  const all = [...(steps.data ?? []), ...((job === 'all' && ofJobs.data) || [])]
  return { groups: grouped(all), isPending: steps.isPending || (job === 'all' && ofJobs.isPending) }
}
