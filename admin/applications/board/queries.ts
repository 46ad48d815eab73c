import { queryOptions } from '@tanstack/react-query'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import { api, readList } from '../../lib/api/api.ts'
import { dated, queryOf } from '../filter-queries.ts'
import type { ApplicationFilters } from '../filters.ts'
import { applicationListKey } from '../queries.ts'

/** Cards of one column; the list shows the rest. */
export const perColumn = 30

/** A status, without those in a step, or one of its steps. */
export type Column = {
  status: ApplicationStatus
  /** Absent where the status has no steps. */
  step?: { id: number; name: string; job_title: string | null; template_id: number | null } | 'none'
}

export const idOfColumn = ({ status, step }: Column) =>
  typeof step === 'object' ? `step-${step.id}` : status

/** The list's filters for what is in the column. */
export const filtersOf = ({ status, step }: Column) => ({
  status,
  step_id: typeof step === 'object' ? [step.id] : step,
})

/** Below the lists, so that a change of a row shows at once. */
export const columnQuery = (filters: ApplicationFilters, column: Column) => {
  const { sort } = filters
  const shown = { ...filters, ...filtersOf(column) }
  const window = { page: '1', per_page: String(perColumn), sort }
  return queryOptions({
    queryKey: [...applicationListKey, 'board', { ...queryOf(shown), ...window }],
    queryFn: async ({ client, signal }) => {
      const query = { ...queryOf(await dated(client, shown)), ...window }
      return readList(api.applications.$get({ query }, { init: { signal } }))
    },
  })
}
