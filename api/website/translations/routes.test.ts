import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyTrash } from '#api/website/content/trash.ts'
import { jobs, media, mediaUses, settings, translations, trash } from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(w.remove)
const ada = await w.as('ada')

const set = async (key: string, value: string) => {
  await w.db
    .insert(settings)
    .values({ key, value, category: 'jobs', is_public: true })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
  await ada.send('PUT', `/settings/key/${key}`, { value })
}
beforeAll(() => set('site_languages', 'de,fr'))

let pages = 0
const newPage = async (more = {}) => {
  const slug = `about-${++pages}`
  const page = { title: 'About', slug, content: '<p>We build.</p>', is_published: true, ...more }
  return { ...(await ada.send('POST', '/pages', page)).body, slug }
}
const german = { title: 'Über uns', content: '<p>Wir bauen.</p>' }
const at = (id: number, language = 'de', kind = 'pages') =>
  `/${kind}/${id}/translations/${language}`

test('a new translation is not published, and visitors read it once it is', async () => {
  const { id, slug } = await newPage()
  const saved = await ada.send('PUT', at(id), german)
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ ...german, language: 'de', published: false, outdated: false })
  const read = async () => (await w.visitor.get(`/pages/slug/${slug}?lang=de`)).body
  expect(await read()).toMatchObject({ title: 'About', shown_language: 'en', languages: ['en'] })
  await ada.send('PUT', at(id), { published: true })
  expect(await read()).toMatchObject({ ...german, shown_language: 'de', languages: ['en', 'de'] })
  expect((await w.visitor.get(`/pages/slug/${slug}`)).body).toMatchObject({
    title: 'About',
    shown_language: 'en',
  })
})

test('public reads say in which language their words are', async () => {
  const { id, slug } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  const job = await newJob({ questions: null })
  const words = { title: 'Gärtnerin', description: '<p>Bäume pflanzen.</p>', published: true }
  await ada.send('PUT', at(job.id, 'de', 'jobs'), words)
  await w.db.insert(translations).values({
    kind: 'setting',
    subject: 'site_tagline',
    language: 'de',
    fields: { value: 'Wir bauen.' },
    base_sha256: '',
  })
  await set('site_tagline', 'We build.')
  for (const lang of ['de', 'fr']) {
    const read = async (path: string) => (await w.visitor.get(`${path}?lang=${lang}`)).body
    const shown = { shown_language: lang === 'de' ? 'de' : 'en' }
    expect(await read(`/pages/slug/${slug}`)).toMatchObject(shown)
    expect(await read(`/jobs/${job.id}`)).toMatchObject(shown)
    expect(await read('/jobs/active')).toMatchObject([{ id: job.id, ...shown }])
    expect(await read('/settings/public')).toContainEqual(
      expect.objectContaining({ key: 'site_tagline', ...shown }),
    )
  }
  await w.db.delete(jobs)
})

test('a translation is outdated once its original says something else', async () => {
  const { id } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  await ada.send('PUT', `/pages/${id}`, { slug: 'moved' })
  const list = async () => (await ada.get(`/pages/${id}/translations`)).body
  expect(await list()).toMatchObject([{ language: 'de', outdated: false }])
  await ada.send('PUT', `/pages/${id}`, { title: 'Who we are' })
  expect(await list()).toMatchObject([{ language: 'de', published: true, outdated: true }])
  const rows = (await ada.get('/pages')).body as { id: number; translations: unknown }[]
  expect(rows.find((row) => row.id === id)?.translations).toEqual([
    { language: 'de', published: true, outdated: true },
  ])
  await ada.send('PUT', at(id), { title: 'Wer wir sind' })
  expect(await list()).toMatchObject([{ outdated: false }])
})

