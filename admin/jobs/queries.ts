import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { jobInput } from '#api/jobs/contract.ts'
import { api, read, readList } from '../lib/api.ts'
import { formQuery, listQuery } from '../lib/entity-queries.ts'

const one = api.jobs[':id']

export type Job = InferResponseType<typeof api.jobs.$get, 200>[number]
export type JobValues = z.input<typeof jobInput>
type JobInput = z.output<typeof jobInput>
export type JobFormState = UseFormReturn<JobValues, unknown, JobInput>

/** Prefix of all job queries. */
export const jobsKey = ['jobs'] as const
const jobListKey = [...jobsKey, 'list'] as const

export const jobListQuery = (page: number) =>
  listQuery<Job>(jobListKey, page, (query) => readList(api.jobs.$get({ query })))

export const jobFormQuery = (id: string) =>
  formQuery(jobsKey, id, async () => (await read(one.$get({ param: { id } }))) as Job)

export const setActive = (id: number, active: boolean) => {
  const param = { id: String(id) }
  return read(active ? one.activate.$post({ param }) : one.deactivate.$post({ param }))
}

/** Creates a job, or updates `id`; throws a 409 when it has changed since `updated_at`. */
export const saveJob = (input: JobInput, id?: number, updated_at?: string): Promise<unknown> =>
  id === undefined
    ? read(api.jobs.$post({ json: input }))
    : read(one.$put({ param: { id: String(id) }, json: { ...input, updated_at } }))

export const deleteJob = (id: number) => one.$delete({ param: { id: String(id) } })
