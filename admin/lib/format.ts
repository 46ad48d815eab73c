const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const whole = new Intl.NumberFormat('en-GB')

/** '21 Nov 2026' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDate = (iso: string) => day.format(new Date(iso))

/** '21 Nov 2026, 14:05' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDateTime = (iso: string) => minute.format(new Date(iso))

const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short' },
  timeZone: 'UTC',
})
const dayWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as `YYYY-MM-DD`: '3 Dec', with its year if that is not this one. */
export function shortDay(day: string, today: string): string {
  const format = day.slice(0, 4) === today.slice(0, 4) ? dayOfYear : dayWithYear
  return format.format(new Date(day))
}

/** '1,234' */
export const formatCount = (count: number) => whole.format(count)
