import { z } from 'zod'
import { longestSearch } from '#api/core/http/contract/paging.ts'
import { answeredQuestion } from '#api/hiring/applications/contract/answers.ts'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { applicationSorts } from '#api/hiring/applications/contract.ts'
import { mostTags } from '#api/hiring/tags/contract/limits.ts'
import { onlyFilters, unfiltered } from './filter-queries.ts'

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, longestSearch))

const schema = z.object({
  status: z.enum([...applicationStatuses, 'all']).catch('all'),
  job_id: z.union([z.literal('all'), z.coerce.number().int().positive()]).catch('all'),
  step_id: z
    .union([
      z.literal('none'),
      z
        .union([z.number(), z.string()])
        .transform((ids) => String(ids).split(',').map(Number))
        .pipe(z.array(z.int().positive())),
    ])
    .optional()
    .catch(undefined),
  tags: z
    .union([z.number(), z.string()])
    .transform((ids) => String(ids).split(',').map(Number))
    .pipe(z.array(z.int().positive()).max(mostTags))
    .optional()
    .catch(undefined),
  q: text.catch(''),
  unread: z.literal('true').optional().catch(undefined),
  unread_messages: z.literal('true').optional().catch(undefined),
  waiting: z.literal('true').optional().catch(undefined),
  due: z.literal('true').optional().catch(undefined),
  step_due: z.literal('true').optional().catch(undefined),
  keep: z.literal('true').optional().catch(undefined),
  mine: z.literal('true').optional().catch(undefined),
  withdrawn: z.enum(['true', 'false']).optional().catch(undefined),
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

export const withdrawnLabel = { true: 'Withdrawn', false: 'Not withdrawn' } as const

/** Query parameters, without defaults. */
export function toSearch({
  answers,
  tags = [],
  step_id,
  ...filters
}: ApplicationFilters): Record<string, string | number> {
  const entries = Object.entries(filters)
  const set = entries.filter(([name, value]) => value !== unfiltered[name as keyof typeof filters])
  return {
    ...Object.fromEntries(set),
    ...(step_id && { step_id: String(step_id) }),
    ...(tags.length && { tags: tags.join(',') }),
    ...answers,
  }
}

/** Whether any filter is set; sort and page are not filters. */
export const isFiltered = (filters: ApplicationFilters) => {
  const { status, job_id, step_id, tags, q, withdrawn } = filters
  if (status !== 'all' || job_id !== 'all' || q !== '') return true
  return Boolean(step_id || tags?.length || withdrawn || onlyFilters.some((name) => filters[name]))
}

/** Identifies which applications match; sort and page don't matter. */
export const filterKey = (filters: ApplicationFilters) =>
  JSON.stringify(toSearch({ ...filters, sort: unfiltered.sort, page: 1 }))
