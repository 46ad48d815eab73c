import { z } from 'zod'
import { employmentTypes, jobStates, maxLengths, workplaces } from '#api/website/jobs/contract.ts'

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.trim().slice(0, max))
    .catch('')

const schema = z.object({
  q: text(maxLengths.q),
  team: text(maxLengths.team),
  type: z.enum(['', ...employmentTypes]).catch(''),
  workplace: z.enum(['', ...workplaces]).catch(''),
  place: text(maxLengths.place),
  state: z.enum(['', ...jobStates]).catch(''),
  mine: z.enum(['', 'true']).catch(''),
  page: z.coerce.number().int().positive().max(100_000_000).catch(1),
})

export type JobFilters = z.output<typeof schema>

/** Filters from query parameters; invalid values are ignored. */
export const readFilters = (search: unknown): JobFilters => schema.parse(search ?? {})

const unfiltered = readFilters({})

/** Query parameters, without those that don't filter. */
export const toSearch = ({ page, ...filters }: JobFilters): Record<string, string | number> => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
  ...(page > 1 && { page }),
})

/** Whether any filter is set; the page is no filter. */
export const isFiltered = (filters: JobFilters) =>
  Object.keys(toSearch({ ...filters, page: unfiltered.page })).length > 0
