import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, read } from '../lib/api/api.ts'

const routes = api['email-settings']

export type EmailSettings = InferResponseType<typeof routes.$get, 200>
export type EmailDns = InferResponseType<typeof routes.dns.$get, 200>
export type TestOutcome = InferResponseType<typeof routes.test.$post, 200>
export type Change = InferRequestType<typeof routes.$put>['json']

export const emailSettingsQuery = queryOptions({
  queryKey: ['email-settings'],
  queryFn: () => read(routes.$get()),
})

/** The records change elsewhere, at the domain's DNS provider. */
export const emailDnsQuery = queryOptions({
  queryKey: ['email-settings', 'dns'],
  queryFn: () => read(routes.dns.$get()),
  staleTime: 0,
})

export const saveEmailSettings = (json: Change) => read(routes.$put({ json }))

export const sendTest = () => read(routes.test.$post())
