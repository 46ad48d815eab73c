import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, read } from '../../lib/api/api.ts'
import { applicationsKey } from '../queries.ts'

const steps = api['hiring-steps']

export type Step = InferResponseType<typeof steps.$get, 200>[number]

/** Prefix of all queries of steps; below applications, whose changes change the counts. */
export const stepsKey = [...applicationsKey, 'steps'] as const

/** The steps for applications of the job: its own, else those of the company. */
export const stepsForJobQuery = (job: number | 'all') =>
  queryOptions({
    queryKey: [...stepsKey, 'for-job', job],
    queryFn: () => read(steps.$get({ query: job === 'all' ? {} : { job_id: String(job) } })),
    staleTime: 60_000,
  })

/** The steps of all jobs that have their own. */
export const stepsOfJobsQuery = queryOptions({
  queryKey: [...stepsKey, 'of-jobs'],
  queryFn: () => read(steps['of-jobs'].$get()),
  staleTime: 60_000,
})
