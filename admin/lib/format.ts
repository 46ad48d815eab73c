const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const whole = new Intl.NumberFormat('en-GB')

/** '21 Nov 2026' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDate = (iso: string) => day.format(new Date(iso))

/** '21 Nov 2026, 14:05' in the browser's time zone, for `<time dateTime={iso}>`. */
export const formatDateTime = (iso: string) => minute.format(new Date(iso))

/** '1,234' */
export const formatCount = (count: number) => whole.format(count)