test('a draft stays beside what is published until it is published or discarded', async () => {
  const { id, slug } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  const title = async () => (await w.visitor.get(`/pages/slug/${slug}?lang=de`)).body.title
  const draft = await ada.send('PUT', at(id), { title: 'Wir', draft: true })
  expect(draft.body).toMatchObject({ title: 'Wir', has_draft: true, published: true })
  expect((await ada.get(at(id))).body.title).toBe('Über uns')
  expect((await ada.get(`${at(id)}?draft=true`)).body.title).toBe('Wir')
  expect(await title()).toBe('Über uns')
  expect((await ada.send('DELETE', `${at(id)}/draft`)).body).toMatchObject({ has_draft: false })
  await ada.send('PUT', at(id), { title: 'Wir alle', draft: true })
  await ada.send('PUT', at(id), { published: true })
  expect(await title()).toBe('Wir alle')
})

test('only languages of the site are written, not the one of the original', async () => {
  const { id } = await newPage()
  expect((await ada.send('PUT', at(id, 'es'), german)).status).toBe(404)
  expect((await ada.send('PUT', at(id, 'en'), german)).status).toBe(404)
  const inGerman = await newPage({ language: 'de-AT' })
  expect((await ada.send('PUT', at(inGerman.id, 'de'), german)).status).toBe(404)
  expect((await ada.send('PUT', at(inGerman.id, 'en'), german)).status).toBe(200)
})

test('a translation without its main text is not published', async () => {
  const { id } = await newPage()
  const refused = await ada.send('PUT', at(id), { title: 'Wir', published: true })
  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual([{ path: ['content'], message: 'Content is required' }])
  expect((await ada.send('PUT', at(id), { title: 'Wir' })).status).toBe(200)
})

test('a stale change is refused with the translation as it is', async () => {
  const { id } = await newPage()
  const first = await ada.send('PUT', at(id), { ...german, updated_at: null })
  const { updated_at } = first.body
  expect((await ada.send('PUT', at(id), { ...german, updated_at: null })).status).toBe(409)
  await ada.send('PUT', at(id), { title: 'Wir', updated_at })
  const late = await ada.send('PUT', at(id), { title: 'Uns', updated_at })
  expect(late.status).toBe(409)
  expect(late.body.current).toMatchObject({ title: 'Wir' })
})

test('the words of a translation do not become the original', async () => {
  const { id, slug } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  const { title, content, shown_language } = (await w.visitor.get(`/pages/slug/${slug}?lang=de`))
    .body
  const refused = await ada.send('PUT', `/pages/${id}`, { title, content, shown_language })
  expect(refused.status).toBe(409)
  const same = { title: 'About', shown_language: 'en' }
  expect((await ada.send('PUT', `/pages/${id}`, same)).status).toBe(200)
})

const asked = [
  { kind: 'single_choice', label: 'Shift?', options: ['Early', 'Late'], required: true },
  { kind: 'short_text', label: 'Why us?' },
]
async function newJob(more = {}) {
  const job = { title: 'Baker', description: '<p>Bake bread.</p>', questions: asked, ...more }
  return (await ada.send('POST', '/jobs', job)).body
}
const jobInGerman = (questions: { id: number }[]) => ({
  title: 'Bäckerin',
  description: '<p>Brot backen.</p>',
  questions: [
    { id: questions[0]!.id, label: 'Schicht?', options: ['Früh', 'Spät'] },
    { id: questions[1]!.id, label: 'Warum wir?' },
  ],
  published: true,
})

test('options are shown in the language and stay the originals, wherever those move', async () => {
  const { id, questions } = await newJob()
  const saved = await ada.send('PUT', at(id, 'de', 'jobs'), jobInGerman(questions))
  expect(saved.body.details ?? saved.status).toBe(200)
  const first = async () => (await w.visitor.get(`/jobs/${id}?lang=de`)).body.questions[0]
  expect(await first()).toMatchObject({
    label: 'Schicht?',
    options: ['Early', 'Late'],
    option_labels: ['Früh', 'Spät'],
  })
  const [shift, why] = questions
  const moved = { ...shift, options: ['Late', 'Night', 'Early'] }
  await ada.send('PUT', `/jobs/${id}`, { questions: [moved, why] })
  expect((await first()).option_labels).toEqual(['Spät', 'Night', 'Früh'])
  expect((await ada.get(at(id, 'de', 'jobs'))).body.questions[0].options).toEqual([
    'Spät',
    '',
    'Früh',
  ])
})

