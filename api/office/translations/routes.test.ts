import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { loadPictures } from '#api/website/media/shown.ts'
import {
  appearances,
  auditEvents,
  automaticTemplates,
  contentVersion,
  jobs,
  media,
  menus,
  settings,
  translations,
} from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(w.remove)

let ada: Person
let template: number
let picture: number
const text = { subject: 'Hello {first_name}', body: '<p>Hello {first_name}</p>' }

beforeAll(async () => {
  ada = await w.as('ada')
  await w.db.insert(settings).values(builtInRows)
  await w.db.update(settings).set({ value: 'de,fr' }).where(eq(settings.key, 'site_languages'))
  await w.db.insert(menus).values({
    name: 'header',
    items: [
      { label: 'Jobs', url: '/jobs' },
      { label: 'Blog', url: 'https://example.org' },
    ],
  })
  template = (await ada.send('POST', '/templates', { ...text, name: 'Hello' })).body.id
  const receipt = { subject: 'Thank you', body: '<p>{greeting}</p>' }
  await w.db.insert(automaticTemplates).values({ ...receipt, name: 'receipt' })
  picture = await newPicture(w.db)
  await w.db.update(media).set({ alt: 'Bakers' }).where(eq(media.id, picture))
  const hero = { ...defaultAppearance.hero, headline: 'We bake' }
  await w.db.insert(appearances).values({ fields: { ...defaultAppearance, hero } })
})

const put = (path: string, fields: unknown, more: object = {}) =>
  ada.send('PUT', `/translations/${path}`, { fields, ...more })
const list = async (kind: string, subject = '') =>
  (await ada.get(`/translations/${kind}?per_page=100&subject=${subject}`)).body
const one = async (kind: string, subject: string) =>
  (await list(kind, subject))[0].translations.find(
    ({ language }: { language: string }) => language === 'de',
  )

type Original = { subject: string }

describe('each kind', () => {
  test.each([
    ['menu', () => 'header', { 'url:/jobs': 'Stellen' }],
    ['setting', () => 'site_tagline', { value: 'Wir backen.' }],
    ['template', () => String(template), { subject: 'Hallo', body: '<p>Hallo {first_name}</p>' }],
    ['automatic', () => 'receipt', { subject: 'Danke', body: '<p>{greeting}</p>' }],
    ['appearance', () => 'hero', { headline: 'Wir backen' }],
    ['media', () => String(picture), { alt: 'Bäckerinnen' }],
  ])(
    '%s is written, read, listed and deleted, with its language in the trail',
    async (kind, of, fields) => {
      const path = `${kind}/${of()}/de`
      expect((await ada.get(`/translations/${path}`)).status).toBe(404)
      const saved = await put(path, fields)
      expect([saved.status, saved.body]).toEqual([
        200,
        {
          id: expect.any(Number),
          subject: of(),
          language: 'de',
          fields,
          outdated: false,
          updated_at: expect.any(String),
        },
      ])
      expect((await ada.get(`/translations/${path}`)).body).toEqual(saved.body)
      const { subject: _, ...listed } = saved.body
      expect((await list(kind, of()))[0].translations).toEqual([listed])
      const [event] = await w.db.select().from(auditEvents).orderBy(sql`id desc`).limit(1)
      expect(event).toMatchObject({ action: 'translation.changed' })
      expect(event?.target_name).toMatch(/ \(de\)$/)
      expect((await ada.send('DELETE', `/translations/${path}`)).status).toBe(204)
      expect((await ada.send('DELETE', `/translations/${path}`)).status).toBe(404)
      expect((await list(kind, of()))[0].translations).toEqual([])
    },
  )

  test('of an alt text that was removed is not shown, and can be deleted', async () => {
    const path = `media/${picture}/de`
    await put(path, { alt: 'Bäckerinnen' })
    const setAlt = (alt: string) => w.db.update(media).set({ alt }).where(eq(media.id, picture))
    const shown = () =>
      inLanguage('de', async () => (await loadPictures(w.db, eq(media.id, picture)))[0]?.alt)
    await readSiteSettings(w.db)
    expect(await shown()).toBe('Bäckerinnen')
    await setAlt('')
    expect(await shown()).toBe('')
    expect((await ada.send('DELETE', `/translations/${path}`)).status).toBe(204)
    await setAlt('Bakers')
    expect(await shown()).toBe('Bakers')
  })

  test('raises the version of public pages, unless it is of an email', async () => {
    const version = async () => (await w.db.select().from(contentVersion))[0]?.version ?? 0
    const raised = async (path: string, fields: object) => {
      const before = await version()
      await put(path, fields)
      await put(path, { ...fields })
      await ada.send('DELETE', `/translations/${path}`)
      return (await version()) - before
    }
    expect(await raised(`template/${template}/de`, text)).toBe(0)
    expect(await raised('automatic/receipt/de', { ...text, subject: 'Danke' })).toBe(0)
    expect(await raised('menu/header/de', { 'url:/jobs': 'Stellen' })).toBe(3)
  })

  test('goes with its original', async () => {
    await put('automatic/receipt/de', { subject: 'Danke', body: '<p>{greeting}</p>' })
    await put('menu/header/de', { 'url:/jobs': 'Stellen' })
    await ada.send('DELETE', '/templates/automatic/receipt')
    await ada.send('DELETE', '/menus/header')
    expect(await w.db.$count(translations)).toBe(0)
    expect((await put('automatic/receipt/de', { ...text })).status).toBe(404)
  })
})

