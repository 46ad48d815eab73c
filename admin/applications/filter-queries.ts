/** What requests need of the filters. Without their schema: every screen loads the counts. */

import type { QueryClient } from '@tanstack/react-query'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import {
  type FilterName,
  type FilterValues,
  filterNames,
} from '#api/hiring/applications/contract/filters.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import type { ApplicationFilters } from './filters.ts'
import { isRelative, withDays } from './periods.ts'

export const unfiltered: ApplicationFilters = {
  status: 'all',
  job_id: 'all',
  q: '',
  sort: '-created_at',
  page: 1,
  answers: {},
}

/** The filters of the table that are set, as parameters. */
export const parametersOf = (filters: FilterValues) =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const text = String(filters[name] ?? '')
      return text ? [[name, text]] : []
    }),
  ) as { [N in FilterName]?: string }

/** With days in place of words, as the API takes them: today is that of the site's time zone. */
export async function dated(client: QueryClient, filters: ApplicationFilters) {
  if (!isRelative(filters)) return filters
  const { site_time_zone } = await client.ensureQueryData(publicSettingsQuery)
  return withDays(filters, dayIn(site_time_zone))
}

/** The filters as queries of the API take them, without the order and how it is shown. */
export function queryOf({ status, job_id, q, answers, ...others }: ApplicationFilters) {
  return { status, job_id: String(job_id), q, ...parametersOf(others), ...answers }
}

/** The same without the status: for the counts of each. */
export function otherFilters(filters: ApplicationFilters) {
  const { status: _, ...rest } = queryOf(filters)
  return rest
}

/** The filters as a bulk action takes them. */
export function bulkFilterOf(filters: ApplicationFilters) {
  const { view: _, sort: __, page: ___, answers, ...values } = filters
  return {
    ...values,
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, value]) => [name.replace('answer_', ''), value]),
    ),
  }
}
