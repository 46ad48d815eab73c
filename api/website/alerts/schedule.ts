import { type SQL, sql } from 'drizzle-orm'
import { clock, instantOf } from '#api/core/calendar/contract/clock.ts'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import type { AlertCadence } from '#db/enums.ts'

/** Local time from which alerts are sent. */
const morning = '08:00:00'

/** The first Monday on or after the day. */
function mondayFrom(day: string) {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return daysLater(day, (8 - weekday) % 7)
}

const firstFrom = (day: string): Record<AlertCadence, string> => ({
  daily: day,
  weekly: mondayFrom(day),
})

/** The day of this time in the zone, and whether it is eight or later there. */
function dayAt(time: number, timeZone: string) {
  const [day = '', hour = ''] = clock(time, timeZone).split('T')
  return { day, isMorning: hour >= morning }
}

/** On which day an alert of each cadence is sent first, from now on. */
export function firstDue(time: number, timeZone: string): Record<AlertCadence, string> {
  const { day, isMorning } = dayAt(time, timeZone)
  return firstFrom(isMorning ? daysLater(day, 1) : day)
}

/** SQL: the value for the cadence of the row. */
export const byCadence = (days: Record<AlertCadence, string>, cadence: unknown): SQL<string> =>
  sql`iif(${cadence} = 'weekly', ${days.weekly}, ${days.daily})`

/**
 * What is sent now: alerts that are due on `day`, about jobs until `until`, which is the same for
 * all of the day; the next time is `next`. Undefined before eight.
 */
export function sendingAt(time: number, timeZone: string) {
  const { day, isMorning } = dayAt(time, timeZone)
  if (!isMorning) return undefined
  const until = new Date(instantOf(`${day}T${morning}`, timeZone)).toISOString()
  return { day, until, next: firstFrom(daysLater(day, 1)) }
}
