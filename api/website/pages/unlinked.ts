import { setImmediate } from 'node:timers/promises'
import { and, type Column, desc, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { appearances, jobs, oldSlugs, pages } from '#db/schema.ts'
import { whyUsSlug } from '../jobs/contract/why-us.ts'
import { active } from '../jobs/rows.ts'
import { readPublicMenus } from '../menus/read.ts'

/** Maximum number of pages checked, newest first, and of texts of each kind. */
const newest = 500
const texts = 2_000
const batchSize = 50

/** The slug that an address leads to, if it is a page of this site. */
function slugIn(href: string, origins: readonly string[]) {
  const to = URL.parse(href, origins[0])
  if (!to || !origins.includes(to.origin)) return undefined
  return /^\/page\/([^/]+)\/?$/.exec(to.pathname)?.[1]
}

const addressesIn = (html: string) =>
  Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href)

const mentionsPage = (text: Column) => sql`instr(${text}, '/page/') > 0`

/** Texts of published pages that link to a page, newest first. */
const pageTexts = (db: Db, before: number) =>
  db
    .select({ id: pages.id, html: pages.content })
    .from(pages)
    .where(and(eq(pages.is_published, true), lt(pages.id, before), mentionsPage(pages.content)))
    .orderBy(desc(pages.id))
    .limit(batchSize)

/** Texts of open jobs that link to a page, newest first. */
const jobTexts = (db: Db, before: number) =>
  db
    .select({
      id: jobs.id,
      html: sql<string>`${jobs.description} || coalesce(${jobs.requirements}, '')`,
    })
    .from(jobs)
    .where(
      and(
        active,
        lt(jobs.id, before),
        or(mentionsPage(jobs.description), mentionsPage(jobs.requirements)),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(batchSize)

/** The pages that open jobs show or link to beside their texts. */
async function shownByJobs(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: pages.id })
    .from(pages)
    .where(
      sql`${pages.id} in (select team_page_id from ${jobs} where ${active})
        or (${pages.slug} = ${whyUsSlug} and exists (select 1 from ${jobs} where ${active} and why_us = 1))`,
    )
  return rows.map(({ id }) => id)
}

async function* inBatches<Row extends { id: number }>(read: (before: number) => Promise<Row[]>) {
  for (let before = Number.MAX_SAFE_INTEGER, count = 0; count < texts; count += batchSize) {
    const rows = await read(before)
    yield* rows
    if (rows.length < batchSize) return
    before = rows.at(-1)?.id ?? 0
    // Other requests come in between.
    await setImmediate()
  }
}

/**
 * The ids of published pages that no menu, no text of a page or job, no job itself and no button of
 * the home page links to. `addresses` are those of this site.
 */
export async function unlinkedPages(db: Db, addresses: readonly string[]): Promise<number[]> {
  const origins = addresses.flatMap((address) => URL.parse(address)?.origin ?? [])
  const published = and(eq(pages.is_published, true), ne(pages.slug, 'home'))
  const [candidates, former, menus, [look]] = await Promise.all([
    db
      .select({ id: pages.id, slug: pages.slug })
      .from(pages)
      .where(published)
      .orderBy(desc(pages.id))
      .limit(newest),
    db
      .select({ id: oldSlugs.page_id, slug: oldSlugs.slug })
      .from(oldSlugs)
      .innerJoin(pages, and(eq(pages.id, oldSlugs.page_id), published))
      .limit(newest * 4),
    readPublicMenus(db),
    db
      .select({ fields: appearances.fields })
      .from(appearances)
      .where(isNotNull(appearances.published_at))
      .orderBy(desc(appearances.published_at), desc(appearances.id))
      .limit(1),
  ])
  const idOf = new Map([...former, ...candidates].map(({ id, slug }) => [slug, id]))
  const unlinked = new Set(candidates.map(({ id }) => id))
  function mark(hrefs: string[], self?: number) {
    for (const href of hrefs) {
      const id = idOf.get(slugIn(href, origins) ?? '')
      if (id !== undefined && id !== self) unlinked.delete(id)
    }
  }

  mark([...menus.header, ...menus.footer].map(({ href }) => href))
  mark([look?.fields.hero.button_url ?? ''])
  for (const id of await shownByJobs(db)) unlinked.delete(id)
  for await (const { id, html } of inBatches((before) => pageTexts(db, before))) {
    if (!unlinked.size) break
    mark(addressesIn(html), id)
  }
  for await (const { html } of inBatches((before) => jobTexts(db, before))) {
    if (!unlinked.size) break
    mark(addressesIn(html))
  }
  return [...unlinked]
}
