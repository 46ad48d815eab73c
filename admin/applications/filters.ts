import { z } from 'zod'
import { applicationStatuses } from '#api/applications/contract/status.ts'
import { applicationSorts } from '#api/applications/contract.ts'
import { longestSearch } from '#api/http/contract/paging.ts'

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, longestSearch))

const schema = z.object({
  status: z.enum([...applicationStatuses, 'all']).catch('all'),
  job_id: z.union([z.literal('all'), z.coerce.number().int().positive()]).catch('all'),
  q: text.catch(''),
  sort: z.enum(applicationSorts).catch('-created_at'),
  page: z.coerce.number().int().positive().max(100_000_000).catch(1),
})

export type ApplicationFilters = z.output<typeof schema>

/** Filters from query parameters; invalid values are ignored. */
export const readFilters = (search: unknown): ApplicationFilters => schema.parse(search ?? {})

const unfiltered = readFilters({})

/** Query parameters, without defaults. */
export function toSearch(filters: ApplicationFilters): Record<string, string | number> {
  const entries = Object.entries(filters)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== unfiltered[name as keyof ApplicationFilters]),
  )
}

/** Whether any filter is set; sort and page are not filters. */
export const isFiltered = ({ status, job_id, q }: ApplicationFilters) =>
  status !== 'all' || job_id !== 'all' || q !== ''
