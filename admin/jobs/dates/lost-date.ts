import type { Job } from '../queries.ts'

/** The date that Activate removes, because the job would not be open with it. */
export type LostDate = { opens_on: string } | { closes_on: string }

export function lostDate(
  { is_active, opens_on, closes_on }: Pick<Job, 'is_active' | 'opens_on' | 'closes_on'>,
  today: string,
): LostDate | undefined {
  if (is_active) return undefined
  if (opens_on && opens_on > today) return { opens_on }
  if (closes_on && closes_on < today) return { closes_on }
  return undefined
}
