import { formatCount } from '../lib/text/format.ts'

/** '1 day', '3.5 days'; a dash for none. */
export const daysText = (days: number | null) =>
  days === null ? '–' : `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`

/** Part of a whole as a percentage; empty where there is nothing to compare with. */
export const share = (part: number, whole: number) =>
  whole ? (part / whole).toLocaleString('en', { style: 'percent', maximumFractionDigits: 0 }) : ''

export const countText = (count: number | null) => (count === null ? '–' : formatCount(count))
