import { queryOptions, useQuery } from '@tanstack/react-query'
import { savedFiltersQuery } from '../applications/list/filter/saved-filters.ts'
import { jobsKey } from '../jobs/queries.ts'
import { api, readList } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { parseSearch } from '../lib/text/search-params.ts'
import type { Entry } from '../navigation.ts'

/** At most so many saved filters, and as many jobs. */
const maxBelow = 5

export type PlaceBelow = LinkTarget & { key: string; label: string }

/** Of so many filters and jobs, how many are shown on this many lines: as many of both as fit. */
export function shareLines(lines: number, filters: number, jobs: number): [number, number] {
  let [some, others] = [Math.min(filters, maxBelow), Math.min(jobs, maxBelow)]
  while (some + others > lines && some + others > 0) {
    if (some > others) some -= 1
    else others -= 1
  }
  return [some, others]
}

const ownJobsQuery = queryOptions({
  queryKey: [...jobsKey, 'own'],
  queryFn: async () => {
    const query = { mine: 'true', per_page: String(maxBelow) } as const
    return (await readList(api.jobs.$get({ query }))).rows
  },
})

/**
 * What stands below entries of the sidebar: saved filters below Applications, and the jobs on whose
 * hiring team the person is below Jobs, or below Applications for those who don't manage jobs.
 */
export function usePlacesBelow(entries: Entry[]): { filters: PlaceBelow[]; jobs: PlaceBelow[] } {
  const { team_jobs = [] } = usePerson()
  const has = (path: string) => entries.some((entry) => entry.path === path)
  const { data: views = [] } = useQuery({ ...savedFiltersQuery, enabled: has('/applications') })
  const { data: jobs = [] } = useQuery({ ...ownJobsQuery, enabled: team_jobs.length > 0 })
  const manages = has('/jobs')
  return {
    filters: views.map(({ id, name, query }) => ({
      key: `filter-${id}`,
      label: name,
      to: '/applications',
      search: parseSearch(query),
    })),
    jobs: team_jobs.length
      ? jobs.map(({ id, title }) => ({
          key: `job-${id}`,
          label: title,
          ...(manages
            ? { to: `/jobs/${id}/edit` }
            : { to: '/applications', search: { job_id: String(id) } }),
        }))
      : [],
  }
}
