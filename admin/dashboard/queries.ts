import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { SetupItem } from '#api/setup/contract.ts'
import { api, checked, read } from '../lib/api.ts'

export type Dashboard = InferResponseType<typeof api.dashboard.$get, 200>
export type SetupStep = InferResponseType<typeof api.setup.$get, 200>[number]

/** For how long a tab goes on showing what was new when it was opened. */
const sameLook = 8 * 3600 * 1000

const storageKey = (person: number) => `dashboard-since-${person}`

/** From when on this tab shows things as new; undefined at its first look. */
function keptSince(person: number): string | undefined {
  try {
    const { since, at } = JSON.parse(sessionStorage.getItem(storageKey(person)) ?? '{}')
    return Date.now() - at < sameLook ? since : undefined
  } catch {
    return undefined
  }
}

/**
 * What is new since the person last looked, in this tab or another. A reload shows the same again;
 * the next tab begins here.
 */
export const dashboardQuery = (person: number) =>
  queryOptions({
    queryKey: ['dashboard', person],
    staleTime: 0,
    queryFn: async () => {
      const since = keptSince(person)
      const dashboard = await read(api.dashboard.$get({ query: since ? { since } : {} }))
      if (!since) {
        const look = { since: dashboard.since, at: Date.now() }
        sessionStorage.setItem(storageKey(person), JSON.stringify(look))
      }
      await checked(api.dashboard.seen.$post())
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

const privacyOutline = [
  '<p>[Your company] runs this careers site. This page says what happens with what you send us.</p>',
  '<h2>What we collect</h2><p>What you type and upload when you apply: your name, how to reach you, your letter, your answers and your resume.</p>',
  '<h2>Who sees it</h2><p>The people who read applications: [for example, the hiring team and the manager of the job].</p>',
  '<h2>How long we keep it</h2><p>[For example six months after the decision, then we delete it.]</p>',
  '<h2>Your rights</h2><p>You can ask us what we hold about you, have it corrected, or have it deleted. Write to [address].</p>',
].join('')

/** A draft with headings and gaps: what it says is for the company to decide. */
export const createPrivacyPage = () =>
  read(
    api.pages.$post({
      json: { title: 'Privacy', slug: 'privacy', content: privacyOutline, is_published: false },
    }),
  )
