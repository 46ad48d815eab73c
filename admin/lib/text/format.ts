import { maxCounted } from '#api/core/http/contract/max-counted.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const whole = new Intl.NumberFormat('en-GB')

/** As given where it is not a date: a date field may hold a year of six digits while one types. */
const formatted = (format: Intl.DateTimeFormat, date: string) => {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : format.format(time)
}

/** '21 Nov 2026' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDate = (iso: string) => formatted(day, iso)

/** '21 Nov 2026, 14:05' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDateTime = (iso: string) => formatted(minute, iso)

const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const dayWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const longOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const longWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const isSameYear = (day: string, today: string) => day.slice(0, 5) === today.slice(0, 5)

/** A day as `YYYY-MM-DD`: '3 Dec', with its year if that is not this one. */
export const shortDay = (day: string, today: string) =>
  formatted(isSameYear(day, today) ? dayOfYear : dayWithYear, day)

/** A day as `YYYY-MM-DD`: '3 December', with its year if that is not this one. */
export const longDay = (day: string, today: string) =>
  formatted(isSameYear(day, today) ? longOfYear : longWithYear, day)

/** A day as `YYYY-MM-DD`: '3 Dec 2026'. */
export const formatDay = (day: string) => formatted(dayWithYear, day)

/** '1,234' */
export const formatCount = (count: number) => whole.format(count)

/** `10,000+` where counting stopped. */
export const formatCapped = (count: number, isCapped: boolean) =>
  `${formatCount(count)}${isCapped ? '+' : ''}`

/** Of a count that is at least so high where it is above `maxCounted`. */
export const formatSome = (count: number) =>
  formatCapped(Math.min(count, maxCounted), count > maxCounted)

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 7 },
] as const

/** '5 minutes ago', 'yesterday'; the date after a week. */
export function formatRelative(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso)
  if (age < 60_000) return 'just now'
  for (const { unit, ms, below } of steps)
    if (age < below * ms) return relative.format(-Math.floor(age / ms), unit)
  return formatDate(iso)
}

const shortUnits = { minute: 'min', hour: 'h' } as const

/** '5 min ago', '2 h ago', 'yesterday', '3 days ago'; the date after a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso)
  for (const { unit, ms, below } of steps)
    if (unit !== 'day' && age >= ms && age < below * ms)
      return `${Math.floor(age / ms)} ${shortUnits[unit]} ago`
  return formatRelative(iso, now)
}

/** `max` of date fields: with it, browsers take years of four digits only. */
export const lastDay = '9999-12-31'
