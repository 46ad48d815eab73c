import type { JobValues } from '../queries.ts'

export const listed = 'Google will list this job'

/** What Google will do with the job; `missing`: how many things that it requires. */
export function verdictOf(
  { is_active = true, closes_on }: Partial<Pick<JobValues, 'is_active' | 'closes_on'>>,
  missing: number,
  today: string,
): string {
  if (missing)
    return `Google needs ${missing} more ${missing === 1 ? 'thing' : 'things'} to list this job`
  if (closes_on && closes_on < today)
    return 'Google won’t list this job: its closing date has passed'
  return is_active ? listed : `${listed} once it is active`
}
