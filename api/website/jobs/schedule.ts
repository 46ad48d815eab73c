export type JobState = {
  is_active: boolean
  /** Inactive, and becomes active on `opens_on`. */
  is_scheduled: boolean
  opens_on: string | null
  closes_on: string | null
}

type Change = {
  is_active?: boolean | undefined
  opens_on?: string | null | undefined
  closes_on?: string | null | undefined
}

/** What the first change of a new job is applied to. */
export const newJob: JobState = {
  is_active: true,
  is_scheduled: false,
  opens_on: null,
  closes_on: null,
}

/**
 * The state after a change on the day `today`. A date in the change wins over its `is_active`.
 * Without the date, `is_active` means now, and clears a date that contradicts it.
 */
export function schedule(before: JobState, change: Change, today: string): JobState {
  const { is_active } = change
  let { opens_on = before.opens_on, closes_on = before.closes_on } = change
  if (is_active !== undefined && change.opens_on === undefined && opens_on && opens_on > today)
    opens_on = null
  if (is_active && change.closes_on === undefined && closes_on && closes_on < today)
    closes_on = null
  const is_scheduled = opens_on !== null && opens_on > today
  const isOver = closes_on !== null && closes_on < today
  // A PUT that echoes is_active: false does not unschedule the job.
  const opensByDate =
    before.is_scheduled &&
    opens_on !== null &&
    (is_active === undefined || change.opens_on !== undefined)
  const wanted = opensByDate || (is_active ?? before.is_active)
  return { is_active: wanted && !is_scheduled && !isOver, is_scheduled, opens_on, closes_on }
}
