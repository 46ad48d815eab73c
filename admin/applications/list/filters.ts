import { z } from 'zod'
import { answeredQuestion } from '#api/applications/contract/answers.ts'
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
  unread: z.literal('true').optional().catch(undefined),
  waiting: z.literal('true').optional().catch(undefined),
  due: z.literal('true').optional().catch(undefined),
  keep: z.literal('true').optional().catch(undefined),
  withdrawn: z.enum(['true', 'false']).optional().catch(undefined),
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

/** Filters that are on or off, in this order. */
export const onlyLabel = {
  unread: 'Unread',
  waiting: 'Waiting for an answer',
  due: 'Due today or late',
  keep: 'Agreed to be kept',
} as const
export const onlyFilters = Object.keys(onlyLabel) as (keyof typeof onlyLabel)[]

export const withdrawnLabel = { true: 'Withdrawn', false: 'Not withdrawn' } as const

const unfiltered = readFilters({})

/** Query parameters, without defaults. */
export function toSearch({
  answers,
  ...filters
}: ApplicationFilters): Record<string, string | number> {
  const entries = Object.entries(filters)
  const set = entries.filter(([name, value]) => value !== unfiltered[name as keyof typeof filters])
  return { ...Object.fromEntries(set), ...answers }
}

/** Whether any filter is set; sort and page are not filters. */
export const isFiltered = (filters: ApplicationFilters) => {
  const { status, job_id, q, unread, waiting, due, keep, withdrawn } = filters
  if (status !== 'all' || job_id !== 'all' || q !== '') return true
  return Boolean(unread || waiting || due || keep || withdrawn)
}

/** Identifies which applications match; sort and page don't matter. */
export const filterKey = (filters: ApplicationFilters) =>
  JSON.stringify(toSearch({ ...filters, sort: unfiltered.sort, page: 1 }))
