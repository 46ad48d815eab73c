import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { hc } from 'hono/client'
import type { Api } from '#api/app.ts'
import { basePath } from '#api/core/environment/env.ts'
import { settingDefaults, siteSettings } from '#api/core/site-settings/contract.ts'
import { server } from '#api/server.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { maxJobsInFeed } from '#api/website/jobs/contract/feed.ts'
import type { JobSearch } from '#api/website/jobs/contract/job-search.ts'

const rendering = new AsyncLocalStorage<{ incomplete: boolean; maintenance: boolean }>()

/** The address of the visitor for whom a page is rendered, for rate limits. */
export const visitorAddress = new AsyncLocalStorage<string>()

/**
 * The API in process, called as an anonymous visitor: drafts and inactive jobs cannot reach a
 * public page, because the API does not return them.
 */
const visitor = hc<Api>('http://site', {
  fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await server.api.fetch(new Request(input, init), {
      ip: visitorAddress.getStore() ?? '127.0.0.1',
    })
    const page = rendering.getStore()
    if (page && answer.status >= 500) page.incomplete = true
    return answer
  },
}).api

/**
 * Renders a page. `incomplete`: some read of it failed, even if the page looks whole.
 * `maintenance`: it is the maintenance page.
 */
export async function observeRender(render: () => Promise<Response>) {
  const page = { incomplete: false, maintenance: false }
  const response = await rendering.run(page, render)
  return { response, ...page }
}

/** Reports the maintenance page to `observeRender`. */
export function reportMaintenance() {
  const page = rendering.getStore()
  if (page) page.maintenance = true
}

/**
 * For the middleware, once per render: pages take `Astro.locals.settings`. The public settings;
 * their defaults when they cannot be read, so that the page can still be shown. `public_url` is
 * always set, with BASE_PATH and without a trailing slash, and never taken from a request (CWE-644).
 */
export async function readSettings() {
  const response = await visitor.settings.public.$get()
  const rows = response.ok ? await response.json() : []
  const settings = response.ok ? siteSettings(rows) : settingDefaults
  const origin = (server.env.PUBLIC_URL || settings.public_url).replace(/\/+$/, '')
  return {
    ...settings,
    public_url: origin ? origin + basePath : server.ownAddress(),
    /** The languages of the texts of staff, where the site has several. */
    text_languages: Object.fromEntries(
      rows.map(({ key, shown_language }) => [key, shown_language]),
    ),
  }
}

type Menus = Awaited<ReturnType<Awaited<ReturnType<typeof visitor.menus.$get>>['json']>>
export type MenuLink = Menus['header'][number]

/** The menus, read once per render. Home and Jobs when they cannot be read, and in maintenance. */
export function readMenus(locals: App.Locals): Promise<Menus> {
  locals.menus ??= fetchMenus(locals)
  return locals.menus
}

async function fetchMenus({ settings, words }: App.Locals): Promise<Menus> {
  // During maintenance the API rejects this read, which would count as a failure.
  const isOpen = settings.maintenance_mode !== 'true'
  const response = isOpen ? await visitor.menus.$get() : undefined
  if (response?.ok) return response.json()
  const { home, jobs } = words.site.menu
  const header = [
    { label: home, href: '/' },
    { label: jobs, href: '/jobs' },
  ]
  return { header, footer: [], privacy: null }
}

export type PublicSettings = Awaited<ReturnType<typeof readSettings>>

/** The published look with its pictures; the default if unreadable. For the middleware. */
export async function readAppearance(): Promise<PublishedAppearance> {
  const response = await visitor.appearance.published.$get()
  return response.ok ? response.json() : { ...defaultAppearance, pictures: [] }
}

/** Who staff sign in with at the company; null where that is not set up. */
export async function readCompanySignIn(): Promise<string | null> {
  const response = await visitor.auth.oidc.$get()
  return response.ok ? (await response.json()).label : null
}

/** The look of a preview; null when its token is not valid, or no longer. */
export async function readPreview(token: string): Promise<PublishedAppearance | null> {
  const response = await visitor.appearance.preview.$get({ query: { token } })
  return response.ok ? response.json() : null
}

type JobsPage = Awaited<ReturnType<Awaited<ReturnType<typeof visitor.jobs.active.$get>>['json']>>
export type PublicJob = JobsPage[number]

type Page<T> = { ok: boolean; headers: Headers; json(): Promise<T[]> }

/**
 * The rows of a list, page by page; null when one of the pages cannot be read.
 * @param max how many of them; by default all
 */
async function readAll<T>(
  read: (query: { page: string; per_page: string }) => Promise<Page<T>>,
  { perPage = 500, max = Number.POSITIVE_INFINITY } = {},
) {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    // Other requests come in between.
    if (page > 1) await setImmediate()
    const answer = await read({ page: String(page), per_page: String(perPage) })
    if (!answer.ok) return null
    const more = await answer.json()
    rows.push(...more)
    if (!more.length || rows.length >= Math.min(totalOf(answer), max)) return rows
  }
}

const totalOf = ({ headers }: { headers: Headers }) => Number(headers.get('X-Total-Count'))

/**
 * Active jobs, newest first, and how many there are; null when they cannot be read.
 * @param max how many of them; by default all
 */
