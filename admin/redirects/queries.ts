import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { Redirect } from '#api/website/redirects/contract.ts'
import { api, checked } from '../lib/api/api.ts'

type ListedRedirect = InferResponseType<typeof api.redirects.$get, 200>[number]

/** `version` is the ETag: what a change is based on. */
export type RedirectList = { rows: ListedRedirect[]; version: string }

type Answer = { headers: Headers; json(): Promise<unknown> }

const asList = async (response: Answer): Promise<RedirectList> => ({
  rows: (await response.json()) as ListedRedirect[],
  version: response.headers.get('etag') ?? '*',
})

export const redirectsQuery = queryOptions({
  queryKey: ['redirects'],
  queryFn: async () => asList(await checked(api.redirects.$get())),
})

/** Replaces the list; throws a 409 when it has changed since `version`. */
export const saveRedirects = async (json: Redirect[], version: string) =>
  asList(await checked(api.redirects.$put({ json }, { headers: { 'If-Match': version } })))
