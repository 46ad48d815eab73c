import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { answerName } from '#api/hiring/applications/contract/answers.ts'
import { api, read, readAll, readList } from '../lib/api/api.ts'
import { readToSend } from '../lib/api/chosen-file.ts'
import { patchRow, perPage } from '../lib/api/entity-queries.ts'
import { applicationsKey } from '../status/applications-key.ts'
import { dated, otherFilters, queryOf, unfiltered } from './filter-queries.ts'
import type { ApplicationFilters } from './filters.ts'

const one = api.applications[':id']

export { applicationsKey }

/** With letter, full notes and job. */
export type Application = InferResponseType<typeof one.$get, 200>
/** Without the letter; notes are a plain-text excerpt. */
export type ListedApplication = InferResponseType<typeof api.applications.$get, 200>[number]
export type ApplicationChange = InferRequestType<typeof one.$put>['json']
export type Named = Pick<Application, 'id' | 'first_name' | 'last_name'>

export const applicationListKey = [...applicationsKey, 'list'] as const
export const applicationDetailKey = (id: number) => [...applicationsKey, 'detail', id] as const

/** One page; the previous page stays visible while it loads. */
export const applicationListQuery = (filters: ApplicationFilters) =>
  queryOptions({
    queryKey: [...applicationListKey, filters],
    queryFn: async ({ client, signal }) => {
      const { page, sort } = filters
      const window = { page: String(page), per_page: String(perPage), sort }
      const query = { ...queryOf(await dated(client, filters)), ...window }
      return readList(api.applications.$get({ query }, { init: { signal } }))
    },
    placeholderData: keepPreviousData,
  })

export const applicationDetailQuery = (id: number) =>
  queryOptions({
    queryKey: applicationDetailKey(id),
    queryFn: async ({ client }) => {
      const application = await read(one.$get({ param: { id: String(id) }, query: {} }))
      patchRow(client, applicationListKey, id, { unread: false })
      return application
    },
    // Fetched on opening, also after a prefetch: that is what marks it as read.
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > 5_000,
  })

/** Below `applicationsKey`, so that a decision on one shows in the others. */
export const alsoAppliedQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'also-applied', id],
    queryFn: () => read(one['also-applied'].$get({ param: { id: String(id) } })),
  })

/** Loads an application before it is opened, without marking it as read. */
export const prefetchApplication = (client: QueryClient, id: number) =>
  client.query({
    queryKey: applicationDetailKey(id),
    queryFn: () => read(one.$get({ param: { id: String(id) }, query: { prefetch: 'true' } })),
    staleTime: 30_000,
  })

/** Undoes the decision whose email is held until then. */
export const takeBack = (id: number, heldUntil: string) =>
  read(
    one['take-back'].$post(
      { param: { id: String(id) } },
      { headers: { 'If-Match': `"${heldUntil}"` } },
    ),
  )

/** Applications per status, under the filters of the list but the status. */
export const statsQuery = (filters: ApplicationFilters = unfiltered) =>
  queryOptions({
    queryKey: [...applicationsKey, 'stats', otherFilters(filters)],
    queryFn: async ({ client }) => {
      const query = otherFilters(await dated(client, filters))
      const { rows: counts, isCapped } = await readList(api.applications.stats.$get({ query }))
      return { counts, isCapped }
    },
    placeholderData: keepPreviousData,
  })

/** Applications per step, under the filters of the list but status and step. */
export const stepCountsQuery = (filters: ApplicationFilters) => {
  const others = { ...filters, step_id: undefined }
  return queryOptions({
    queryKey: [...applicationsKey, 'step-counts', otherFilters(others)],
    queryFn: async ({ client }) =>
      readList(api.applications.steps.$get({ query: otherFilters(await dated(client, others)) })),
    placeholderData: keepPreviousData,
  })
}

export type Stats =
  InferResponseType<typeof api.applications.stats.$get, 200> extends infer Counts
    ? { counts: Counts; isCapped: boolean }
    : never

export const totalOf = ({ counts }: { counts: Record<string, number> }) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** How many applications the person has not opened. */
export const unreadQuery = queryOptions({
  ...statsQuery({ ...unfiltered, unread: true }),
  select: totalOf,
})

/** How many candidates wait for a reply. */
export const waitingQuery = queryOptions({
  ...statsQuery({ ...unfiltered, waiting: true }),
  select: totalOf,
})

/** Creates an application received by email or post; `files` are by the name of their field. */
export async function enterApplication(
  json: InferRequestType<typeof api.applications.manual.$post>['json'],
  files: Record<string, File>,
) {
  if (!Object.keys(files).length) return read(api.applications.manual.$post({ json }))
  const { answers = {}, ...fields } = json
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) body.append(name, String(value))
  for (const [id, answer] of Object.entries(answers)) body.append(answerName(id), String(answer))
  for (const [name, file] of Object.entries(files)) body.append(name, await readToSend(file, name))
  // The browser sets Content-Type, with the multipart boundary.
  return read(api.applications.manual.$post({ json }, { init: { body, headers: {} } }))
}

type Job = InferResponseType<typeof api.jobs.$get, 200>[number]
export type Question = NonNullable<Job['questions']>[number]

const choice = ({ id, title, is_active, letter, letter_min, questions }: Job) => ({
  id,
  title,
  is_active,
  letter,
  letter_min,
  questions,
})
export type JobChoice = ReturnType<typeof choice>

/** All jobs by title, for a select. */
export const jobChoicesQuery = queryOptions({
  queryKey: ['jobs', 'choices'],
  queryFn: async (): Promise<JobChoice[]> => {
    const jobs = await readAll((query) => readList(api.jobs.$get({ query })))
    return jobs.map(choice).sort((a, b) => a.title.localeCompare(b.title, 'en'))
  },
})

/** Answers to a job's questions that are no longer offered, but that applications hold. */
export const formerOptionsQuery = (job_id: number) =>
  queryOptions({
    queryKey: ['jobs', 'former-options', job_id],
    queryFn: () =>
      read(api.applications['former-options'].$get({ query: { job_id: String(job_id) } })),
  })

/** Whether the job asks for a letter and a resume, and whether its decisions are told. */
export const jobModesQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'modes', id],
    queryFn: async () => {
      const job = await read(api.jobs[':id'].$get({ param: { id: String(id) }, query: {} }))
      const { letter, resume, tell } = job as Job
      return { letter, resume, tell }
    },
  })
