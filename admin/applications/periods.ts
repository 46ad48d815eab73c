import { daysLater } from '#api/core/calendar/contract/dates.ts'
import {
  applicationFilters,
  type FilterValues,
  filtersOf,
  type Range,
} from '#api/hiring/applications/contract/filters.ts'
import { formatDay } from '../lib/text/format.ts'

/** A day as `YYYY-MM-DD`, or a word that means another day tomorrow, which saved filters keep. */
export const dayWord = /^(today|yesterday|[1-9]\d{0,2}-days-ago|\d{4}-\d{2}-\d{2})$/

/** The day that the word means. */
export function dayOf(word: string, today: string): string {
  if (word === 'today') return today
  if (word === 'yesterday') return daysLater(today, -1)
  const [, days] = /^(\d+)-days-ago$/.exec(word) ?? []
  return days ? daysLater(today, -Number(days)) : word
}

type Period = { label: string; from?: string; to?: string }

/** Offered for each range of days. */
export const periods: readonly Period[] = [
  { label: 'Today', from: 'today', to: 'today' },
  { label: 'Yesterday', from: 'yesterday', to: 'yesterday' },
  { label: 'Last 7 days', from: '6-days-ago' },
  { label: 'Last 30 days', from: '29-days-ago' },
  { label: 'More than 30 days ago', to: '30-days-ago' },
]

const rangeNames = {
  applied: ['applied_from', 'applied_to'],
  decided: ['decided_from', 'decided_to'],
} as const satisfies Record<Range, unknown>

export const ranges = Object.keys(rangeNames) as Range[]
export const labelOfRange = (range: Range) => applicationFilters[rangeNames[range][0]].label

/** The days or words of a range. */
export function rangeIn(filters: FilterValues, range: Range) {
  const [from, to] = rangeNames[range]
  return { from: filters[from], to: filters[to] }
}

/** The filters that set a range; without its ends, that remove it. */
export function withRange(range: Range, { from, to }: { from?: string; to?: string }) {
  const [first, last] = rangeNames[range]
  return { [first]: from || undefined, [last]: to || undefined } as {
    [N in (typeof rangeNames)[Range][number]]?: string | undefined
  }
}

export const periodOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  periods.find((period) => period.from === from && period.to === to)

/** 'Yesterday', '1 Nov 2026 – 5 Nov 2026', 'from 1 Nov 2026'; undefined without any day. */
export function textOfRange(filters: FilterValues, range: Range, today: string) {
  const { from, to } = rangeIn(filters, range)
  if (!from && !to) return undefined
  const shown = (word: string) => formatDay(dayOf(word, today))
  const period = periodOf({ from, to })
  if (period) return period.label
  if (from && to) return from === to ? shown(from) : `${shown(from)} – ${shown(to)}`
  return from ? `from ${shown(from)}` : `until ${shown(to ?? '')}`
}

const hasWord = (word: string | undefined) => word !== undefined && !/^\d{4}-/.test(word)

/** Whether a day depends on when it is. */
export const isRelative = (filters: FilterValues) =>
  filtersOf('day').some((name) => hasWord(filters[name]))

/** The filters with days in place of words. */
export function withDays<F extends FilterValues>(filters: F, today: string): F {
  const days = filtersOf('day').flatMap((name) => {
    const word = filters[name]
    return word === undefined ? [] : [[name, dayOf(word, today)]]
  })
  return { ...filters, ...Object.fromEntries(days) }
}
