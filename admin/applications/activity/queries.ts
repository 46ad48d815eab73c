import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, read } from '../../lib/api/api.ts'
import { applicationsKey } from '../queries.ts'

const one = api.applications[':id']

export type Happening = InferResponseType<typeof one.activity.$get, 200>[number]

/** Below the key of all applications: whatever changes one of them loads it again. */
export const activityQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'activity', id],
    queryFn: () => read(one.activity.$get({ param: { id: String(id) } })),
  })
