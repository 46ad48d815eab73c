import type { JobValues } from '../queries.ts'

export const listed = 'Google will list this job'

const deciding = ['is_active', 'is_listed', 'is_open_application', 'closes_on'] as const

/** What Google will do with the job; `missing`: how many things that it requires. */
export function verdictOf(
  {
    is_active = true,
    is_listed = true,
    is_open_application = false,
    closes_on,
  }: Partial<Pick<JobValues, (typeof deciding)[number]>>,
  missing: number,
  today: string,
): string {
  if (!is_listed) return 'Search engines won’t list this job: it is not listed on the site'
  if (is_open_application) return 'Google for Jobs won’t list this: it is not one position'
  if (missing)
    return `Google needs ${missing} more ${missing === 1 ? 'thing' : 'things'} to list this job`
  if (closes_on && closes_on < today)
    return 'Google won’t list this job: its closing date has passed'
  return is_active ? listed : `${listed} once it is active`
}
