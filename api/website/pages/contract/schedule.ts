import { z } from 'zod'
import { clock, instantOf } from '#api/core/calendar/contract/clock.ts'

/** A minute or more: `2027-03-01T09:00` in the site's zone, or with `Z` in UTC. */
export const scheduledTime = z
  .string('Must be a date and time')
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?$/,
    'Must be a date and time, such as 2027-03-01T09:00',
  )
  .nullable()
  .optional()

/**
 * The instant that somebody scheduled, in UTC.
 * @param time as `scheduledTime` takes it
 * @returns a sentence for a time that the zone skips or that does not exist
 */
export function scheduledInstant(
  time: string,
  timeZone: string,
): { at: string } | { error: string } {
  const isUtc = time.endsWith('Z')
  const given = isUtc ? time.slice(0, -1) : time
  const seconds = given.length === 16 ? `${given}:00` : given.slice(0, 19)
  const parsed = Date.parse(`${seconds}Z`)
  // Date.parse takes February 30 as March 2.
  if (Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 19) !== seconds)
    return { error: 'This date or time does not exist' }
  if (isUtc) return { at: new Date(parsed).toISOString() }
  const instant = instantOf(seconds, timeZone)
  if (clock(instant, timeZone) !== seconds)
    return { error: 'On this day the clocks skip this time. Choose another.' }
  return { at: new Date(instant).toISOString() }
}
