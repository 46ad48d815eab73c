import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtIn, builtInKeys, builtInRows } from '#api/core/site-settings/contract/table.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { hashOfOriginal } from '#api/core/translations/read.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import { keepNotice, shownNotice } from '#api/website/privacy-notice/notice.ts'
import type { TranslationKind } from '#db/enums.ts'
import {
  appearances,
  media,
  menus,
  pages,
  privacyNotices,
  settings,
  translations,
} from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
await w.db.insert(settings).values(builtInRows)
afterAll(w.remove)

const set = async (key: string, value: string) =>
  (await w.as('ada')).send('PUT', `/settings/key/${key}`, { value })
const translate = (kind: TranslationKind, subject: string, fields: Record<string, unknown>) =>
  w.db.insert(translations).values({ kind, subject, fields, language: 'de', base_sha256: 'b' })
const read = async (path: string) => (await w.visitor.get(path)).body

beforeAll(async () => {
  await w.db.insert(pages).values([
    { id: 1, title: 'Our team', slug: 'team', content: '', is_published: true },
    { id: 2, title: 'Privacy', slug: 'privacy', content: '', is_published: true },
    { id: 3, title: 'Presse', slug: 'press', content: '', is_published: true, language: 'de' },
  ])
  const items = [
    { label: 'Jobs', url: '/jobs' },
    { label: 'Blog', url: 'https://example.org' },
    { label: 'Our team', page_id: 1 },
    { label: 'Presse', page_id: 3 },
    { label: 'All jobs', url: '/jobs' },
  ]
  await w.db.insert(menus).values({ name: 'header', items })
  await w.db.insert(media).values({
    id: 1,
    hash: 'a'.repeat(32),
    name: 'a.png',
    alt: 'Bakers',
    width: 1,
    height: 1,
    color: '#ffffff',
    variants: [],
  })
  const hero = { headline: 'We bake', text: 'Every day', media_id: 1, focal: null }
  await w.db.insert(appearances).values({
    fields: { hero: { ...hero, button_label: null, button_url: null } } as never,
    published_at: '2026-01-01T00:00:00.000Z',
  })
  await set('site_tagline', 'We bake bread.')
  await set('status_rejected', 'No')
  await translate('setting', 'site_tagline', { value: 'Wir backen Brot.' })
  await translate('setting', 'status_rejected', { value: 'Nein' })
  await translate('setting', 'status_selected', { value: 'Ja' })
  await translate('menu', 'header', { 'url:/jobs': 'Stellen', 'url:/jobs 2': 'Alle Stellen' })
  await translate('page', '1', { title: 'Unser Team' })
  await translate('media', '1', { alt: 'Bäckerinnen' })
  await translate('appearance', 'hero', { headline: 'Wir backen', button_label: 'Los' })
})

test('on a site with one language nothing is translated', async () => {
  await set('site_languages', '')
  expect(await read('/settings/public?lang=de')).toContainEqual({
    key: 'site_tagline',
    value: 'We bake bread.',
  })
  expect((await read('/menus?lang=de')).header[0]).toEqual({ label: 'Jobs', href: '/jobs' })
  const { hero, pictures } = await read('/appearance/published?lang=de')
  expect([hero.headline, hero.translated, pictures[0].alt]).toEqual([
    'We bake',
    undefined,
    'Bakers',
  ])
})

test('settings are in the language of the reader, those that are empty in the words of the site', async () => {
  await set('site_languages', 'de,fr')
  const shown = async (language: string) =>
    Object.fromEntries(
      (await read(`/settings/public?lang=${language}`)).map(
        ({ key, value, shown_language }: Record<string, string>) => [key, [value, shown_language]],
      ),
    )
  const german = await shown('de')
  expect(german).toMatchObject({
    site_tagline: ['Wir backen Brot.', 'de'],
    status_rejected: ['Nein', 'de'],
    status_selected: ['', 'en'],
    site_name: ['Company Name', undefined],
  })
  expect((await shown('fr')).site_tagline).toEqual(['We bake bread.', 'en'])
  expect((await shown('en')).site_tagline).toEqual(['We bake bread.', 'en'])
  const status = async (language?: 'de') => (await readSiteSettings(w.db, language)).status_rejected
  expect([await status(), await status('de')]).toEqual(['No', 'Nein'])
  expect(await inLanguage('de', () => readSiteSettings(w.db))).toMatchObject({
    status_rejected: 'Nein',
    status_selected: '',
    language: 'en',
  })
})

test('menus are translated by where an item leads, then by the title of the page', async () => {
  const { header, footer, privacy } = await read('/menus?lang=de')
  expect(header).toEqual([
    { label: 'Stellen', href: '/jobs' },
    { label: 'Blog', href: 'https://example.org', language: 'en' },
    { label: 'Unser Team', href: '/page/team' },
    { label: 'Presse', href: '/page/press' },
    { label: 'Alle Stellen', href: '/jobs' },
  ])
  expect(footer).toEqual([{ label: 'Privacy', href: '/page/privacy', language: 'en' }])
  expect(privacy).toMatchObject({ label: 'Privacy', language: 'en' })
  expect((await read('/menus')).header[0]).toEqual({ label: 'Jobs', href: '/jobs' })
})

test('a menu leaves out pages that the language does not show, but never the privacy notice', async () => {
  await set('untranslated', 'hide')
  const shown = async (language: string) => {
    const { header, footer } = await read(`/menus?lang=${language}`)
    return [...header, ...footer].map(({ href }: { href: string }) => href)
  }
  expect(await shown('fr')).toEqual(['/jobs', 'https://example.org', '/jobs', '/page/privacy'])
  expect(await shown('de')).toContain('/page/press')
  await set('untranslated', '')
})

