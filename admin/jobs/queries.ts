import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { jobInput } from '#api/website/jobs/contract.ts'
import { api, read, readAll, readList } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { formQuery, listQuery } from '../lib/api/entity-queries.ts'
import type { JobFilters } from './list/filters.ts'

const one = api.jobs[':id']

export type Job = InferResponseType<typeof api.jobs.$get, 200>[number]
export type JobValues = z.input<typeof jobInput>
type JobInput = z.output<typeof jobInput>
export type JobFormState = UseFormReturn<JobValues, unknown, JobInput>

/** Prefix of all job queries. */
export const jobsKey = ['jobs'] as const
const jobListKey = [...jobsKey, 'list'] as const

export const jobListQuery = ({ page, ...filters }: JobFilters) => {
  const { q, team, type, workplace, place, state, mine } = filters
  const search = {
    ...(q && { q }),
    ...(team && { team }),
    ...(type && { type }),
    ...(workplace && { workplace }),
    ...(place && { place }),
    ...(state && { state }),
    ...(mine && { mine }),
  }
  return listQuery<Job>([...jobListKey, search], page, (query) =>
    readList(api.jobs.$get({ query: { ...query, ...search } })),
  )
}

/** The teams, types, workplaces and places of the active jobs. */
export const jobFacetsQuery = queryOptions({
  queryKey: [...jobsKey, 'facets'],
  queryFn: () =>
    read(api.jobs.active.facets.$get({ query: { team: [], type: [], workplace: [], place: [] } })),
})

/** How many jobs visitors find in the list. */
export const listedJobsQuery = queryOptions({
  queryKey: [...jobsKey, 'listed'],
  queryFn: async () =>
    (await readList(api.jobs.active.$get({ query: { page: '1', per_page: '1' } }))).total,
})

export const jobFormQuery = (id: string) =>
  formQuery(
    jobsKey,
    id,
    async () => (await read(one.$get({ param: { id }, query: { draft: 'true' } }))) as Job,
  )

export type JobSuggestions = InferResponseType<typeof api.jobs.suggestions.$get, 200>

export const noSuggestions: JobSuggestions = {
  teams: [],
  places: [],
  countries: [],
  contacts: [],
  pay_currency: null,
  pay_unit: null,
}

/** Follows `jobsKey`: the job just saved is the latest. */
export const jobSuggestionsQuery = queryOptions({
  queryKey: [...jobsKey, 'suggestions'],
  queryFn: () => read(api.jobs.suggestions.$get()),
})

/** For the choice of the page about a team: anyone may read them. */
export const publishedPagesQuery = queryOptions({
  queryKey: ['pages', 'published'],
  queryFn: () => readAll((query) => readList(api.pages.published.$get({ query }))),
})

export const setActive = (id: number, active: boolean) => {
  const param = { id: String(id) }
  return read(active ? one.activate.$post({ param }) : one.deactivate.$post({ param }))
}

/** Puts back what Activate or Deactivate changed; throws a 409 when the job has changed since. */
export const restoreState = ({ id, is_active, opens_on, closes_on }: Job, updated_at: string) => {
  const json = { is_active, opens_on, closes_on, updated_at }
  return read(one.$put({ param: { id: String(id) }, json }))
}

type Base = Pick<Job, 'updated_at' | 'draft_saved_at'>

type Save = { input: JobInput; id: number | undefined; based: object }

const send = ({ input, id, based }: Save) =>
  id === undefined
    ? read(api.jobs.$post({ json: input }))
    : read(one.$put({ param: { id: String(id) }, json: { ...input, ...based } }))

/** Questions that someone else has removed become new ones. */
const sendAgain = (save: Save): ReturnType<typeof send> =>
  send(save).catch((error) => {
    const { input, id } = save
    const removed = unknownQuestions(error)
    if (!removed.length) throw error
    const questions = input.questions?.map(({ id: question, ...rest }, index) =>
      removed.includes(index) || id === undefined ? rest : { ...rest, id: question },
    )
    return sendAgain({ ...save, input: { ...input, questions } })
  })

/**
 * Creates a job, or updates `id` and publishes the draft that the form began with; throws a 409 when
 * either has changed since.
 */
export const saveJob = (input: JobInput, id?: number, base?: Base) => {
  const draft = base?.draft_saved_at ? { draft_saved_at: base.draft_saved_at } : {}
  return sendAgain({ input, id, based: { ...draft, updated_at: base?.updated_at } })
}

/** Saves beside the job that visitors see; throws a 409 when it or the draft has changed since. */
export const saveJobDraft = async (input: JobInput, id: number, base?: Base) => {
  const basedOn = { draft_saved_at: base?.draft_saved_at ?? null, updated_at: base?.updated_at }
  const based = { draft: true, ...basedOn }
  return (await sendAgain({ input, id, based })) as Job
}

/** The places of questions whose id the server doesn't know. */
const unknownQuestions = (error: unknown) =>
  ((error instanceof ApiError && error.body.details) || [])
    .filter(({ path }) => path[0] === 'questions' && path[2] === 'id')
    .map(({ path }) => path[1])

export const duplicateJob = (id: number) => read(one.duplicate.$post({ param: { id: String(id) } }))

export const deleteJob = (id: number) => one.$delete({ param: { id: String(id) } })
