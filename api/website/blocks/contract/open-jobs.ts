import { employmentTypes, maxLengths } from '../../jobs/contract.ts'

/** Which open jobs a block shows; '' for any. */
export type OpenJobs = { team: string; place: string; type: string }

/** Those that an address of the job list names; undefined for any other address. */
export function openJobsOf(address: string): OpenJobs | undefined {
  const url = URL.parse(address, 'https://site.invalid')
  if (url?.origin !== 'https://site.invalid' || url.pathname !== '/jobs') return undefined
  const given = (name: string, length: number) =>
    (url.searchParams.get(name) ?? '')
      .replace(/[\s\p{C}<>]+/gu, ' ')
      .trim()
      .slice(0, length)
      .trim()
  const type = employmentTypes.find((code) => code === given('type', 40)) ?? ''
  return { team: given('team', maxLengths.team), place: given('place', maxLengths.place), type }
}

/** The address of the job list with these. */
export function jobsPath({ team, place, type }: OpenJobs): string {
  const query = new URLSearchParams(
    Object.entries({ place, team, type }).filter(([, value]) => value),
  )
  return query.size ? `/jobs?${query}` : '/jobs'
}

export function jobsAddress(address: string): string | undefined {
  const jobs = openJobsOf(address)
  return jobs && jobsPath(jobs)
}