export async function readActiveJobs(max?: number) {
  const read = (query: { page: string; per_page: string }) => visitor.jobs.active.$get({ query })
  if (!max) {
    const jobs: PublicJob[] | null = await readAll(read)
    return jobs && { jobs, total: jobs.length }
  }
  const answer = await read({ page: '1', per_page: String(max) })
  return answer.ok ? { jobs: await answer.json(), total: totalOf(answer) } : null
}

export type JobSummary = Awaited<
  ReturnType<Awaited<ReturnType<typeof visitor.jobs.active.summaries.$get>>['json']>
>[number]

/** The job that takes open applications: null without one, undefined when it cannot be read. */
export async function readOpenApplication() {
  const response = await visitor.jobs.active['open-application'].$get()
  return response.ok ? response.json() : undefined
}

/** In short, every active job that matches, newest first; null when they cannot be read. */
export const readJobSummaries = ({ page: _, ...search }: Partial<JobSearch> = {}) =>
  readAll<JobSummary>((paging) =>
    visitor.jobs.active.summaries.$get({ query: { ...search, ...paging } }),
  )

/** With their texts, newest first; null when they cannot be read. Of 100 the texts take some milliseconds. */
export const readJobsForBoards = () =>
  readAll<PublicJob>((query) => visitor.jobs.active.$get({ query }), {
    perPage: 100,
    max: maxJobsInFeed,
  })

type PublicPage = Awaited<
  ReturnType<Awaited<ReturnType<typeof visitor.pages.published.$get>>['json']>
>[number]

/** Every published page without its content; null when they cannot be read. */
export const readPublishedPages = () =>
  readAll<PublicPage>((query) => visitor.pages.published.$get({ query }))

/** A published page, 'missing', or null if unreadable. For an old slug, `page.slug` is current. */
export async function findPage(slug: string) {
  const response = await visitor.pages.slug[':slug'].$get({
    param: { slug: encodeURIComponent(slug) },
  })
  if (response.ok) return response.json()
  return (response.status as number) === 404 ? 'missing' : null
}

/** Like `findPage`, but 'missing' for an old slug. */
export async function readPage(slug: string) {
  const page = await findPage(slug)
  return page && page !== 'missing' && page.slug !== slug ? 'missing' : page
}

/** An active job, or the status that explains its absence (404, 410 or 503). */
export async function readJob(id: string) {
  // hc inserts parameters into the path unescaped, so only ids may get there.
  if (!/^\d+$/.test(id)) return 404
  const response = await visitor.jobs[':id'].$get({ param: { id }, query: {} })
  return response.ok ? response.json() : (response.status as number)
}

/** What a preview link shows; the status that explains its absence otherwise. */
export async function readDraft(token: string) {
  // hc inserts parameters into the path unescaped.
  if (!/^[\w-]+\.?$/.test(token)) return 404
  const response = await visitor.drafts[':token'].$get({ param: { token } })
  return response.ok ? response.json() : (response.status as number)
}

/** A job as its own page shows it. */
export type ShownJob = Exclude<Awaited<ReturnType<typeof readJob>>, number>

/** The day a closed job closed; undefined when that is not known. */
export async function readClosedOn(id: string) {
  const response = await visitor.jobs[':id'].$get({ param: { id }, query: {} })
  if ((response.status as number) !== 410) return undefined
  const { closed_on } = (await response.json()) as { closed_on?: string }
  return closed_on
}

/** Open jobs to show beside a job, or in place of a closed one; [] when they cannot be read. */
export async function readSimilarJobs(id: string | number) {
  const response = await visitor.jobs[':id'].similar.$get({ param: { id: String(id) } })
  return response.ok ? response.json() : []
}

/** Jobs on Home. More are behind a link: 2,000 made a page of 170 KB, compressed. */
export const maxOnHome = 300

/** Jobs on one page of /jobs. */
const jobsPerPage = 60

/** How many pages of /jobs so many jobs take. */
export const pageCount = (jobs: number) => Math.max(1, Math.ceil(jobs / jobsPerPage))

/** One page of the job list; null when it cannot be read. */
export async function readJobsPage(
  { page, ...filter }: JobSearch,
  sort: '-posted_at' | 'team' = '-posted_at',
) {
  const query = { ...filter, sort, page: String(page), per_page: String(jobsPerPage) }
  const response = await visitor.jobs.active.$get({ query })
  if (!response.ok) return null
  const total = Number(response.headers.get('X-Total-Count'))
  return {
    jobs: await response.json(),
    total,
    last: pageCount(total),
  }
}

/** A few jobs to show beside a text, newest first; [] when they cannot be read. */
export async function readNewestJobs() {
  const query = { sort: '-posted_at', per_page: '5' } as const
  const response = await visitor.jobs.active.$get({ query })
  return response.ok ? response.json() : []
}

/** A few of the jobs that a block shows, newest first; [] when they cannot be read. */
export async function readFirstJobs({ page: _, ...search }: JobSearch) {
  const query = { ...search, sort: '-posted_at', per_page: '10' } as const
  const response = await visitor.jobs.active.$get({ query })
  return response.ok ? response.json() : []
}

/** When the list of jobs last changed, in any way; null when it cannot be read. */
export async function readLastChange() {
  const response = await visitor.jobs.active.changed.$get()
  return response.ok ? response.json() : null
}

/** How many jobs each filter would leave; null when it cannot be read. */
export async function readFacets({ page: _, ...search }: JobSearch) {
  const response = await visitor.jobs.active.facets.$get({ query: search })
  return response.ok ? response.json() : null
}
