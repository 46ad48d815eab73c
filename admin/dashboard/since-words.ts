import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { shortDay } from '../lib/text/format.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** A day before `today`, as one says it: 'yesterday', 'Friday', '12 Nov'. */
export function sinceWords(day: string, today: string): string {
  if (day >= today) return 'today'
  if (day === daysLater(today, -1)) return 'yesterday'
  return day > daysLater(today, -7) ? weekday.format(Date.parse(day)) : shortDay(day, today)
}
