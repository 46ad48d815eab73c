import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { offsetIn } from '#api/hiring/interviews/contract/time.ts'

/** The Monday of the week in which `day` is. */
export const mondayOf = (day: string): string =>
  daysLater(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The seven days from that Monday on. */
export const daysOf = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, days) => daysLater(monday, days))

/** The Monday that the address names, whichever day of that week it has; else this week's. */
export const readWeek = (given: unknown, today: string): string =>
  typeof given === 'string' &&
  /^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(given) &&
  !Number.isNaN(Date.parse(given))
    ? mondayOf(given)
    : mondayOf(today)

type Timed = { time: string | null; times: readonly string[] }

/** Of each day, what takes place then, or may: in order, with its times of that day. */
export function byDay<Row extends Timed>(
  rows: readonly Row[],
  days: readonly string[],
  zone: string,
) {
  return days.map((day) => ({
    day,
    entries: rows
      .map((row) => ({
        row,
        times: (row.time ? [row.time] : row.times).filter(
          (time) => dayIn(zone, new Date(time)) === day,
        ),
      }))
      .filter(({ times }) => times.length > 0)
      .sort((a, b) => (a.times[0] ?? '').localeCompare(b.times[0] ?? '')),
  }))
}

const utc = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
const long = utc({ day: 'numeric', month: 'long', year: 'numeric' })
const longDay = utc({ day: 'numeric', month: 'long' })
const dayOnly = utc({ day: 'numeric' })
const weekday = utc({ weekday: 'long' })
const date = utc({ day: 'numeric', month: 'short' })

/** '23–29 November 2026', '30 November – 6 December 2026' */
export function weekText(monday: string): string {
  const sunday = daysLater(monday, 6)
  const shared = [7, 4].find((length) => monday.slice(0, length) === sunday.slice(0, length)) ?? 0
  const from = { 7: dayOnly, 4: longDay, 0: long }[shared] ?? long
  return `${from.format(Date.parse(monday))}${shared === 7 ? '–' : ' – '}${long.format(Date.parse(sunday))}`
}

export const dayWords = (day: string) => ({
  weekday: weekday.format(Date.parse(day)),
  date: date.format(Date.parse(day)),
})

/** 'Times in Dublin (UTC+01:00)'; without the offset in a week in which it changes. */
export function zoneNote(monday: string, zone: string): string {
  if (zone === 'UTC') return 'Times in UTC'
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  const [first, last] = [monday, daysLater(monday, 7)].map((day) => offsetIn(`${day}T12:00Z`, zone))
  return `Times in ${city}${first === last ? ` (${first})` : ''}`
}
