import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hiringTeams, jobs, postingChanges, postings, settings, users } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { recordMissing, recordPostings } from './record.ts'

const w = await world({ publicUrl: 'https://jobs.example.org' })
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const baker = {
  title: 'Baker <3',
  description: '<p>Bake bread.</p>',
  pay_min: 40_000,
  pay_max: 50_000,
  pay_currency: 'EUR',
  pay_unit: 'year',
  team: 'Kitchen',
}
const create = async (more = {}) =>
  (await joe.send('POST', '/jobs', { ...baker, ...more })).body.id as number
const list = async (id: number) => (await joe.get(`/jobs/${id}/postings`)).body
const read = (id: number, number: number) => joe.get(`/jobs/${id}/postings/${number}`)

test('an ad is kept as it was published, with its hash', async () => {
  const id = await create()
  const [posting, ...more] = await list(id)
  expect(more).toEqual([])
  const { headers, body } = await read(id, 1)
  expect(posting).toEqual({
    number: 1,
    from: expect.any(String),
    to: null,
    sha256: createHash('sha256').update(body).digest('hex'),
  })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const text of ['Baker &lt;3', 'Bake bread.', '€40,000–50,000', 'Kitchen'])
    expect(body).toContain(text)
  expect(body).toContain(`https://jobs.example.org/jobs/${id}`)
})

test('a change that visitors see makes a new posting, another change does not', async () => {
  const id = await create()
  await joe.send('PUT', `/jobs/${id}`, { letter_min: 500 })
  await joe.send('PUT', `/jobs/${id}`, { title: 'Baker <3' })
  await joe.send('PUT', `/jobs/${id}`, { title: 'Cook', draft: true })
  expect(await list(id)).toHaveLength(1)
  await joe.send('PUT', `/jobs/${id}`, { title: 'Chef' })
  const [second, first] = await list(id)
  expect([second.number, second.to, first.to]).toEqual([2, null, second.from])
  expect((await read(id, 1)).body).toContain('Baker')
  expect((await read(id, 2)).body).toContain('Chef')
})

test('every change is kept, also when several come before the worker', async () => {
  const id = await create()
  for (const title of ['One', 'Two', 'Three'])
    await w.db.update(jobs).set({ title }).where(eq(jobs.id, id))
  await recordPostings({ db: w.db, publicUrl: undefined })
  const titles = await w.db
    .select({ title: postings.title })
    .from(postings)
    .where(eq(postings.job_id, id))
  expect(titles.map(({ title }) => title)).toEqual(['Baker <3', 'One', 'Two', 'Three'])
})

test('two processes at once keep each change once', async () => {
  const id = await create()
  await joe.send('PUT', `/jobs/${id}`, { title: 'Chef' })
  const site = { db: w.db, publicUrl: undefined }
  await Promise.all([recordPostings(site), recordPostings(site), recordPostings(site)])
  expect(await list(id)).toHaveLength(2)
  expect(await w.db.$count(postingChanges)).toBe(0)
})

test('a posting ends with the job, and one that opens again has a new one', async () => {
  const id = await create()
  await joe.send('POST', `/jobs/${id}/deactivate`)
  expect(await list(id)).toMatchObject([{ number: 1, to: expect.any(String) }])
  await joe.send('PUT', `/jobs/${id}`, { title: 'Not shown' })
  expect(await list(id)).toHaveLength(1)
  await joe.send('PUT', `/jobs/${id}`, { is_active: true })
  expect(await list(id)).toMatchObject([{ number: 2, to: null }, { number: 1 }])
  await joe.send('DELETE', `/jobs/${id}`)
  expect(await list(id)).toMatchObject([{ to: expect.any(String) }, {}])
})

test('a published translation is part of the ad, a draft of one is not', async () => {
  const id = await create()
  const fields = { title: 'Bäcker', description: '<p>Brot backen.</p>' }
  const put = (more = {}) =>
    joe.send('PUT', `/jobs/${id}/translations/de`, { ...fields, published: false, ...more })
  const value = 'de'
  await w.db
    .insert(settings)
    .values({ key: 'site_languages', value, category: 'general' })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
  expect((await put()).status).toBeLessThan(300)
  expect(await list(id)).toHaveLength(1)
  await put({ published: true })
  expect(await list(id)).toHaveLength(2)
  const { body } = await read(id, 2)
  expect(body).toContain('<section lang="de">')
  expect(body).toMatch(/Bäcker[\s\S]*Brot backen/)
  expect(body.indexOf('Bake bread')).toBeLessThan(body.indexOf('Brot backen'))
})

test('nothing changes or deletes a posting', async () => {
  const id = await create()
  await list(id)
  await expect(w.db.update(postings).set({ html: 'x' }).execute()).rejects.toThrow()
  await expect(w.db.delete(postings).execute()).rejects.toThrow()
})

test('jobs that were open before there were postings get one at the start', async () => {
  const id = await w.newJob({ title: 'Old' })
  await w.db.delete(postingChanges)
  await recordMissing({ db: w.db, publicUrl: undefined })
  await recordMissing({ db: w.db, publicUrl: undefined })
  expect(await list(id)).toHaveLength(1)
})

test('the archive has every posting, and an index', async () => {
  const id = await create()
  await joe.send('PUT', `/jobs/${id}`, { title: 'Chef' })
  const answer = await joe.raw('/postings.zip')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const archive = Buffer.from(await answer.arrayBuffer()).toString()
  for (const name of ['index.csv', `job-${id}/posting-1.html`, `job-${id}/posting-2.html`])
    expect(archive).toContain(name)
})

test('members read those of their jobs', async () => {
  const [id, other] = [await create(), await create()]
  const mo = await w.as('mo')
  const [row] = await w.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, 'mo@example.com'))
  await w.db.insert(hiringTeams).values({ job_id: id, user_id: row!.id })
  expect((await mo.get(`/jobs/${id}/postings`)).status).toBe(200)
  expect((await mo.get(`/jobs/${other}/postings`)).status).toBe(404)
  expect((await mo.get('/postings.zip')).status).toBe(403)
  expect((await joe.get('/jobs/4711/postings')).status).toBe(404)
})

test('images are named, not linked', async () => {
  const id = await w.newJob()
  await w.db
    .update(jobs)
    .set({
      description: sql`'<figure><img src="/media/1/640.jpg" alt="Our oven"></figure><p>Bake.</p>'`,
    })
    .where(eq(jobs.id, id))
  const [last] = await list(id)
  const { body } = await read(id, last.number)
  expect(body).toContain('<em>[Our oven]</em>')
  expect(body).not.toContain('<img')
})
