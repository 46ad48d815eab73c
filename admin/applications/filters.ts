import { z } from 'zod'
import { maxSearch } from '#api/core/http/contract/paging.ts'
import { answeredQuestion } from '#api/hiring/applications/contract/answers.ts'
import { byFilter } from '#api/hiring/applications/contract/filters.ts'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { applicationSorts } from '#api/hiring/applications/contract.ts'
import { verdicts } from '#api/hiring/evaluations/contract/verdict.ts'
import { maxTags } from '#api/hiring/tags/contract/limits.ts'
import { maxSource } from '#api/website/visits/contract.ts'
import { parametersOf, unfiltered } from './filter-queries.ts'
import { dayWord } from './periods.ts'

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, maxSearch))

const ids = z
  .union([z.number(), z.string()])
  .transform((ids) => String(ids).split(',').map(Number))
  .pipe(z.array(z.int().positive()))

const parameter = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

const parameters = byFilter({
  only: parameter(z.literal('true').transform(() => true as const)),
  either: parameter(z.enum(['true', 'false']).transform((value) => value === 'true')),
  steps: parameter(z.union([z.literal('none'), ids])),
  tags: parameter(ids.refine(({ length }) => length <= maxTags)),
  verdict: parameter(z.coerce.number().pipe(z.literal([...verdicts]))),
  interview: parameter(z.enum(['upcoming', 'proposed', 'none'])),
  source: parameter(
    z
      .union([z.string(), z.number()])
      .transform((source) => String(source).trim().toLowerCase())
      .pipe(z.string().min(1).max(maxSource)),
  ),
  reason: parameter(z.coerce.number().pipe(z.int().positive())),
  day: parameter(z.string().regex(dayWord)),
})

const schema = z.object({
  status: z.enum([...applicationStatuses, 'all']).catch('all'),
  job_id: z.union([z.literal('all'), z.coerce.number().int().positive()]).catch('all'),
  ...parameters,
  q: text.catch(''),
  /** Columns in place of rows. */
  view: z.literal('board').optional().catch(undefined),
  sort: z.enum(applicationSorts).catch('-created_at'),
  page: z.coerce.number().int().positive().max(100_000_000).catch(1),
})

export type ApplicationFilters = z.output<typeof schema> & {
  /** By query parameter: `answer_12`. Only with a job, whose questions they answer. */
  answers: Record<string, string>
}

/** Filters from query parameters; invalid values are ignored. */
export function readFilters(search: object): ApplicationFilters {
  const filters = schema.parse(search)
  const answers = Object.entries(search).filter(
    ([name, value]) => filters.job_id !== 'all' && answeredQuestion(name) && value !== '',
  )
  return {
    ...filters,
    answers: Object.fromEntries(answers.map(([name, value]) => [name, String(value)])),
  }
}

/** Query parameters, without defaults. */
export function toSearch({
  answers,
  status,
  job_id,
  q,
  view,
  sort,
  page,
  ...others
}: ApplicationFilters): Record<string, string | number> {
  const own = Object.entries({ status, job_id, q, view, sort, page })
  const set = own.filter(([name, value]) => value !== unfiltered[name as keyof ApplicationFilters])
  return { ...Object.fromEntries(set), ...parametersOf(others), ...answers }
}

/** Whether any filter is set; sort and page are not filters. */
export const isFiltered = ({ status, job_id, q, ...others }: ApplicationFilters) =>
  status !== 'all' || job_id !== 'all' || q !== '' || Object.keys(parametersOf(others)).length > 0

/** Identifies which applications match; sort and page don't matter. */
export const filterKey = (filters: ApplicationFilters) =>
  JSON.stringify(toSearch({ ...filters, sort: unfiltered.sort, page: 1 }))
