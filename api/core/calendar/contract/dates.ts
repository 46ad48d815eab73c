/** Days as `YYYY-MM-DD`, which compare as text. */

/** In UTC when the zone is unknown: a restored database may name one that this ICU lacks. */
export function formatIn(timeZone: string, parts: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' })
  }
}

/** Building a formatter takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formatIn(timeZone, parts)
  formats.set(timeZone, format)
  return format
}

/** The day of `time` in an IANA time zone. */
export function dayIn(timeZone: string, time = new Date()): string {
  const parts = formatFor(timeZone).formatToParts(time)
  const part = (type: string) => parts.find((found) => found.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** That many days after `day`; before it, for a negative number. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

type Closed = { closes_on: string | null; closed_at: string | null }

/** The day a job closed. If the server was down at midnight, `closed_at` is after `closes_on`. */
export function closedOn({ closes_on, closed_at }: Closed, timeZone: string): string | null {
  if (!closed_at) return null
  const day = dayIn(timeZone, new Date(closed_at))
  return closes_on && closes_on < day ? closes_on : day
}
