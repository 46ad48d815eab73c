const minute = 60_000
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

const daysApart = (from: Date, to: Date) =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / 86_400_000)

/** 'tomorrow at 10:14' in the browser's time zone. */
export function whenFrom(now: number, iso: string): string {
  const time = new Date(iso)
  const days = daysApart(new Date(now), time)
  const named = ['today', 'tomorrow'][days] ?? `on ${day.format(time)}`
  return `${named} at ${clock.format(time)}`
}

const counted = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`

/** 'in 23 hours', rounded down so that it never promises more time than there is. */
export function timeLeft(now: number, iso: string): string {
  const minutes = Math.floor((Date.parse(iso) - now) / minute)
  if (minutes < 1) return 'in less than a minute'
  if (minutes < 60) return counted(minutes, 'minute')
  if (minutes < 48 * 60) return counted(Math.floor(minutes / 60), 'hour')
  return counted(Math.floor(minutes / 1440), 'day')
}

/** What a screen reader hears on its own: only the last hour, ten minutes and minute. */
export function announcedTimeLeft(now: number, iso: string): string {
  const minutes = Math.floor((Date.parse(iso) - now) / minute)
  if (minutes < 1) return 'in less than a minute'
  if (minutes < 10) return 'in less than ten minutes'
  if (minutes < 60) return 'in less than an hour'
  return whenFrom(now, iso)
}