test('the default menu is in the language of the reader', async () => {
  await w.db.delete(menus)
  expect(
    (await read('/menus?lang=de')).header.map(({ label }: { label: string }) => label),
  ).toEqual(['Startseite', 'Stellen'])
})

test('a translated privacy notice is named by its own wording, which an application keeps', async () => {
  const version = async (language: string) =>
    (await read(`/menus?lang=${language}`)).privacy.version as string
  await w.db.update(pages).set({ content: '<p>Your data.</p>' }).where(eq(pages.id, 2))
  const fields = { title: 'Datenschutz', content: '<p>Ihre Daten.</p>' }
  await translate('page', '2', fields)
  const [english, german] = [await version('en'), await version('de')]
  expect(german).not.toBe(english)
  expect((await read('/menus?lang=de')).privacy.label).toBe('Datenschutz')
  const kept = async (sha256: string) => {
    const id = await shownNotice(w.db, sha256)
    const rows = await w.db
      .select()
      .from(privacyNotices)
      .where(eq(privacyNotices.id, id ?? 0))
    return rows[0]?.content
  }
  expect(await kept(german)).toBe('<p>Ihre Daten.</p>')
  expect(await kept('unknown')).toBe('<p>Your data.</p>')
  await keepNotice(w.db)
  await w.db
    .update(translations)
    .set({ fields: { ...fields, content: '<p>Neu.</p>' } })
    .where(eq(translations.subject, '2'))
  expect(await kept(german)).toBe('<p>Ihre Daten.</p>')
  expect(await version('de')).not.toBe(german)
})

test('a page written in a further language is named, and kept, as the main language has it', async () => {
  await w.db.update(pages).set({ language: 'de' }).where(eq(pages.id, 2))
  const english = { title: 'Your data', content: '<p>In English.</p>' }
  await w.db.insert(translations).values({
    ...{ kind: 'page', subject: '2', language: 'en', base_sha256: 'b', fields: english },
  })
  const items = [
    { label: 'Privacy', page_id: 2 },
    { label: 'Small print', page_id: 2 },
    { label: 'Presse', page_id: 3 },
  ]
  await w.db.insert(menus).values({ name: 'footer', items })
  const { footer, privacy } = await read('/menus?lang=en')
  expect(footer).toEqual([
    { label: 'Your data', href: '/page/privacy' },
    { label: 'Small print', href: '/page/privacy' },
    { label: 'Presse', href: '/page/press', language: 'de' },
  ])
  expect(privacy.label).toBe('Your data')
  const id = await shownNotice(w.db, privacy.version)
  const [kept] = await w.db
    .select()
    .from(privacyNotices)
    .where(eq(privacyNotices.id, id ?? 0))
  expect(kept?.content).toBe(english.content)
  expect((await read('/menus?lang=de')).privacy).toMatchObject({ label: 'Privacy' })
  await w.db.delete(menus)
})

test('the hero and its picture are translated, except for words that the look does not have', async () => {
  const { hero, pictures } = await read('/appearance/published?lang=de')
  expect(hero).toMatchObject({
    headline: 'Wir backen',
    text: 'Every day',
    button_label: null,
    translated: ['headline'],
  })
  expect(pictures[0].alt).toBe('Bäckerinnen')
  const original = await read('/appearance/published?lang=en')
  expect([original.hero.headline, original.hero.translated]).toEqual(['We bake', undefined])
})

test('each public text setting is translated, or stays as it is for a reason', () => {
  const names = ['site_name']
  const publicTexts = builtInKeys.filter(
    (key) => builtIn(key)?.kind === 'text' && !builtIn(key)?.private,
  )
  expect(publicTexts.filter((key) => !builtIn(key)?.translated)).toEqual(names)
})

test('when the main language changes, texts change places with their translation', async () => {
  const items = [
    { label: 'All', url: '/jobs' },
    { label: 'Blog', url: '/blog' },
    { label: 'All jobs', url: '/jobs' },
  ]
  await w.db.insert(menus).values({ name: 'header', items })
  const base_sha256 = hashOfOriginal({ value: 'We bake bread.' })
  const french = { kind: 'setting', subject: 'site_tagline', language: 'fr', base_sha256 } as const
  await w.db.insert(translations).values({ ...french, fields: { value: 'Du pain.' } })
  const texts = async (lang: string) => {
    const settings = (await read(`/settings/public?lang=${lang}`)) as Record<string, string>[]
    const tagline = settings.find(({ key }) => key === 'site_tagline')
    const { hero, pictures } = await read(`/appearance/published?lang=${lang}`)
    const { header } = await read(`/menus?lang=${lang}`)
    const labels = header.map(({ label }: { label: string }) => label)
    return [tagline?.value, tagline?.shown_language, hero.headline, pictures[0].alt, labels]
  }
  const before = [await texts('en'), await texts('de'), await texts('fr')]
  expect(before[1]?.slice(0, 4)).toEqual(['Wir backen Brot.', 'de', 'Wir backen', 'Bäckerinnen'])
  await set('site_language', 'de')
  await set('site_languages', 'en,fr')
  expect([await texts('en'), await texts('de')]).toEqual(before.slice(0, 2))
  const [mine] = await w.db.select().from(settings).where(eq(settings.key, 'site_tagline'))
  expect(mine?.value).toBe('Wir backen Brot.')
  const listed = (await (await w.as('ada')).get('/translations/setting')).body
  const [{ translations: stored }] = listed as [{ translations: { language: string }[] }]
  expect(stored.find(({ language }) => language === 'fr')).toMatchObject({ outdated: false })
  await set('site_language', 'en')
  await set('site_languages', 'de,fr')
  expect([await texts('en'), await texts('de'), await texts('fr')]).toEqual(before)
})