test('a question that says something else is shown as it is until it is translated again', async () => {
  const { id, questions } = await newJob()
  const [shift, why] = questions
  await ada.send('PUT', at(id, 'de', 'jobs'), jobInGerman(questions))
  const asked = async () => (await w.visitor.get(`/jobs/${id}?lang=de`)).body.questions
  expect(await asked()).toMatchObject([{ label: 'Schicht?' }, { label: 'Warum wir?' }])
  await ada.send('PUT', `/jobs/${id}`, { questions: [shift, { ...why, label: 'Why you?' }] })
  expect(await asked()).toMatchObject([{ label: 'Schicht?' }, { label: 'Why you?' }])
  await ada.send('PUT', at(id, 'de', 'jobs'), jobInGerman(questions))
  expect(await asked()).toMatchObject([{ label: 'Schicht?' }, { label: 'Warum wir?' }])
})

test('questions of another job, and too few options, are refused', async () => {
  const { id, questions } = await newJob()
  const [shift] = questions
  const send = (one: object) => ada.send('PUT', at(id, 'de', 'jobs'), { questions: [one] })
  expect((await send({ id: shift.id + 1, label: 'Was?' })).body.details).toMatchObject([
    { path: ['questions', 0, 'id'] },
  ])
  expect((await send({ id: shift.id, options: ['Früh'] })).body.details).toMatchObject([
    { path: ['questions', 0, 'options'] },
  ])
})

test('a copy has the translations, unpublished, with its own questions', async () => {
  const { id, questions } = await newJob()
  await ada.send('PUT', at(id, 'de', 'jobs'), jobInGerman(questions))
  const copy = (await ada.send('POST', `/jobs/${id}/duplicate`)).body
  const { body } = await ada.get(at(copy.id, 'de', 'jobs'))
  expect(body).toMatchObject({ title: 'Bäckerin', published: false, outdated: false })
  expect(body.questions.map((one: { id: number }) => one.id)).toEqual(
    copy.questions.map((one: { id: number }) => one.id),
  )
})

test('history keeps translations, and brings them back with the original', async () => {
  const { id } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  await ada.send('PUT', `/pages/${id}`, { title: 'Us' })
  await ada.send('PUT', at(id), { title: 'Uns' })
  await ada.send('DELETE', at(id))
  const versions = (await ada.get(`/pages/${id}/versions`)).body
  expect(versions.map((one: { languages: string[] }) => one.languages)).toEqual([
    [],
    ['de'],
    ['de'],
    ['de'],
    [],
  ])
  const restored = await ada.send('POST', `/pages/${id}/versions/2/restore`)
  expect(restored.body.title).toBe('About')
  expect((await ada.get(at(id))).body).toMatchObject({
    ...german,
    published: false,
    outdated: false,
  })
})

test('restoring a version publishes no translation, and knows which are outdated', async () => {
  const { id, slug } = await newPage()
  await ada.send('PUT', at(id), { title: 'Wir' })
  await ada.send('PUT', at(id), { ...german, published: true })
  await ada.send('PUT', `/pages/${id}`, { title: 'Us' })
  const restore = (version: number) => ada.send('POST', `/pages/${id}/versions/${version}/restore`)
  expect((await ada.get(`/pages/${id}/versions/2`)).body.translations).toEqual({
    de: { title: 'Wir' },
  })
  await restore(2)
  expect((await w.visitor.get(`/pages/slug/${slug}?lang=de`)).body).toMatchObject(german)
  expect((await ada.get(at(id))).body).toMatchObject({ ...german, has_draft: true })
  expect((await ada.get(`${at(id)}?draft=true`)).body).toMatchObject({ title: 'Wir' })
  await ada.send('PUT', at(id), { published: false })
  // The German was written before "Us".
  await restore(4)
  expect((await ada.get(at(id))).body).toMatchObject({ ...german, outdated: true })
  await restore(3)
  expect((await ada.get(at(id))).body).toMatchObject({ ...german, outdated: false })
})

