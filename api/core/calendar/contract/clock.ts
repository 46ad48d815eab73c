import { formatIn } from './dates.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = formatIn(timeZone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** What a clock in the zone shows, as `YYYY-MM-DDTHH:MM:SS`. */
export function clock(time: number, timeZone: string): string {
  const parts = formatFor(timeZone).formatToParts(time)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** When a clock in the zone shows `YYYY-MM-DDTHH:MM:SS`; an hour later if it skips that time. */
export function instantOf(shown: string, timeZone: string): number {
  const wanted = Date.parse(`${shown}Z`)
  const ahead = (time: number) => Date.parse(`${clock(time, timeZone)}Z`) - time
  const at = wanted - ahead(wanted - ahead(wanted))
  // West of UTC, a time that is skipped has come out as much too early.
  return at + Math.max(0, wanted - Date.parse(`${clock(at, timeZone)}Z`))
}
