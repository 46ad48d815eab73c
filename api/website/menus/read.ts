import { sql } from 'drizzle-orm'
import { lastSiteLanguage, translationLanguage } from '#api/core/site-settings/site-settings.ts'
import { readTranslations } from '#api/core/translations/read.ts'
import { readerWords } from '#api/core/words/reader.ts'
import { currentNotice } from '#api/website/privacy-notice/notice.ts'
import { inReadersLanguage, notHidden } from '#api/website/translations/shown.ts'
import { hasLanguages, ownLanguage } from '#api/website/translations/subject.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { menus, oldSlugs, pages } from '#db/schema.ts'
import { itemKeys, type MenuItem, type MenuName, menuNames, pagePath } from './contract.ts'

/** Pages that have their place on the site without being in a menu. */
type Place = 'about' | 'privacy' | 'imprint'
const places: readonly Place[] = ['about', 'privacy', 'imprint']

const stored = prepared((db) =>
  db
    .select({ name: menus.name, items: menus.items, updated_at: menus.updated_at })
    .from(menus)
    .prepare(),
)

/** The pages that menus name, and those of `places`, which keep their place under a new slug. */
const mentionedPages = sql`
  with mentioned(place, id) as (
    select null, item.value ->> 'page_id' from ${menus}, json_each(${menus.items}) item
    where item.value ->> 'page_id' is not null
    union
    select value, coalesce(
      (select id from ${pages} where slug = value),
      (select page_id from ${oldSlugs} where slug = value))
    from json_each(${JSON.stringify(places)}))
  select place, pages.id, title, slug, language, is_published from mentioned join ${pages} using (id)`

type Mentioned = {
  place: Place | null
  id: number
  title: string
  slug: string
  language: string | null
  is_published: 0 | 1
}

/** Both menus as they are stored, or the default, without items of deleted pages. */
export async function readMenus(db: Db) {
  const [rows, mentioned] = await Promise.all([stored(db).all(), db.all<Mentioned>(mentionedPages)])
  const pageOf = new Map(mentioned.map((page) => [page.id, page]))
  const at = (place: Place) =>
    mentioned.find((page) => page.place === place && page.is_published === 1)
  const words = readerWords().site.menu
  const about = at('about')
  const defaults: Record<MenuName, MenuItem[]> = {
    header: [
      { label: words.home, url: '/' },
      { label: words.jobs, url: '/jobs' },
      ...(about ? [{ label: words.about, page_id: about.id }] : []),
    ],
    footer: [],
  }
  function read(name: MenuName) {
    const row = rows.find((row) => row.name === name)
    const items = row?.items ?? defaults[name]
    return {
      items: items.filter((item) => 'url' in item || pageOf.has(item.page_id)),
      updated_at: row?.updated_at,
    }
  }
  const menu = { header: read('header'), footer: read('footer') }
  return { menu, pageOf, privacy: at('privacy'), imprint: at('imprint') }
}

/** Published pages that the reader's language leaves out. */
async function hiddenPages(db: Db): Promise<ReadonlySet<number>> {
  const shown = await notHidden(db, 'page')
  if (!shown) return new Set()
  const rows = await db.select({ id: pages.id }).from(pages).where(sql`(${shown}) is not true`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What visitors see: items of unpublished pages are left out, and the footer ends with the imprint
 * and the privacy page unless a menu has them.
 */
export async function readPublicMenus(db: Db) {
  const [{ menu, pageOf, privacy, imprint }, notice] = await Promise.all([
    readMenus(db),
    currentNotice(db),
  ])
  const main = lastSiteLanguage(db)
  const language = translationLanguage(db)
  const [shownPages, labels, hidden] = await Promise.all([
    inReadersLanguage(db, 'page', [...pageOf.values()]),
    language && readTranslations(db, 'menu', language, menuNames),
    hiddenPages(db),
  ])
  const titles = new Map(
    shownPages
      .filter((page) => page.shown_language && page.shown_language !== ownLanguage(page, main))
      .map(({ id, title }) => [id, title]),
  )
  /** The label in the reader's language, else the original and the language that is in. */
  const say = (label: string, { language: own = null }: Partial<Mentioned>, ...said: unknown[]) => {
    const found = said.find((text) => typeof text === 'string' && text)
    if (!hasLanguages(db) || found) return { label: found ? String(found) : label }
    const original = own ?? main
    return { label, ...(original !== (language ?? main) && { language: original }) }
  }
  const linkTo = (page: Mentioned) => ({
    ...say(page.title, page, titles.get(page.id)),
    href: pagePath(page.slug),
  })
  const shown = (name: MenuName) => {
    const { items, updated_at } = menu[name]
    const keys = itemKeys(items)
    return items.flatMap((item, n) => {
      const translated = labels?.get(name)?.[keys[n] ?? '']
      // The default's labels are in the reader's language already.
      const own = updated_at ? [translated] : [item.label]
      if ('url' in item) return [{ ...say(item.label, {}, ...own), href: item.url }]
      const page = pageOf.get(item.page_id)
      if (!page?.is_published || hidden.has(page.id)) return []
      const written = item.label === page.title ? page : undefined
      // A label of its own is in the main language already.
      const title = (written || language) && titles.get(page.id)
      return [{ ...say(item.label, written ?? {}, ...own, title), href: pagePath(page.slug) }]
    })
  }
  const [header, footer] = [shown('header'), shown('footer')]
  const inMenus = new Set([...header, ...footer].map(({ href }) => href))
  const legal = [imprint, privacy]
    .flatMap((page) => (page ? [linkTo(page)] : []))
    .filter(({ href }) => !inMenus.has(href))
  return {
    header,
    footer: [...footer, ...legal],
    privacy: privacy && notice ? { ...linkTo(privacy), version: notice.sha256 } : null,
  }
}