test('a line that the original no longer has is not shown in its translations', async () => {
  const { id } = await newJob({ questions: null, salary_range: 'from 3,000', location: 'Here' })
  const lines = { salary_range: 'ab 3.000', location: 'Hier', contact_text: 'Fragen?' }
  const job = { ...jobInGerman([{ id: 1 }, { id: 2 }]), questions: null, ...lines }
  await ada.send('PUT', at(id, 'de', 'jobs'), job)
  const read = async () => (await w.visitor.get(`/jobs/${id}?lang=de`)).body
  expect(await read()).toMatchObject({ ...lines, contact_text: null })
  await ada.send('PUT', `/jobs/${id}`, { salary_range: null })
  expect(await read()).toMatchObject({ title: 'Bäckerin', salary_range: null, location: 'Hier' })
})

test('a page put back from the trash has its language and translations; emptied, they are gone', async () => {
  const { id } = await newPage({ language: 'fr' })
  await ada.send('PUT', at(id), { ...german, published: true })
  await ada.send('DELETE', `/pages/${id}`)
  expect((await ada.send('POST', `/trash/pages/${id}/restore`)).body).toMatchObject({
    language: 'fr',
  })
  expect((await ada.get(at(id))).body).toMatchObject({ ...german, published: true })
  await ada.send('DELETE', `/pages/${id}`)
  await w.db.update(trash).set({ deleted_at: '2020-01-01T00:00:00.000Z' })
  await emptyTrash(w.db)
  expect(await w.db.$count(translations, eq(translations.subject, String(id)))).toBe(0)
})

test('pictures of a translation and its draft are in use, and named with its language', async () => {
  const { id } = await newPage()
  const picture = { id: await newPicture(w.db) }
  const [row] = await w.db.select().from(media).where(eq(media.id, picture.id))
  const content = `<figure><img src="/media/${row!.hash}/1200.jpg" alt="" /></figure><p>Wir.</p>`
  await ada.send('PUT', at(id), { ...german, content })
  const used = async () => (await ada.get(`/media/${picture.id}`)).body.used_on
  expect(await used()).toContainEqual({
    kind: 'translation',
    id,
    title: 'About',
    language: 'de',
    of: 'page',
  })
  expect((await ada.send('DELETE', `/media/${picture.id}`)).status).toBe(409)
  await ada.send('DELETE', at(id))
  expect(await w.db.$count(mediaUses, eq(mediaUses.kind, 'translation'))).toBe(0)
  const gone = content.replace(/[0-9a-f]{32}/, 'f'.repeat(32))
  expect((await ada.send('PUT', at(id), { content: gone })).body.details).toMatchObject([
    { path: ['content'] },
  ])
})

