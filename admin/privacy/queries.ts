import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { z } from 'zod'
import type { privacyRules, retentionRules } from '#api/hiring/privacy/contract.ts'
import { api, checked, read } from '../lib/api/api.ts'

const { retention } = api.privacy

export type Privacy = InferResponseType<typeof retention.$get, 200>
export type Rules = z.output<typeof privacyRules>
/** The rules that erase, in days; null: no rule. */
type Days = Pick<Rules, keyof typeof retentionRules>

/** Prefix of all queries of the screen. */
export const privacyKey = ['privacy'] as const

export const privacyQuery = queryOptions({
  queryKey: [...privacyKey, 'rules'],
  queryFn: () => read(retention.$get()),
})

/** What these rules would erase now. */
export const previewQuery = (days: Days) =>
  queryOptions({
    queryKey: [...privacyKey, 'preview', days],
    queryFn: ({ signal }) => {
      const given = Object.entries(days).filter(([, value]) => value !== null)
      const query = Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
      return read(retention.preview.$get({ query }, { init: { signal } }))
    },
  })

export const takeBack = () => checked(retention.pending.$delete())

export const saveRules = (rules: Rules, updated_at?: string) =>
  read(retention.$put({ json: { ...rules, updated_at } }))

/** How many get new jobs by email. */
export const alertsQuery = queryOptions({
  queryKey: [...privacyKey, 'alerts'],
  queryFn: () => read(api.alerts.$get()),
})

export const endAlerts = (email: string) => read(api.alerts.erase.$post({ json: { email } }))
