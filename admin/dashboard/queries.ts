import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { siteSettings } from '#api/core/site-settings/contract.ts'
import type { SetupItem } from '#api/office/setup/contract.ts'
import { api, checked, read } from '../lib/api/api.ts'
import { privacyPage } from './privacy-page.ts'

export type Dashboard = InferResponseType<typeof api.dashboard.$get, 200>
export type SetupStep = InferResponseType<typeof api.setup.$get, 200>[number]

/** The server keeps since when changes are new, the same all day. */
export const dashboardQuery = (person: number) =>
  queryOptions({
    queryKey: ['dashboard', person],
    staleTime: 0,
    queryFn: async () => {
      const dashboard = await read(api.dashboard.$get({ query: {} }))
      // What was read counts, whether or not the mark arrives.
      checked(api.dashboard.seen.$post()).catch(() => null)
      return dashboard
    },
  })

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => read(api.setup.$get()),
  // People come back from the screen where they did a step.
  staleTime: 0,
})

export const skipStep = (item: SetupItem, skipped: boolean) =>
  read(api.setup.$put({ json: { item, skipped } }))

/** A draft for the company to read and publish. */
export async function createPrivacyPage() {
  const [settings, rules] = await Promise.all([
    read(api.settings.public.$get()),
    read(api.privacy.retention.$get()),
  ])
  const content = privacyPage(siteSettings(settings), rules)
  const json = { title: 'Privacy', slug: 'privacy', content, is_published: false }
  return read(api.pages.$post({ json }))
}