test('a search finds the words of the language that is read', async () => {
  const job = await newJob({
    questions: null,
    title: 'Gardener',
    description: '<p>Plant trees.</p>',
  })
  const own = await newJob({ questions: null, title: 'Plumber', description: '<p>Fix pipes.</p>' })
  const words = { title: 'Gärtnerin', description: '<p>Bäume pflanzen.</p>', published: true }
  await ada.send('PUT', at(job.id, 'de', 'jobs'), words)
  const find = async (q: string, lang: string) =>
    (await w.visitor.get(`/jobs/active?q=${encodeURIComponent(q)}&lang=${lang}`)).body.map(
      ({ id }: { id: number }) => id,
    )
  expect(await find('pflanzen', 'de')).toEqual([job.id])
  expect(await find('pflanzen', 'en')).toEqual([])
  expect(await find('trees', 'de')).toEqual([])
  expect(await find('trees', 'en')).toEqual([job.id])
  expect(await find('plumber', 'de')).toEqual([own.id])
  // Misspelled: corrected by the words of the language only.
  expect(await find('gartnerim', 'de')).toEqual([job.id])
  expect(await find('gartnerim', 'en')).toEqual([])
  expect(await find('gardenar', 'en')).toEqual([job.id])
  // The site no longer has the language, or the job is now written in it: visitors read the original.
  await set('site_languages', 'fr')
  expect(await find('pflanzen', 'de')).toEqual([])
  expect(await find('trees', 'de')).toEqual([job.id])
  await set('site_languages', 'de,fr')
  await w.db.update(jobs).set({ language: 'de-AT' }).where(eq(jobs.id, job.id))
  expect(await find('pflanzen', 'de')).toEqual([])
  expect(await find('trees', 'de')).toEqual([job.id])
  await w.db.update(jobs).set({ language: null }).where(eq(jobs.id, job.id))
  await ada.send('PUT', `/jobs/${job.id}`, { team: 'Orchard' })
  expect(await find('orchard', 'de')).toEqual([job.id])
  await ada.send('DELETE', at(job.id, 'de', 'jobs'))
  expect(await find('trees', 'de')).toEqual([job.id])
  const left = await w.db.all(sql`select id from translation_search_docsize where id not in
    (select id from translations)`)
  expect(left).toEqual([])
})

test('a save that came too late does not get into the search', async () => {
  const job = await newJob({ questions: null, title: 'Baker' })
  const words = { title: 'Bäckerin', description: '<p>Backen.</p>', published: true }
  const { updated_at } = (await ada.get(`/jobs/${job.id}`)).body
  await ada.send('PUT', at(job.id, 'de', 'jobs'), words)
  const teams = ['Bakehouse', 'Warehouse', 'Lighthouse']
  const saved = await Promise.all(
    teams.map((team) => ada.send('PUT', `/jobs/${job.id}`, { team, updated_at })),
  )
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const [n, team] of teams.entries()) {
    const found = (await w.visitor.get(`/jobs/active?q=${team}&lang=de`)).body
    expect([team, found.length]).toEqual([team, saved[n]?.status === 200 ? 1 : 0])
  }
})

test('with "hide", lists of a further language have only what is in it', async () => {
  await w.db.delete(jobs)
  const job = await newJob({ questions: null })
  const other = await newJob({ questions: null, language: 'de' })
  const titles = async (lang: string) =>
    (await w.visitor.get(`/jobs/active?lang=${lang}`)).body.map(({ id }: { id: number }) => id)
  await set('untranslated', 'hide')
  expect(await titles('de')).toEqual([other.id])
  await ada.send('PUT', at(job.id, 'de', 'jobs'), {
    ...jobInGerman([{ id: 1 }, { id: 2 }]),
    questions: null,
  })
  expect(await titles('de')).toEqual([other.id, job.id])
  expect(await titles('fr')).toEqual([])
  expect(await titles('en')).toEqual([other.id, job.id])
  await set('untranslated', 'show')
})

test.each([
  ['page', async () => `/pages/slug/${(await newPage()).slug}`],
  ['job', async () => `/jobs/${(await newJob({ questions: null })).id}`],
])('with "hide", a program finds no %s in a language that lacks it', async (_, create) => {
  const path = await create()
  const status = async (lang: string) => (await w.visitor.get(`${path}${lang}`)).status
  expect(await status('?lang=de')).toBe(200)
  await set('untranslated', 'hide')
  expect(await status('?lang=de')).toBe(404)
  expect(await status('?lang=en')).toBe(200)
  expect(await status('')).toBe(200)
  await set('untranslated', 'show')
})

test('a preview link shows the draft of a translation, and ends once that is published', async () => {
  const { id } = await newPage()
  await ada.send('PUT', at(id), german)
  const link = await ada.send('POST', `/pages/${id}/preview-links`)
  expect(link.status).toBe(201)
  const token = link.body.url.split('/').at(-1)
  expect((await w.visitor.get(`/drafts/${token}?lang=de`)).body.page).toMatchObject(german)
  expect((await w.visitor.get(`/drafts/${token}`)).body.page).toMatchObject({ title: 'About' })
  await ada.send('PUT', at(id), { published: true })
  expect((await w.visitor.get(`/drafts/${token}?lang=de`)).status).toBe(404)
})

