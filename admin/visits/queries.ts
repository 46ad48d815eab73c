import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from '../lib/api/api.ts'

/** As in the address: text. */
export type VisitFilters = { job_id: string; days: string }

export const periods = { '7': '7 days', '30': '30 days', '90': '90 days', '400': '400 days' }

export const readFilters = (search: Record<string, unknown>): VisitFilters => ({
  job_id: /^[1-9]\d{0,15}$/.test(String(search.job_id)) ? String(search.job_id) : '',
  days: Object.hasOwn(periods, String(search.days)) ? String(search.days) : '30',
})

export const visitsQuery = ({ job_id, days }: VisitFilters) =>
  queryOptions({
    queryKey: ['visits', job_id, days],
    queryFn: ({ signal }) =>
      read(api.visits.$get({ query: { days, ...(job_id && { job_id }) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })
