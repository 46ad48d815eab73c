/** A new formatter costs 0.2 ms. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** '21 November 2026' in UTC: a page is rendered once for everyone. */
export function longDate(date: Date, locale: string): string {
  const known = formatters.get(locale)
  const formatter = known ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  if (!known) formatters.set(locale, formatter)
  return formatter.format(date)
}

/** '21 November 2026 at 14:30 CET', in the time zone of the site. */
export const longTime = (date: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(date)

/** 'November 2026', for a day as `YYYY-MM-DD`. */
export const longMonth = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