test.each([
  ['pages', () => newPage(), 'is_published'],
  ['jobs', () => newJob({ questions: null }), 'is_active'],
] as const)(
  'preview links of %s stay while a translation is unpublished',
  async (kind, make, shown) => {
    const { id } = await make()
    const change = (fields: object) => ada.send('PUT', `/${kind}/${id}`, fields)
    await change({ [shown]: false })
    await ada.send('PUT', at(id, 'de', kind), { title: 'Neu' })
    const link = await ada.send('POST', `/${kind}/${id}/preview-links`)
    const token = link.body.url.split('/').at(-1)
    const status = async () => (await w.visitor.get(`/drafts/${token}?lang=de`)).status
    await change({ [shown]: true })
    expect(await status()).toBe(200)
    await change({ title: 'Newer', draft: true })
    expect((await ada.send('DELETE', `/${kind}/${id}/draft`)).status).toBe(200)
    expect(await status()).toBe(200)
    await ada.send('DELETE', at(id, 'de', kind))
    expect(await status()).toBe(404)
  },
)

test('a site with one language answers as if there were no translations', async () => {
  const { id, slug } = await newPage()
  await ada.send('PUT', at(id), { ...german, published: true })
  await set('site_languages', '')
  const { body } = await w.visitor.get(`/pages/slug/${slug}?lang=de`)
  expect(body.title).toBe('About')
  expect(Object.keys(body)).not.toContain('shown_language')
  await set('site_languages', 'de,fr')
})

test('a version of before keeps its language, and a site with one language is in another as a whole', async () => {
  const page = await newPage()
  const title = { title: 'Later' }
  await ada.send('PUT', `/pages/${page.id}`, title)
  const change = (value: string) => ada.send('PUT', '/settings/key/site_language', { value })
  const own = async () => (await ada.get(`/pages/${page.id}`)).body.language
  await set('site_languages', '')
  await set('site_language', '')
  await change('de')
  expect(await own()).toBe(null)
  await change('')
  await set('site_languages', 'de,fr')
  await change('de')
  await set('site_languages', 'en,fr')
  expect(await own()).toBe('en')
  await ada.send('POST', `/pages/${page.id}/versions/1/restore`)
  expect(await own()).toBe('en')
  await change('')
  await set('site_languages', 'de,fr')
})

test('pages and jobs stay in the language of before, when the main one of several changes', async () => {
  const english = await newPage()
  await ada.send('PUT', at(english.id), { ...german, published: true })
  await ada.send('PUT', `/pages/${english.id}`, { title: 'Draft', language: null, draft: true })
  const alone = await newPage()
  const job = await newJob()
  await ada.send('PUT', at(job.id, 'de', 'jobs'), jobInGerman(job.questions))
  await set('site_language', '')
  await ada.send('PUT', '/settings/key/site_language', { value: 'de' })
  await set('site_languages', 'en,fr')
  const page = async (lang: string) =>
    (await w.visitor.get(`/pages/slug/${english.slug}?lang=${lang}`)).body
  expect(await page('de')).toMatchObject({ ...german, shown_language: 'de' })
  expect(await page('en')).toMatchObject({ title: 'About', shown_language: 'en' })
  expect((await w.visitor.get(`/jobs/${job.id}?lang=de`)).body.title).toBe('Bäckerin')
  expect((await ada.get(`/jobs/${job.id}`)).body.language).toBe('en')
  await ada.send('POST', `/pages/${english.id}/publish-draft`)
  expect(await page('en')).toMatchObject({ title: 'Draft', shown_language: 'en' })
  expect((await ada.get(`/pages/${alone.id}`)).body.language).toBe('en')
  await ada.send('PUT', '/settings/key/site_language', { value: '' })
  await set('site_languages', 'de,fr')
})
