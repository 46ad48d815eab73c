import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, read } from '../lib/api/api.ts'
import { applicationsKey } from '../status/applications-key.ts'

export type Tag = InferResponseType<typeof api.tags.$get, 200>[number]
type NewTag = InferRequestType<typeof api.tags.$post>['json']

/** Below applications, whose changes change the counts. */
export const tagsQuery = queryOptions({
  queryKey: [...applicationsKey, 'tags'],
  queryFn: () => read(api.tags.$get()),
  staleTime: 60_000,
})

export const createTag = (json: NewTag) => read(api.tags.$post({ json }))
