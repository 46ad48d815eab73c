import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import type { HiringReport } from '#api/office/reports/contract/row.ts'
import { api, read } from '../lib/api/api.ts'

type Row = HiringReport['rows'][number]

export type { HiringReport, Row }

/** What a row can be about, and what its column is called. */
export const groups = {
  month: 'Month',
  source: 'Source',
  job: 'Job',
  team: 'Team',
  step: 'Step',
  reason: 'Reason',
} as const
type Group = keyof typeof groups

/** As in the address: text. Without days, the last twelve months. */
export type ReportFilters = { group: Group; job_id: string; from: string; to: string }

const dayIn = (text: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(text)) ? String(text) : '')

export const readFilters = (search: Record<string, unknown>): ReportFilters => ({
  group: Object.hasOwn(groups, String(search.group)) ? (search.group as Group) : 'month',
  job_id: /^[1-9]\d{0,14}$/.test(String(search.job_id)) ? String(search.job_id) : '',
  from: dayIn(search.from),
  to: dayIn(search.to),
})

/** For the address and the API: without what is not set. */
export const queryOf = ({ group, ...others }: ReportFilters) => ({
  group,
  ...Object.fromEntries(Object.entries(others).filter(([, value]) => value)),
})

export const reportQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: ['reports', filters],
    queryFn: ({ signal }) =>
      read(api.reports.hiring.$get({ query: queryOf(filters) }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

type Period = { label: string; from: string; to: string }

/** Periods that are offered on that day; the first is the one without days. */
export function periodsOn(today: string): Period[] {
  const year = Number(today.slice(0, 4))
  const month = `${today.slice(0, 7)}-01`
  const before = daysLater(month, -1)
  return [
    { label: 'Last 12 months', from: '', to: '' },
    { label: 'This month', from: month, to: today },
    { label: 'Last month', from: `${before.slice(0, 7)}-01`, to: before },
    { label: `This year (${year})`, from: `${year}-01-01`, to: today },
    { label: `Last year (${year - 1})`, from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    { label: 'Last 5 years', from: `${year - 4}-01-01`, to: today },
  ]
}
