import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { type Step, stepsKey } from '../applications/steps/queries.ts'
import { api, checked } from '../lib/api/api.ts'

const company = api['hiring-steps']
const ofJob = api.jobs[':id']['hiring-steps']

export type StepInput = InferRequestType<typeof company.$put>['json'][number]

/** `tag` is the ETag: what a change is based on. */
export type StepList = { steps: Step[]; tag: string }

type Answer = { headers: Headers; json(): Promise<unknown> }

const asList = async (response: Answer): Promise<StepList> => ({
  steps: (await response.json()) as Step[],
  tag: response.headers.get('etag') ?? '',
})

/** Those of the company, or those that the job has of its own. */
export const stepListQuery = (job: number | null) =>
  queryOptions({
    queryKey: [...stepsKey, 'list', job],
    queryFn: async () =>
      asList(
        await checked(
          job === null ? company.$get({ query: {} }) : ofJob.$get({ param: { id: String(job) } }),
        ),
      ),
  })

/** Throws a 409 when the steps have changed since `tag`. */
export async function saveSteps(job: number | null, json: StepInput[], tag: string) {
  const headers = { headers: { 'If-Match': tag } }
  return asList(
    await checked(
      job === null
        ? company.$put({ json }, headers)
        : ofJob.$put({ param: { id: String(job) }, json }, headers),
    ),
  )
}
