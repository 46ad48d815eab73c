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

/** Which applications are listed, and in which order. */
export type ApplicationFilters = z.output<typeof schema>

/** The filters of an address; whatever makes no sense there counts as not given. */
export const readFilters = (search: unknown): ApplicationFilters => schema.parse(search ?? {})

const unfiltered = readFilters({})

/** The query of an address: only what differs from the whole list, so that addresses stay short. */
export function toSearch(filters: ApplicationFilters): Record<string, string | number> {
  const entries = Object.entries(filters)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== unfiltered[name as keyof ApplicationFilters]),
  )
}

/** Whether the list is narrowed at all; order and page narrow nothing. */
export const isFiltered = ({ status, job_id, q }: ApplicationFilters) =>
  status !== 'all' || job_id !== 'all' || q !== ''
