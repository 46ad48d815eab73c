import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, hiringTeams, jobs, users } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
let rita: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
  rita = await w.as('rita')
})

const titles = async (person: Person, path: string) =>
  (await person.get(path)).body.map(({ title }: { title: string }) => title)

describe('an inactive job', () => {
  test('that was never active is 404 for visitors and visible to staff', async () => {
    const draft = { title: 'Cook', description: '<p>Cook.</p>', is_active: false }
    const { body } = await joe.send('POST', '/jobs', draft)
    expect(body.first_active_at).toBeNull()
    const response = await w.visitor.get(`/jobs/${body.id}`)
    expect([response.status, response.body]).toEqual([404, { error: 'Job not found' }])
    expect((await rita.get(`/jobs/${body.id}`)).status).toBe(200)
    const { first_active_at } = (await joe.send('PUT', `/jobs/${body.id}`, { is_active: true }))
      .body
    expect((await w.visitor.get(`/jobs/${body.id}`)).body).toMatchObject({ first_active_at })
    const closed = await joe.send('PUT', `/jobs/${body.id}`, { ...draft, first_active_at: null })
    expect(closed.body.first_active_at).toBe(first_active_at)
    expect((await w.visitor.get(`/jobs/${body.id}`)).status).toBe(410)
  })

  test('is 410 for visitors and visible to staff', async () => {
    const id = await w.newJob({ is_active: false, first_active_at: '2026-01-01T00:00:00.000Z' })
    for (const stranger of [w.visitor, await w.as('pam'), w.withToken('stale')]) {
      const response = await stranger.get(`/jobs/${id}`)
      expect(response.status).toBe(410)
      expect(response.body).toEqual({ error: 'Job not found' })
    }
    for (const member of [joe, rita, await w.as('ada')])
      expect((await member.get(`/jobs/${id}`)).body).toMatchObject({ id, is_active: false })
    expect(await titles(w.visitor, '/jobs/active')).toEqual([])
    expect(await titles(joe, '/jobs')).toEqual(['Baker'])
  })

  test('is visible again after activation', async () => {
    const id = await w.newJob()
    const closed = await joe.send('POST', `/jobs/${id}/deactivate`)
    expect([closed.status, closed.body.is_active]).toEqual([200, false])
    expect((await w.visitor.get(`/jobs/${id}`)).status).toBe(410)
    const again = await joe.send('POST', `/jobs/${id}/deactivate`)
    expect([again.status, again.body.is_active]).toEqual([200, false])
    const opened = await joe.send('POST', `/jobs/${id}/activate`)
    expect(opened.body).toMatchObject({ id, is_active: true, application_count: 0 })
    expect(opened.body.updated_at > closed.body.updated_at).toBe(true)
    expect((await w.visitor.get(`/jobs/${id}`)).status).toBe(200)
  })
})

test('an unknown job is 404 for everyone', async () => {
  for (const person of [w.visitor, joe, rita])
    expect((await person.get('/jobs/4711')).body).toEqual({ error: 'Job not found' })
})

describe('a deleted job', () => {
  test('is 404 everywhere, but its applications keep its title', async () => {
    const id = await w.newJob({ title: 'Miller' })
    const application = await w.newApplication(id)
    const response = await joe.send('DELETE', `/jobs/${id}`)
    expect([response.status, response.body]).toEqual([204, ''])
    for (const person of [w.visitor, joe, rita])
      expect((await person.get(`/jobs/${id}`)).status).toBe(404)
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/activate'],
      ['POST', '/deactivate'],
      ['DELETE', ''],
    ] as const) {
      const json = method === 'PUT' ? { is_active: true } : undefined
      expect((await joe.send(method, `/jobs/${id}${path}`, json)).status).toBe(404)
    }
    expect(await titles(joe, '/jobs')).toEqual([])
    expect(await titles(w.visitor, '/jobs/active')).toEqual([])
    for (const path of ['/applications', `/applications?job_id=${id}`])
      expect((await rita.get(path)).body).toMatchObject([{ job_id: id, job_title: 'Miller' }])
    expect((await rita.get(`/applications/${application}`)).body).toMatchObject({
      job_id: id,
      job_title: 'Miller',
    })
    expect((await rita.get('/applications/stats')).body.pending).toBe(1)
  })

  test('is 404 even if still marked active', async () => {
    const id = await w.newJob({ is_active: true, deleted_at: '2026-01-01T00:00:00.000Z' })
    expect((await w.visitor.get('/jobs/active')).body).toEqual([])
    expect((await w.visitor.get(`/jobs/${id}`)).status).toBe(404)
  })

  test('keeps its row, so that its id is never reused', async () => {
    const id = await w.newJob()
    await joe.send('DELETE', `/jobs/${id}`)
    expect((await w.db.select().from(jobs))[0]?.deleted_at).not.toBeNull()
    expect(await w.newJob()).toBeGreaterThan(id)
  })
})