describe('PUT', () => {
  const path = 'setting/site_tagline/de'
  const value = 'Wir backen.'

  test('takes only the languages of the site beside the main one', async () => {
    for (const language of ['en', 'es', 'xx', 'DE'])
      expect((await put(`setting/site_tagline/${language}`, { value })).status).toBe(404)
  })

  test('takes only texts that are there', async () => {
    for (const subject of ['site_name', 'status_pending', 'nothing'])
      expect((await put(`setting/${subject}/de`, { value })).status).toBe(404)
    for (const kind of ['template/987654', 'media/987654', 'appearance/published', 'menu/footer'])
      expect((await put(`${kind}/de`, { value })).status).toBe(404)
    const { status, body } = await put('appearance/hero/de', { text: 'Jeden Tag' })
    expect([status, body.details[0].path]).toEqual([400, ['fields', 'text']])
  })

  test('has the limits of the original', async () => {
    const refused = async (path: string, fields: unknown) => {
      const { status, body } = await put(path, fields)
      return [status, body.details?.[0].path.join('.'), body.error]
    }
    const long = 'x'.repeat(301)
    expect(await refused(`media/${picture}/de`, { alt: long })).toEqual([
      400,
      'fields.alt',
      'Must be at most 300 characters',
    ])
    expect(await refused(path, { value: ' ' })).toEqual([
      400,
      'fields.value',
      'Enter the translation',
    ])
    expect(await refused('appearance/hero/de', { headline: '' })).toEqual([
      400,
      'fields',
      'Enter the translation, or delete it',
    ])
    const [status, field, sentence] = await refused(`template/${template}/de`, {
      ...text,
      subject: 'Hallo {vorname}',
    })
    expect([status, field]).toEqual([400, 'fields.subject'])
    expect(sentence).toContain('{vorname} is not a placeholder')
  })

  test('checks the placeholders of an automatic email by its name, and sanitizes', async () => {
    await w.db
      .insert(automaticTemplates)
      .values({ ...text, name: 'receipt' })
      .onConflictDoNothing()
    const send = (body: string) => put('automatic/receipt/de', { subject: 'Neu', body })
    const { status, body } = await send('<p>{first_name}</p>')
    expect([status, body.details[0].path]).toEqual([400, ['fields', 'body']])
    expect(body.error).toContain('{greeting}')
    expect(
      (await send('<p onclick="x()">{greeting}<script>x()</script></p>')).body.fields.body,
    ).toBe('<p>{greeting}</p>')
    expect((await send('<script>x()</script>')).status).toBe(400)
  })

  test('with updated_at is refused once somebody else has saved', async () => {
    const first = await put(path, { value }, { updated_at: null })
    expect(first.status).toBe(200)
    const again = await put(path, { value: 'Zwei' }, { updated_at: null })
    expect([again.status, again.body.current]).toEqual([409, first.body])
    expect(again.body.changed_by).toMatch(/ Admin$/)
    const { updated_at } = first.body
    const second = await put(path, { value: 'Drei' }, { updated_at })
    expect(second.status).toBe(200)
    expect((await put(path, { value: 'Vier' }, { updated_at })).status).toBe(409)
    expect((await put(path, { value: 'Fünf' })).status).toBe(200)
    await ada.send('DELETE', `/translations/${path}`)
    expect((await put(path, { value }, { updated_at })).status).toBe(200)
  })
})

test('a translation is outdated while the original says something else', async () => {
  const set = (value: string) => ada.send('PUT', '/settings/key/site_tagline', { value })
  await set('We bake.')
  await put('setting/site_tagline/de', { value: 'Wir backen.' })
  expect((await one('setting', 'site_tagline')).outdated).toBe(false)
  await set('We bake bread.')
  expect((await one('setting', 'site_tagline')).outdated).toBe(true)
  await set('We bake.')
  expect((await one('setting', 'site_tagline')).outdated).toBe(false)
})

