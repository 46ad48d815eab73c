import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  applicationSteps,
  hiringSteps,
  hiringTeams,
  outbox,
  settings,
  templates,
} from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { startBulk } from '../bulk/worker.ts'
import { dayIn, daysLater } from '../jobs/contract/dates.ts'

const w = await world()
afterAll(() => w.remove())
afterEach(() => void vi.useRealTimers())
/** No midnight comes during the test. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })

let sam: Person
let rita: Person
let joe: Person
let job: number
beforeEach(async () => {
  await w.reset()
  sam = await w.as('sam')
  rita = await w.as('rita')
  joe = await w.as('joe')
  for (const table of [hiringSteps, outbox, settings]) await w.db.delete(table)
  job = await w.newJob({ title: 'Baker' })
})

type Given = { id?: number; name: string; status: string; days?: number | null }
const saved = async (...steps: Given[]) => {
  const { status, body } = await sam.send('PUT', '/hiring-steps', steps)
  expect(status).toBe(200)
  return body as { id: number; name: string; status: string; days: number | null }[]
}
const call = { name: 'Phone call', status: 'pending', days: 7 }
const trial = { name: 'Trial day', status: 'pending' }
const offer = { name: 'Offer', status: 'shortlisted' }

const put = (id: number, change: object) => rita.send('PUT', `/applications/${id}`, change)
const placeOf = async (id: number) => {
  const { status, step_id, step_name } = (await rita.get(`/applications/${id}`)).body
  return [status, step_id, step_name]
}

describe('the steps of the company', () => {
  test('are kept in order, with their ids, and can be sent back as they were read', async () => {
    const first = await saved(call, trial, offer)
    expect(first).toMatchObject([call, { ...trial, days: null }, offer])
    const { body, headers } = await sam.get('/hiring-steps')
    expect(body).toEqual(first)
    const turned = [first[2]!, { ...first[0]!, name: 'Video call' }]
    expect(await saved(...turned)).toMatchObject([
      { id: first[2]!.id },
      { id: first[0]!.id, name: 'Video call' },
    ])
    const stale = await sam.raw('/hiring-steps', {
      method: 'PUT',
      body: '[]',
      headers: { 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
    })
    expect(stale.status).toBe(409)
    expect((await sam.get('/hiring-steps')).body).toHaveLength(2)
  })

  test.each([
    [{ name: '', status: 'pending' }, 'name'],
    [{ name: 'a'.repeat(61), status: 'pending' }, 'name'],
    [{ name: 'Call', status: 'open' }, 'status'],
    [{ name: 'Call', status: 'pending', days: 0 }, 'days'],
    [{ name: 'Call', status: 'pending', days: 366 }, 'days'],
    [{ name: 'Call', status: 'pending', days: 1.5 }, 'days'],
    [{ id: 987654, name: 'Call', status: 'pending' }, 'id'],
    [{ name: 'Call', status: 'pending', color: 'red' }, 'color'],
  ])('refuses %j', async (step, field) => {
    const { status, body } = await sam.send('PUT', '/hiring-steps', [step])
    expect([status, body.details[0].path]).toEqual([400, [0, field]])
  })

  test('refuses two of one name in a status, and more than thirty', async () => {
    const twice = await sam.send('PUT', '/hiring-steps', [call, { ...call, name: 'PHONE CALL' }])
    expect([twice.status, twice.body.details[0].path]).toEqual([400, [1, 'name']])
    await saved(call, { ...call, status: 'shortlisted' })
    const many = Array.from({ length: 31 }, (_, n) => ({ ...call, name: `Step ${n}` }))
    expect((await sam.send('PUT', '/hiring-steps', many)).status).toBe(400)
  })

  test('one that is removed, or gets another status, leaves its applications in none', async () => {
    const [first, second] = await saved(call, trial)
    const ids = [await w.newApplication(job), await w.newApplication(job)]
    await put(ids[0]!, { step_id: first!.id })
    await put(ids[1]!, { step_id: second!.id })
    expect((await sam.get('/hiring-steps')).body).toMatchObject([
      { application_count: 1 },
      { application_count: 1 },
    ])
    await saved({ ...first!, status: 'shortlisted' })
    expect(await Promise.all(ids.map(placeOf))).toEqual([
      ['pending', null, null],
      ['pending', null, null],
    ])
  })
})

describe('the steps of a job', () => {
  test('take the place of the company’s for its applications', async () => {
    const [first] = await saved(call)
    const own = (await joe.send('PUT', `/jobs/${job}/hiring-steps`, [offer])).body
    const of = async (id: number) =>
      (await rita.get(`/hiring-steps?job_id=${id}`)).body.map(({ name }: Given) => name)
    const other = await w.newJob()
    expect([await of(job), await of(other)]).toEqual([['Offer'], ['Phone call']])
    const [one, two] = [await w.newApplication(job), await w.newApplication(other)]
    const refused = await put(one, { step_id: first!.id })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['step_id']])
    expect((await put(two, { step_id: own[0].id })).status).toBe(400)
    expect((await put(one, { step_id: own[0].id })).body.status).toBe('shortlisted')
    expect((await rita.get('/hiring-steps/of-jobs')).body).toEqual([
      { job_id: job, id: own[0].id, name: 'Offer', status: 'shortlisted' },
    ])
    expect((await joe.send('PUT', '/jobs/987654/hiring-steps', [])).status).toBe(404)
    expect((await rita.send('PUT', `/jobs/${job}/hiring-steps`, [])).status).toBe(403)
  })
})

describe('a step of an application', () => {
  test('sets its status; a status alone ends it; a disagreement is refused', async () => {
    const [first, second, third] = await saved(call, trial, offer)
    const id = await w.newApplication(job)
    const moved = await put(id, { step_id: third!.id })
    expect(moved.body).toMatchObject({
      status: 'shortlisted',
      step_id: third!.id,
      step_name: 'Offer',
      step_due: null,
      reviewed_at: expect.any(String),
    })
    const refused = await put(id, { status: 'rejected', step_id: first!.id })
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ['step_id']])
    expect(await placeOf(id)).toEqual(['shortlisted', third!.id, 'Offer'])
    await put(id, { status: 'pending', step_id: first!.id })
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
    await put(id, { step_id: second!.id })
    await put(id, { status: 'rejected' })
    expect(await placeOf(id)).toEqual(['rejected', null, null])
    await put(id, { status: 'pending' })
    expect(await placeOf(id)).toEqual(['pending', null, null])
    await put(id, { step_id: first!.id })
    await put(id, { step_id: null })
    expect(await placeOf(id)).toEqual(['pending', null, null])
  })

  test('is due after the days of the step', async () => {
    stopClock()
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    const { body } = await put(id, { step_id: first!.id })
    expect(body.step_due).toBe(daysLater(dayIn('UTC'), 7))
    // The days are the site's: its date is not everywhere that of UTC.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await w.db.delete(settings)
      await w.db.insert(settings).values({ key: 'site_time_zone', value: zone, category: 'jobs' })
      const other = await w.newApplication(job)
      const moved = await put(other, { step_id: first!.id })
      expect(moved.body.step_due).toBe(daysLater(dayIn(zone), 7))
    }
  })

  test('is due from its last day on, in the list, in bulk and on the dashboard, until it ends', async () => {
    stopClock()
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    const counts = async () => {
      const bulk = await rita.send('POST', '/applications/bulk/preview', {
        filter: { step_due: true },
        action: 'status',
        status: 'pending',
      })
      return [
        (await rita.get('/applications?step_due=true')).body.length,
        bulk.body.total ?? bulk.status,
        (await rita.get('/dashboard')).body.step_due,
      ]
    }
    const dueIn = (days: number) =>
      w.db.update(applicationSteps).set({ due_on: daysLater(dayIn('UTC'), days) })
    await dueIn(1)
    expect(await counts()).toEqual([0, 400, 0])
    await dueIn(0)
    expect(await counts()).toEqual([1, 1, 1])
    await dueIn(-3)
    expect(await counts()).toEqual([1, 1, 1])
    await w.db.run(sql`update applications set withdrawn_at = created_at`)
    expect(await counts()).toEqual([0, 400, 0])
    await w.db.run(sql`update applications set withdrawn_at = null`)
    await put(id, { status: 'selected' })
    expect(await counts()).toEqual([0, 400, 0])
    await put(id, { status: 'pending', step_id: first!.id })
    await dueIn(-3)
    await saved()
    expect(await counts()).toEqual([0, 400, 0])
    expect((await rita.get(`/applications/${id}`)).body.step_due).toBeNull()
  })

  test('stays with notes and names, and with the row sent back as it was read', async () => {
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id, notes: '<p>Called.</p>', first_name: 'Mira' })
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
    const { body } = await rita.get(`/applications/${id}`)
    const again = await put(id, { ...body, first_name: 'Mirabel' })
    expect([again.status, again.body.first_name]).toEqual([200, 'Mirabel'])
    expect(await placeOf(id)).toEqual(['pending', first!.id, 'Phone call'])
  })

  test.each([0, -1, 1.5, '1', {}, 987654])('refuses %j', async (step_id) => {
    const id = await w.newApplication(job)
    const { status, body } = await put(id, { step_id })
    expect([status, body.details[0].path]).toEqual([400, ['step_id']])
  })

  test('is in the history, the list, the filter, the counts and the export', async () => {
    const [first, second] = await saved(call, trial)
    const id = await w.newApplication(job, { first_name: 'Mira' })
    const other = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await put(id, { step_id: second!.id })
    const { body: lines } = await rita.get(`/applications/${id}/activity`)
    expect(lines.filter(({ kind }: { kind: string }) => kind === 'step')).toMatchObject([
      { from: 'Phone call', to: 'Trial day', by: 'Rita Reviewer' },
      { from: null, to: 'Phone call' },
    ])
    const listed = async (query: string) =>
      (await rita.get(`/applications?${query}`)).body.map((row: { id: number }) => row.id)
    expect(await listed(`step_id=${second!.id}`)).toEqual([id])
    expect(await listed(`step_id=${first!.id}`)).toEqual([])
    expect(await listed('step_id=none')).toEqual([other])
    expect(await listed(`step_id=${second!.id}&job_id=${job}&status=pending&sort=name`)).toEqual([
      id,
    ])
    expect(await listed(`step_id=${second!.id}&q=mira`)).toEqual([id])
    expect((await rita.get('/applications?step_id=x')).status).toBe(400)
    const { id: step_id } = second!
    const counts = [{ step_id, count: 1, name: 'Trial day', status: 'pending', job_title: null }]
    for (const query of ['', `?job_id=${job}`, '?status=pending', '?q=mira'])
      expect([query, (await rita.get(`/applications/steps${query}`)).body]).toEqual([query, counts])
    expect((await rita.get('/applications/steps?status=rejected')).body).toEqual([])
    const csv = await rita.get('/applications/export.csv?columns=first_name,step')
    expect(csv.body).toContain('"Mira","Trial day"')
  })

  test('a member of a hiring team moves those of the own job, and counts no others', async () => {
    const [first] = await saved(call)
    const theirs = await w.newJob()
    const [own, other] = [await w.newApplication(job), await w.newApplication(theirs)]
    await put(other, { step_id: first!.id })
    const mo = await w.as('mo')
    const { body: me } = await mo.get('/auth/profile')
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: me.id })
    expect((await mo.get('/hiring-steps')).body).toMatchObject([{ application_count: 0 }])
    expect((await mo.get('/applications/steps')).body).toEqual([])
    expect((await mo.get(`/hiring-steps?job_id=${theirs}`)).body).toEqual([])
    for (const each of [job, theirs]) await joe.send('PUT', `/jobs/${each}/hiring-steps`, [offer])
    expect((await mo.get('/hiring-steps/of-jobs')).body).toMatchObject([{ job_id: job }])
    for (const each of [job, theirs]) await joe.send('PUT', `/jobs/${each}/hiring-steps`, [])
    const moved = await mo.send('PUT', `/applications/${own}`, { step_id: first!.id })
    expect(moved.body.step_name).toBe('Phone call')
    expect((await mo.send('PUT', `/applications/${other}`, { step_id: null })).status).toBe(404)
    await w.db.delete(hiringTeams)
  })

  test('goes with its application', async () => {
    const [first] = await saved(call)
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await w.db.$count(applicationSteps)).toBe(0)
  })
})

describe('Undo', () => {
  test('in the list returns the application to its step with its last day', async () => {
    const [first, second] = await saved(call, { ...trial, days: 3 })
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    await put(id, { step_id: second!.id })
    expect((await put(id, { step_id: first!.id })).body.step_due).toBe('2027-03-01')
    await put(id, { status: 'rejected', tell: 'never' })
    const back = await put(id, { status: 'pending', step_id: first!.id })
    expect(back.body.step_due).toBe('2027-03-01')
    // Not much later: then it begins anew.
    await put(id, { step_id: second!.id })
    await w.db.run(sql`update applications set reviewed_at = '2026-01-01T00:00:00.000Z'`)
    expect((await put(id, { step_id: first!.id })).body.step_due).not.toBe('2027-03-01')
  })

  test('of a decision whose email is held returns the application to its step', async () => {
    const [first] = await saved(call)
    await w.db
      .update(templates)
      .set({ subject: 'No', body: '<p>No</p>' })
      .where(eq(templates.status, 'rejected'))
    const id = await w.newApplication(job)
    await put(id, { step_id: first!.id })
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    const decided = await put(id, { status: 'rejected', tell: 'later' })
    expect(decided).toMatchObject({ status: 200, body: { step_id: null, step_due: null } })
    const back = await rita.send('POST', `/applications/${id}/take-back`)
    expect(back).toMatchObject({
      status: 200,
      body: { status: 'pending', step_id: first!.id, step_due: '2027-03-01' },
    })
  })

  test('of many returns each to its own', async () => {
    const [first, second, third] = await saved(call, trial, offer)
    const ids = await Promise.all([1, 2, 3].map(() => w.newApplication(job)))
    const [one, two, three] = ids as [number, number, number]
    await put(one, { step_id: first!.id })
    await put(two, { step_id: second!.id })
    const worker = startBulk({
      db: w.db,
      store: w.store,
      log: w.log,
      mailFrom: 'a@b.c',
      publicUrl: undefined,
      ownAddress: () => '',
      times: { pollMs: 10, share: 0 },
    })
    const ended = async (id: number) => {
      for (;;) {
        const { body } = await rita.get(`/bulk/${id}`)
        if (body.state === 'done' || body.state === 'undone') return body
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    await w.db.update(applicationSteps).set({ due_on: '2027-03-01' })
    const places = () =>
      Promise.all(
        ids.map(async (id) => {
          const { status, step_id, step_due } = (await rita.get(`/applications/${id}`)).body
          return [status, step_id, step_due]
        }),
      )
    const before = await places()
    const other = await w.newJob()
    await joe.send('PUT', `/jobs/${other}/hiring-steps`, [{ ...offer, name: 'Own' }])
    const elsewhere = await w.newApplication(other)
    const started = await rita.send('POST', '/applications/bulk', {
      ids: [...ids, elsewhere],
      action: 'status',
      step_id: third!.id,
      tell: 'never',
    })
    expect(started.status).toBe(202)
    const { failed, step_name } = await ended(started.body.id)
    expect(step_name).toBe('Offer')
    expect(failed).toMatchObject([{ id: elsewhere, error: 'Its job has other steps' }])
    const there = ['shortlisted', third!.id, null]
    expect(await places()).toEqual([there, there, there])
    expect((await rita.send('POST', `/bulk/${started.body.id}/undo`)).status).toBe(202)
    await ended(started.body.id)
    expect(await places()).toEqual(before)
    expect(three).toBeTruthy()
    await worker.stop()
  })

  test.each([
    [{ step_id: 987654 }, 'step_id'],
    [{ step_id: 'x' }, 'step_id'],
    [{}, 'status'],
  ])('many are not moved to %j', async (change, field) => {
    const id = await w.newApplication(job)
    const { status, body } = await rita.send('POST', '/applications/bulk', {
      ids: [id],
      action: 'status',
      ...change,
    })
    expect([status, body.details[0].path]).toEqual([400, [field]])
  })
})
