import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { outbox, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { builtInRows } from './contract/table.ts'
import { lastLanguagesOf } from './site-settings.ts'

const w = await world()
await w.db.insert(settings).values(builtInRows)
afterAll(w.remove)
const set = async (key: string, value: string) =>
  (await w.as('ada')).send('PUT', `/settings/key/${key}`, { value })

test('languages without a catalog are refused', async () => {
  expect((await set('site_language', 'xx')).status).toBe(400)
  expect((await set('site_languages', 'de,xx')).body.details).toEqual([
    {
      path: ['value'],
      message: 'Must be one or several of de, en, es, fr, with commas in between',
    },
  ])
  expect((await set('site_languages', 'de,de')).status).toBe(400)
  expect((await set('site_languages', '')).status).toBe(200)
})

test('lang chooses the language of what visitors read; staff errors stay English', async () => {
  const id = await w.newJob({ workplace: 'remote', remote_countries: ['DE'], is_active: true })
  const location = async (query: string) =>
    (await w.visitor.get(`/jobs/${id}${query}`)).body.location_text
  expect(await location('')).toBe('Remote (Germany)')
  expect(await location('?lang=de')).toMatch(/Deutschland/)
  expect(await location('?lang=xx')).toBe('Remote (Germany)')
})

test('a site in German answers, writes and searches in German', async () => {
  const id = await w.newJob({
    employment_types: ['PART_TIME'],
    is_active: true,
    letter: 'off',
    resume: 'off',
  })
  const find = async (q: string) =>
    (await w.visitor.get(`/jobs/active?q=${q}`)).body.map((job: { id: number }) => job.id)
  expect(await find('teilzeit')).toEqual([])
  expect((await set('site_language', 'de')).status).toBe(200)
  expect(lastLanguagesOf(w.db)).toEqual(['de'])
  expect(await find('teilzeit')).toEqual([id])
  const refused = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body: new FormData() }),
  )
  expect(refused.body.error).toMatch(/[äöüß]|fehlt|Wählen/)
  expect((await w.visitor.get('/candidate/nothing')).body.error).toMatch(/Link/)
  const form = applicationForm({ job_id: String(id), email: 'mira@example.org' })
  const sent = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body: form }),
  )
  expect(sent.status).toBe(201)
  const [mail] = await w.db.select().from(outbox).where(eq(outbox.to_address, 'mira@example.org'))
  expect(mail?.html).toContain('<html lang="de">')
  expect((await set('site_language', '')).status).toBe(200)
  expect(await find('teilzeit')).toEqual([])
  expect(await find('part-time')).toEqual([id])
})

test('a site in German that says "du" does so in errors, mails and greetings', async () => {
  const id = await w.newJob({ is_active: true, letter: 'off', resume: 'off' })
  expect((await set('german_address', 'ihr')).status).toBe(400)
  await set('site_language', 'de')
  expect((await set('german_address', 'du')).status).toBe(200)
  const refused = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body: new FormData() }),
  )
  expect(refused.body.error).toBe('Wähle eine Stelle')
  const form = applicationForm({ job_id: String(id), email: 'du@example.org' })
  await w.visitor.raw('/applications/submit', { method: 'POST', body: form })
  const [mail] = await w.db.select().from(outbox).where(eq(outbox.to_address, 'du@example.org'))
  expect(mail?.text).toMatch(/^Hallo Mira,\n+deine Bewerbung/m)
  expect(mail?.text).not.toMatch(/\b(Sie|Ihre?)\b/)
  expect((await set('german_address', 'sie')).status).toBe(200)
  expect((await w.visitor.get('/candidate/nothing')).body.error).toContain('Ihrer')
  await set('site_language', '')
})
