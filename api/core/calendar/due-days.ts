import type { Db } from '#db/client.ts'
import type { Calendar } from './calendar.ts'
import { instantOf } from './contract/clock.ts'
import { dayIn, daysLater } from './contract/dates.ts'
import { businessDaysAfter, businessDaysBefore, promiseOf, readPromiseRows } from './waiting.ts'

/** Of applications older than this, lists say only that they are late. */
const daysBack = 100

let latest = { key: '', days: '' }

/**
 * The due days of recent applications, as JSON for SQL: by UTC day of receipt, when the site's day
 * changes within it, and what is due before and after. One lookup a row, and computed once a day.
 */
export function dueDays(
  now: Date,
  within: number,
  timeZone: string,
  calendar: Pick<Calendar, 'isBusinessDay' | 'key'>,
): string {
  const today = now.toISOString().slice(0, 10)
  const key = JSON.stringify([today, within, timeZone, calendar.key])
  if (latest.key === key) return latest.days
  const due = (day: string) => businessDaysAfter(day, within, calendar)
  const days = Array.from({ length: daysBack }, (_, back) => {
    const utcDay = daysLater(today, -back)
    const first = dayIn(timeZone, new Date(`${utcDay}T00:00:00.000Z`))
    const last = dayIn(timeZone, new Date(`${utcDay}T23:59:59.999Z`))
    const change = new Date(instantOf(`${last}T00:00:00`, timeZone)).toISOString()
    return [utcDay, [change, due(first), due(last)]]
  })
  latest = { key, days: JSON.stringify(Object.fromEntries(days)) }
  return latest.days
}

/** The cutoff and the days by which answers are promised. */
export async function readResponseDates(db: Db, now = new Date()) {
  const promise = await promiseOf(await readPromiseRows(db))
  return {
    cutoff: businessDaysBefore(now, ...promise).toISOString(),
    due: dueDays(now, ...promise),
  }
}
