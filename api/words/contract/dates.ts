/** A new formatter costs 0.2 ms. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** '21 November 2026' in UTC: a page is rendered once for everyone. */
export function longDate(date: Date, locale: string): string {
  const known = formatters.get(locale)
  const formatter = known ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  if (!known) formatters.set(locale, formatter)
  return formatter.format(date)
}
