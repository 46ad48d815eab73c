import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { unlistedJobs } from './rows.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const cook = { title: 'Cook', description: '<p>Cook sourdough.</p>', team: 'Kitchen' }

const lists = [
  '/jobs/active',
  '/jobs/active/summaries',
  '/jobs/active?q=sourdough',
  '/jobs/active?sort=team',
]

const titlesOf = async (path: string) =>
  (await w.visitor.get(path)).body.map(({ title }: { title: string }) => title)

describe('an unlisted job', () => {
  test('is found at its address, and in no list, count, suggestion or spelling', async () => {
    const baker = await w.newJob({ title: 'Baker', team: 'Kitchen' })
    const { body } = await joe.send('POST', '/jobs', { ...cook, is_listed: false })
    expect(body).toMatchObject({ is_active: true, is_listed: false })
    expect((await w.visitor.get(`/jobs/${body.id}`)).body).toMatchObject({ is_listed: false })
    for (const path of [...lists, `/jobs/${baker}/similar`])
      expect(await titlesOf(path)).not.toContain('Cook')
    const facets = (await w.visitor.get('/jobs/active/facets?q=sourdouhg')).body
    expect(facets).toMatchObject({ q: 'sourdouhg', team: [] })
    expect(await unlistedJobs(w.db)).toEqual([body.id])
    await joe.send('POST', `/jobs/${body.id}/deactivate`)
    expect(await unlistedJobs(w.db)).toEqual([])
    await joe.send('PUT', `/jobs/${body.id}`, { is_active: true, is_listed: true })
    for (const path of lists) expect(await titlesOf(path)).toContain('Cook')
  })

  test('stays unlisted as a duplicate, and when a draft or version of before is published', async () => {
    const { body } = await joe.send('POST', '/jobs', { ...cook, is_listed: false })
    expect((await joe.send('POST', `/jobs/${body.id}/duplicate`)).body.is_listed).toBe(false)
    await joe.send('PUT', `/jobs/${body.id}`, { is_listed: true, title: 'Baker' })
    await joe.send('PUT', `/jobs/${body.id}`, { draft: true, title: 'Draft' })
    await joe.send('PUT', `/jobs/${body.id}`, { is_listed: false })
    const { body: published } = await joe.send('POST', `/jobs/${body.id}/publish-draft`)
    expect([published.title, published.is_listed]).toEqual(['Draft', false])
    const listedThen = (await joe.get(`/jobs/${body.id}/versions`)).body.at(-2)
    const path = `/jobs/${body.id}/versions/${listedThen.version}/restore`
    const { body: restored } = await joe.send('POST', path)
    expect([restored.title, restored.is_listed]).toEqual(['Baker', false])
  })

  test('takes applications', async () => {
    const job_id = await w.newJob({ is_listed: false })
    const body = applicationForm({ job_id })
    const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
    expect(response.status).toBe(201)
  })
})

describe('the job for open applications', () => {
  const open = { ...cook, title: 'Anything', is_open_application: true }
  const read = async () => (await w.visitor.get('/jobs/active/open-application')).body

  test('is apart from the list while it is active and listed', async () => {
    expect(await read()).toBeNull()
    const { body } = await joe.send('POST', '/jobs', open)
    expect(await read()).toMatchObject({ id: body.id, title: 'Anything' })
    for (const path of lists) expect(await titlesOf(path)).not.toContain('Anything')
    for (const change of [{ is_listed: false }, { is_listed: true, is_active: false }]) {
      await joe.send('PUT', `/jobs/${body.id}`, change)
      expect(await read()).toBeNull()
    }
  })

  test('is one at most: the second is refused at its field', async () => {
    const { body: first } = await joe.send('POST', '/jobs', open)
    const refused = await joe.send('POST', '/jobs', open)
    expect(refused.status).toBe(409)
    expect(refused.body.details).toMatchObject([{ path: ['is_open_application'] }])
    const { body: second } = await joe.send('POST', `/jobs/${first.id}/duplicate`)
    expect(second.is_open_application).toBe(false)
    const change = { is_open_application: true }
    expect((await joe.send('PUT', `/jobs/${second.id}`, change)).status).toBe(409)
    await joe.send('DELETE', `/jobs/${first.id}`)
    expect((await joe.send('PUT', `/jobs/${second.id}`, change)).status).toBe(200)
    const ada = await w.as('ada')
    expect((await ada.send('POST', `/trash/jobs/${first.id}/restore`)).status).toBe(200)
    const [back] = await w.db.select().from(jobs).where(eq(jobs.id, first.id))
    expect(back).toMatchObject({ deleted_at: null, is_open_application: false })
  })

  test('has no dates', async () => {
    const closes_on = '2999-01-01'
    const { body, status } = await joe.send('POST', '/jobs', { ...open, closes_on })
    expect([status, body.details[0].path]).toEqual([400, ['closes_on']])
    const { body: job } = await joe.send('POST', '/jobs', open)
    expect((await joe.send('PUT', `/jobs/${job.id}`, { opens_on: closes_on })).status).toBe(400)
    const dated = await w.newJob({ closes_on })
    await joe.send('DELETE', `/jobs/${job.id}`)
    const change = { is_open_application: true }
    expect((await joe.send('PUT', `/jobs/${dated}`, change)).status).toBe(400)
    const without = { ...change, closes_on: null }
    expect((await joe.send('PUT', `/jobs/${dated}`, without)).status).toBe(200)
  })
})
