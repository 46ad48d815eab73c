/** How times of interviews are shown. Days and hours are those of the time zone, whatever the device. */

/** In UTC when the zone is unknown: a restored database may name one that this ICU lacks. */
function formatIn(timeZone: string, locale: string, parts: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone })
  } catch {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  }
}

/** 'Monday 12 January 2026 at 10:00' */
export const longTimeIn = (time: string, timeZone: string, locale = 'en-GB'): string =>
  formatIn(timeZone, locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(time))

/** '10:00' */
export const clockTimeIn = (time: string, timeZone: string, locale = 'en-GB'): string =>
  formatIn(timeZone, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(time),
  )

/** 'UTC+05:45': what the zone is ahead at that time. */
export function offsetIn(time: string, timeZone: string): string {
  const parts = formatIn(timeZone, 'en', { timeZoneName: 'longOffset' }).formatToParts(
    new Date(time),
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name.replace('GMT', 'UTC').replace('+00:00', '')
}

/** 'Europe/Berlin, UTC+01:00' */
export const zoneText = (time: string, timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.replaceAll('_', ' ')}, ${offsetIn(time, timeZone)}`

/** The same for several times: without what it is ahead if that changes between them. */
export function zoneTextOf(times: readonly string[], timeZone: string): string {
  const texts = new Set(times.map((time) => zoneText(time, timeZone)))
  return texts.size === 1 ? [...texts].join() : timeZone.replaceAll('_', ' ')
}

export const endOf = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString()

/** Whether two meetings overlap; one that begins when the other ends does not. */
export const overlaps = (
  one: { time: string; minutes: number },
  other: { time: string; minutes: number },
): boolean =>
  one.time < endOf(other.time, other.minutes) && other.time < endOf(one.time, one.minutes)

/** 'Monday 12 January 2026 at 10:00–10:45' */
export const hoursIn = (time: string, minutes: number, timeZone: string, locale = 'en-GB') =>
  `${longTimeIn(time, timeZone, locale)}–${clockTimeIn(endOf(time, minutes), timeZone, locale)}`
