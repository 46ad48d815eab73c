import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { clockTimeIn, endOf, offsetIn } from '#api/hiring/interviews/contract/time.ts'

/** 'Dublin (UTC+0)': whose clocks they are, and what they are ahead at that time. */
export function clocksOf(time: string, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC'
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const [, sign = '+', hours = '0', minutes = ''] =
    /([+-])0?(\d+)(:\d\d)?$/.exec(offsetIn(time, timeZone)) ?? []
  return `${city} (UTC${sign}${hours}${minutes === ':00' ? '' : minutes})`
}

/** 'Thu 3 Dec, 14:00–14:45', with the year if that is not this one. */
export function shortHoursIn(time: string, minutes: number, timeZone: string): string {
  const day = dayIn(timeZone, new Date(time))
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
    .formatToParts(new Date(`${day}T00:00:00Z`))
    .flatMap(({ type, value }) => (type === 'literal' ? [] : value))
  const year = day.slice(0, 4)
  const named = [...parts, ...(year === dayIn(timeZone).slice(0, 4) ? [] : [year])].join(' ')
  const end = clockTimeIn(endOf(time, minutes), timeZone)
  return `${named}, ${clockTimeIn(time, timeZone)}–${end}`
}
