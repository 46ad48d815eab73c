import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { z } from 'zod'
import type { jobInput } from '#api/contract/jobs.ts'
import { ApiError, api, read, readList } from './api.ts'

const one = api.jobs[':id']

/** A job posting as staff see it. */
export type Job = InferResponseType<typeof api.jobs.$get, 200>[number]
export type JobInput = z.output<typeof jobInput>
export type JobPage = { rows: Job[]; total: number }

export const perPage = 50

/** Every query about job postings starts with this key. */
export const jobsKey = ['jobs'] as const
export const jobPagesKey = [...jobsKey, 'list'] as const

export const jobPageQuery = (page: number) =>
  queryOptions({
    queryKey: [...jobPagesKey, page],
    queryFn: (): Promise<JobPage> =>
      readList(api.jobs.$get({ query: { page: String(page), per_page: String(perPage) } })),
    placeholderData: keepPreviousData,
  })

/** Read anew each time a form opens, and not again while it is open: what is being typed stays. */
export const jobFormQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'form', id],
    queryFn: async () => (await read(one.$get({ param: { id } }))) as Job,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const setActive = (id: number, active: boolean) => {
  const param = { id: String(id) }
  return read(active ? one.activate.$post({ param }) : one.deactivate.$post({ param }))
}

/**
 * Creates a job posting, or changes the one with `id`. With `basedOn` (its `updated_at` when it was
 * read) the server refuses, 409, when somebody else has changed it since.
 */
export const saveJob = (input: JobInput, id?: number, basedOn?: string): Promise<unknown> =>
  id === undefined
    ? read(api.jobs.$post({ json: input }))
    : read(
        one.$put({
          param: { id: String(id) },
          json: { ...input, ...(basedOn && { updated_at: basedOn }) },
        }),
      )

/** The job as it is now, when a save was refused because somebody else had changed it. */
export const currentJob = (error: unknown): Job | undefined =>
  error instanceof ApiError && error.status === 409
    ? (error.body.current as Job | undefined)
    : undefined
