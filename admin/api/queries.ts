import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../lib/api/api.ts'

/** The parts of the OpenAPI document that the screen shows. */
export type OpenApi = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: { bearer?: string[] }[]
}

export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: () => read(api['openapi.json'].$get()) as Promise<unknown> as Promise<OpenApi>,
  // It only changes with the server.
  staleTime: Number.POSITIVE_INFINITY,
})