test('a menu is not outdated by another order', async () => {
  const items = [
    { label: 'Jobs', url: '/jobs' },
    { label: 'Blog', url: 'https://example.org' },
  ]
  await ada.send('PUT', '/menus/footer', items)
  await put('menu/footer/de', { 'url:/jobs': 'Stellen' })
  await ada.send('PUT', '/menus/footer', items.toReversed())
  expect((await one('menu', 'footer')).outdated).toBe(false)
  await ada.send('PUT', '/menus/footer', items.slice(0, 1))
  expect((await one('menu', 'footer')).outdated).toBe(true)
})

test('a language that is switched off keeps its translations, unseen', async () => {
  await put('setting/site_tagline/fr', { value: 'Du pain.' })
  const languages = (value: string) => ada.send('PUT', '/settings/key/site_languages', { value })
  await languages('de')
  const shown = async () =>
    (await list('setting', 'site_tagline'))[0].translations.map(
      ({ language }: { language: string }) => language,
    )
  expect(await shown()).toEqual(['de'])
  expect((await ada.get('/translations')).body).toContainEqual({ language: 'fr', count: 1 })
  expect((await ada.get('/translations/setting/site_tagline/fr')).status).toBe(404)
  await languages('de,fr')
  expect(await shown()).toEqual(['de', 'fr'])
})

test('pages and jobs in the trash are not counted', async () => {
  const german = async () =>
    (await ada.get('/translations')).body.find(
      ({ language }: { language: string }) => language === 'de',
    )?.count ?? 0
  const before = await german()
  const page = await ada.send('POST', '/pages', {
    title: 'About',
    slug: 'about',
    content: '<p>Us</p>',
  })
  const job = await w.newJob({})
  const base = { language: 'de', fields: { title: 'Neu' }, base_sha256: '' }
  await w.db.insert(translations).values([
    { ...base, kind: 'page', subject: String(page.body.id) },
    { ...base, kind: 'job', subject: String(job) },
  ])
  expect(await german()).toBe(before + 2)
  for (const path of [`/pages/${page.body.id}`, `/jobs/${job}`])
    expect([path, (await ada.send('DELETE', path)).status]).toEqual([path, 204])
  expect(await german()).toBe(before)
})

test('emails to staff are not translated', async () => {
  const own = { subject: 'New', body: '<p>New.</p>' }
  await w.db
    .insert(automaticTemplates)
    .values(['invitation', 'notice'].map((name) => ({ ...own, name: name as 'notice' })))
  const subjects = (await list('automatic')).map(({ subject }: { subject: string }) => subject)
  expect(subjects).not.toContain('notice')
  expect(subjects).not.toContain('invitation')
  expect((await put('automatic/notice/de', own)).status).toBe(404)
})

test('images are listed page by page', async () => {
  const ids = [picture, await newPicture(w.db), await newPicture(w.db)]
  await w.db.update(media).set({ alt: 'Bakers' })
  const pages = await Promise.all(
    [1, 2].map((page) => ada.get(`/translations/media?per_page=2&page=${page}`)),
  )
  expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['3', '3'])
  expect(pages.flatMap(({ body }) => body.map(({ subject }: Original) => subject))).toEqual(
    ids.map(String),
  )
})

test('texts without a translation into a language are counted', async () => {
  const lacking = async () => (await ada.get('/translations/lacking/de')).body.count as number
  const texts = ['setting/site_tagline/de', `media/${picture}/de`]
  for (const text of texts) await ada.send('DELETE', `/translations/${text}`)
  const before = await lacking()
  await put(texts[0]!, { value: 'Wir backen.' })
  await put(texts[1]!, { alt: 'Bäckerinnen' })
  expect(await lacking()).toBe(before - 2)
  for (const text of texts) await ada.send('DELETE', `/translations/${text}`)
  expect(await lacking()).toBe(before)
})

test('pages and jobs are counted too: those that follow a new main language, and those that stay', async () => {
  const counts = async (language: string) => {
    const { body } = await ada.get(`/translations/lacking/${language}`)
    return [body.following, body.kept]
  }
  const only = (value: string) =>
    w.db.update(settings).set({ value }).where(eq(settings.key, 'site_languages'))
  const before = await counts('de')
  const english = await w.newJob({ title: 'Baker' })
  const translated = await w.newJob({ title: 'Clerk' })
  await w.newJob({ title: 'Bäcker', language: 'de-AT' })
  await w.newJob({ title: 'Later', is_active: false })
  const fields = { title: 'Fachkraft', description: '<p>Fachkraft</p>' }
  const path = `/jobs/${translated}/translations/de`
  expect((await ada.send('PUT', path, { ...fields, published: true })).status).toBe(200)
  expect(await counts('de')).toEqual([before[0], before[1] + 1])

  // On a site with one language, what was never translated is taken to be in the new one.
  await only('')
  const [following, kept] = await counts('fr')
  await w.db.update(jobs).set({ language: 'en' }).where(eq(jobs.id, english))
  expect(await counts('fr')).toEqual([following - 1, kept + 1])
  await only('de,fr')
})
