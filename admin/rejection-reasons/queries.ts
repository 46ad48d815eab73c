import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read } from '../lib/api/api.ts'

const reasons = api['rejection-reasons']

export type Reason = InferResponseType<typeof reasons.$get, 200>[number]
type ReasonInput = InferRequestType<typeof reasons.$put>['json'][number]

export const reasonsKey = ['rejection-reasons'] as const

export const reasonsQuery = queryOptions({
  queryKey: reasonsKey,
  queryFn: () => read(reasons.$get()),
  staleTime: 60_000,
})

/** `tag` is the ETag: what a change is based on. */
export type ReasonList = { reasons: Reason[]; tag: string }

const asList = async (response: { headers: Headers; json(): Promise<unknown> }) => ({
  reasons: (await response.json()) as Reason[],
  tag: response.headers.get('etag') ?? '',
})

export const reasonListQuery = queryOptions({
  queryKey: [...reasonsKey, 'list'],
  queryFn: async (): Promise<ReasonList> => asList(await checked(reasons.$get())),
  staleTime: 0,
})

/** Throws a 409 when the reasons have changed since `tag`. */
export const saveReasons = async (json: ReasonInput[], tag: string): Promise<ReasonList> =>
  asList(await checked(reasons.$put({ json }, { headers: { 'If-Match': tag } })))
