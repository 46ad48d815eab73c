import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { answerName } from '#api/applications/contract/answers.ts'
import { api, read, readAll, readList } from '../lib/api/api.ts'
import { readToSend } from '../lib/api/chosen-file.ts'
import { patchRow, perPage } from '../lib/api/entity-queries.ts'
import type { ApplicationFilters } from './list/filters.ts'

const one = api.applications[':id']

/** With letter, full notes and job. */
export type Application = InferResponseType<typeof one.$get, 200>
/** Without the letter; notes are a plain-text excerpt. */
export type ListedApplication = InferResponseType<typeof api.applications.$get, 200>[number]
export type ApplicationChange = InferRequestType<typeof one.$put>['json']
export type Named = Pick<Application, 'id' | 'first_name' | 'last_name'>

/** Prefix of all application queries: invalidating it reloads lists, counts and details. */
export const applicationsKey = ['applications'] as const
export const applicationListKey = [...applicationsKey, 'list'] as const
export const applicationDetailKey = (id: number) => [...applicationsKey, 'detail', id] as const

/** One page; the previous page stays visible while it loads. */
export const applicationListQuery = (filters: ApplicationFilters) =>
  queryOptions({
    queryKey: [...applicationListKey, filters],
    queryFn: ({ signal }) => {
      const { page, job_id, answers, ...rest } = filters
      const numbers = { page: String(page), per_page: String(perPage), job_id: String(job_id) }
      return readList(
        api.applications.$get({ query: { ...rest, ...numbers, ...answers } }, { init: { signal } }),
      )
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

type OtherFilters = Omit<ApplicationFilters, 'status' | 'sort' | 'page'>

/** Applications per status, under the filters of the list but the status. */
export const statsQuery = (
  { job_id, q, unread, waiting, due, keep, withdrawn, answers }: OtherFilters = {
    job_id: 'all',
    q: '',
    answers: {},
  },
) =>
  queryOptions({
    queryKey: [
      ...applicationsKey,
      'stats',
      { job_id, q, unread, waiting, due, keep, withdrawn, answers },
    ],
    queryFn: () =>
      read(
        api.applications.stats.$get({
          query: { job_id: String(job_id), q, unread, waiting, due, keep, withdrawn, ...answers },
        }),
      ),
    placeholderData: keepPreviousData,
  })

const totalOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** How many applications the person has not opened. */
export const unreadQuery = queryOptions({
  ...statsQuery({ job_id: 'all', q: '', answers: {}, unread: 'true' }),
  select: totalOf,
})

/** How many candidates wait for a reply. */
export const waitingQuery = queryOptions({
  ...statsQuery({ job_id: 'all', q: '', answers: {}, waiting: 'true' }),
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