describe('lists of jobs', () => {
  test('start with the newest', async () => {
    await w.newJob({ title: 'Old', created_at: '2026-01-01T00:00:00.000Z' })
    await w.newJob({ title: 'New', created_at: '2026-03-01T00:00:00.000Z' })
    await w.newJob({ title: 'Middle', created_at: '2026-02-01T00:00:00.000Z' })
    expect(await titles(joe, '/jobs')).toEqual(['New', 'Middle', 'Old'])
    expect(await titles(w.visitor, '/jobs/active')).toEqual(['New', 'Middle', 'Old'])
  })

  test('are paginated with Link headers', async () => {
    for (let n = 1; n <= 5; n++) await w.newJob({ title: `Job ${n}` })
    await w.newJob({ title: 'Closed', is_active: false })
    const second = await w.visitor.get('/jobs/active?page=2&per_page=2')
    expect(second.body.map(({ title }: { title: string }) => title)).toEqual(['Job 3', 'Job 2'])
    expect(second.headers.get('x-total-count')).toBe('5')
    const link = (page: number, rel: string) =>
      `</api/jobs/active?page=${page}&per_page=2>; rel="${rel}"`
    expect(second.headers.get('link')).toBe(
      [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '),
    )
    const last = await w.visitor.get('/jobs/active?page=3&per_page=2')
    expect(last.body).toHaveLength(1)
    expect(last.headers.get('link')).not.toContain('rel="next"')
    const past = await w.visitor.get('/jobs/active?page=100000000&per_page=500')
    expect([past.status, past.body]).toEqual([200, []])
    expect(past.headers.get('x-total-count')).toBe('5')
    expect((await joe.get('/jobs?per_page=1')).headers.get('x-total-count')).toBe('6')
  })

  test.each(['per_page=0', 'per_page=501', 'per_page=abc', 'page=0', 'page=-1', 'page=1&page=2'])(
    'do not understand %s',
    async (query) => {
      for (const path of ['/jobs/active', '/jobs']) {
        const response = await joe.get(`${path}?${query}`)
        expect(response.status).toBe(400)
        expect(response.body.details[0].path).toEqual([query.split('=')[0]])
      }
    },
  )

  test('count all applications of each job, whatever their status', async () => {
    const [one, two] = [await w.newJob({ title: 'One' }), await w.newJob({ title: 'Two' })]
    const [first = 0] = [await w.newApplication(one), await w.newApplication(one)]
    await w.newApplication(two)
    const counts = async () =>
      Object.fromEntries(
        (await joe.get('/jobs')).body.map((job: { title: string; application_count: number }) => [
          job.title,
          job.application_count,
        ]),
      )
    expect(await counts()).toEqual({ One: 2, Two: 1 })
    await rita.send('PUT', `/applications/${first}`, { status: 'rejected' })
    expect(await counts()).toEqual({ One: 2, Two: 1 })
    await rita.send('DELETE', `/applications/${first}`)
    expect(await counts()).toEqual({ One: 1, Two: 1 })
    await w.db.delete(applications).where(eq(applications.job_id, two))
    expect(await counts()).toEqual({ One: 1, Two: 0 })
  })

  test('say how many applications have which status, and who owns the job', async () => {
    const job = await w.newJob()
    const none = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
    const read = async () => (await joe.get('/jobs')).body[0]
    expect(await read()).toMatchObject({ status_counts: none, owners: [] })
    for (const status of ['pending', 'pending', 'selected'] as const)
      await w.newApplication(job, { status })
    const staff = await w.db
      .select()
      .from(users)
      .where(inArray(users.first_name, ['Rita', 'Joe', 'Mo']))
    await w.db
      .insert(hiringTeams)
      .values(
        staff.map((one) => ({ job_id: job, user_id: one.id, owner: one.first_name !== 'Mo' })),
      )
    expect(await read()).toMatchObject({
      status_counts: { ...none, pending: 2, selected: 1 },
      owners: ['Joe Jobs', 'Rita Reviewer'],
    })
  })
})
