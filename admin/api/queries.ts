import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read, readAll, readList } from '../lib/api/api.ts'

/** The parts of the OpenAPI document that the screen shows. */
export type OpenApi = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: { bearer?: string[]; token?: string[] }[]
}

export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: () => read(api['openapi.json'].$get()) as Promise<unknown> as Promise<OpenApi>,
  // It only changes with the server.
  staleTime: Number.POSITIVE_INFINITY,
})

export type ApiToken = InferResponseType<typeof api.tokens.$get, 200>[number]
export type CreatedToken = InferResponseType<typeof api.tokens.$post, 201>

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => readAll<ApiToken>((query) => readList(api.tokens.$get({ query }))),
})

export const createToken = (json: InferRequestType<typeof api.tokens.$post>['json']) =>
  read(api.tokens.$post({ json }))

export const revokeToken = (id: number) =>
  checked(api.tokens[':id'].$delete({ param: { id: String(id) } }))
