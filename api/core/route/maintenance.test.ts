import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
let job = 0
beforeAll(async () => {
  job = await w.newJob()
  await w.db
    .insert(pages)
    .values({ slug: 'about', title: 'About', content: '', is_published: true })
  await w.db
    .insert(settings)
    .values({ key: 'maintenance_mode', category: 'system', is_public: true, value: 'false' })
})
afterAll(() => w.remove())
beforeEach(() => turn('true'))

const turn = async (value: string) =>
  (await w.as('sam')).send('PUT', '/settings/key/maintenance_mode', { value })

const reads = () => ['/jobs/active', `/jobs/${job}`, '/pages/published', '/pages/slug/about']

test('visitors get 503 with Retry-After during maintenance, and pages again after it', async () => {
  for (const path of reads()) {
    const response = await w.visitor.get(path)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
    expect(response.body.error).toContain('will be back soon')
    expect((await w.visitor.raw(path, { method: 'HEAD' })).status).toBe(503)
    expect((await w.withToken('stale').get(path)).status).toBe(503)
  }
  await turn('false')
  for (const path of reads()) expect((await w.visitor.get(path)).status).toBe(200)
})

test('an application gets 503 and leaves nothing behind; after maintenance it is accepted', async () => {
  const body = applicationForm({ job_id: job })
  const submit = () => w.visitor.raw('/applications/submit', { method: 'POST', body })
  expect((await submit()).status).toBe(503)
  expect([await w.applications(), await w.files()]).toEqual([[], []])
  await turn('false')
  expect((await submit()).status).toBe(201)
})

test('staff can go on working; visitors can sign in and read the settings', async () => {
  for (const path of reads()) expect((await (await w.as('pam')).get(path)).status).toBe(200)
  expect((await w.visitor.get('/settings/public')).body).toHaveLength(1)
  expect((await w.signIn('joe')).token).toBeTruthy()
  expect((await w.visitor.get('/jobs')).status).toBe(401)
})

test('candidates keep their private page during maintenance', async () => {
  await turn('false')
  const body = applicationForm({ job_id: job })
  const sent = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  const token = String(sent.body.candidate_url).split('/').at(-1)
  await turn('true')
  expect((await w.visitor.get(`/candidate/${token}`)).status).toBe(200)
  for (const act of ['withdraw', 'undo-withdraw'])
    expect((await w.visitor.send('POST', `/candidate/${token}/${act}`)).status).toBe(200)
  expect((await w.visitor.raw(`/candidate/${token}/export`)).status).toBe(200)
  expect((await w.visitor.get(`/candidate/confirm/${'A'.repeat(43)}`)).status).toBe(404)
})

test('a 503 for maintenance is not logged as a failure', async () => {
  const before = w.logged.length
  await w.visitor.get('/jobs/active')
  expect(w.logged.slice(before)).toEqual([])
})
