import { asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAndClose } from '#api/office/background/job-timer.ts'
import { type World, world } from '#scripts/testing/world.ts'
import {
  applicationSteps,
  applications,
  deliveries,
  hiringSteps,
  interviews,
  jobs,
  templates,
  transitions,
  webhooks,
} from './schema.ts'

let w: World
let job: number
let id: number

beforeAll(async () => {
  w = await world()
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(hiringSteps)
  await w.db.delete(templates)
  await w.db
    .insert(templates)
    .values({ id: 1, name: 'Interview', subject: 'Hello', body: '<p>Come and see us.</p>' })
  await w.db.insert(hiringSteps).values([
    { id: 1, place: 0, name: 'Phone call', status: 'pending' },
    { id: 2, place: 1, name: 'Interview', status: 'shortlisted', template_id: 1 },
    { id: 3, place: 2, name: 'Trial day', status: 'shortlisted' },
  ])
  job = await w.newJob()
  id = await w.newApplication(job)
  await rows()
})

const { at: _at, ...columns } = getTableColumns(transitions)
let seen = 0

/** The transitions since the last call, without what is null. */
async function rows() {
  const found = await w.db
    .select(columns)
    .from(transitions)
    .where(gt(transitions.id, seen))
    .orderBy(asc(transitions.id))
  seen = found.at(-1)?.id ?? seen
  return found.map(({ id: _id, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  )
}

const change = async (json: object) => {
  const rita = await w.as('rita')
  const { status, body } = await rita.send('PUT', `/applications/${id}`, json)
  expect([status, body.error]).toEqual([200, undefined])
}

const moved = (from_status: string, to_status: string, steps = {}) => ({
  kind: from_status === to_status ? 'moved' : 'decided',
  application_id: id,
  job_id: job,
  from_status,
  to_status,
  ...steps,
})

test('a new application is one, with its own time', async () => {
  await w.newApplication(job, { created_at: '2026-01-02T03:04:05.678Z' })
  const [row] = await w.db.select().from(transitions).where(gt(transitions.id, seen))
  expect(row).toMatchObject({
    kind: 'received',
    at: '2026-01-02T03:04:05.678Z',
    application_id: id + 1,
    job_id: job,
    to_status: 'pending',
  })
  expect(await rows()).toHaveLength(1)
})

describe('status and step', () => {
  test('a change of status is one, and saving the same again is none', async () => {
    await change({ status: 'shortlisted' })
    await change({ status: 'shortlisted' })
    expect(await rows()).toEqual([moved('pending', 'shortlisted')])
  })

  test('entering, changing and leaving a step of the same status is one each', async () => {
    await change({ status: 'shortlisted' })
    await rows()
    await change({ step_id: 2 })
    await change({ step_id: 3 })
    await change({ step_id: null })
    expect(await rows()).toEqual([
      moved('shortlisted', 'shortlisted', { to_step: 2 }),
      moved('shortlisted', 'shortlisted', { from_step: 2, to_step: 3 }),
      moved('shortlisted', 'shortlisted', { from_step: 3 }),
    ])
  })

  test('a step of another status is one transition with the status', async () => {
    await change({ step_id: 1 })
    await change({ status: 'shortlisted', step_id: 2 })
    await change({ status: 'rejected' })
    expect(await rows()).toEqual([
      moved('pending', 'pending', { to_step: 1 }),
      moved('pending', 'shortlisted', { from_step: 1, to_step: 2 }),
      moved('shortlisted', 'rejected', { from_step: 2 }),
    ])
  })

  test.each([
    ['no step', {}, {}],
    ['a step', { step_id: 1 }, { to_step: 1 }],
  ])('Undo of a decision with a step is one, back to %s', async (_title, before, back) => {
    if ('step_id' in before) await change(before)
    await rows()
    const rita = await w.as('rita')
    await change({ status: 'shortlisted', step_id: 2, tell: 'now' })
    await rows()
    const held = await w.db.select().from(applications).where(eq(applications.id, id))
    expect(held[0]?.telling).toBe('shortlisted')
    const undone = await rita.send('POST', `/applications/${id}/take-back`)
    expect(undone.status).toBe(200)
    expect(undone.body).toMatchObject({ status: 'pending' })
    expect(await rows()).toEqual([moved('shortlisted', 'pending', { from_step: 2, ...back })])
    const [place] = await w.db.select().from(applicationSteps)
    expect(place?.step_id ?? null).toBe('step_id' in before ? 1 : null)
  })

  test('removing a step is one for each application in it', async () => {
    await change({ step_id: 1 })
    await rows()
    const sam = await w.as('sam')
    const { status } = await sam.send('PUT', '/hiring-steps', [])
    expect(status).toBe(200)
    expect(await rows()).toEqual([moved('pending', 'pending', { from_step: 1 })])
  })
})

test('a withdrawal and its undo are one each', async () => {
  await change({ step_id: 1 })
  await rows()
  const set = (withdrawn_at: string | null) =>
    w.db.update(applications).set({ withdrawn_at }).where(eq(applications.id, id))
  await set('2026-01-02T00:00:00.000Z')
  await set('2026-01-03T00:00:00.000Z')
  await set(null)
  const same = moved('pending', 'pending', { from_step: 1, to_step: 1 })
  expect(await rows()).toEqual([
    { ...same, kind: 'withdrawn' },
    { ...same, kind: 'returned' },
  ])
})

test('an erasure is one, and its id stays', async () => {
  const rita = await w.as('rita')
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
  expect(await rows()).toEqual([
    { kind: 'erased', application_id: id, job_id: job, from_status: 'pending' },
  ])
})

test('an interview is one when it is booked, booked anew and canceled', async () => {
  const time = '2030-01-02T10:00:00.000Z'
  const later = '2030-01-02T11:00:00.000Z'
  await w.db.insert(interviews).values({
    id: 7,
    application_id: id,
    minutes: 30,
    place: 'Office',
    uid: 'one',
    proposed_name: 'Rita',
  })
  const set = (values: Partial<typeof interviews.$inferInsert>) =>
    w.db.update(interviews).set(values).where(eq(interviews.id, 7))
  await set({ state: 'booked', time })
  await set({ state: 'booked', time, place: 'Elsewhere' })
  await set({ state: 'booked', time: later })
  await set({ state: 'proposed', time: null })
  await set({ state: 'canceled' })
  const about = { application_id: id, job_id: job, interview_id: 7 }
  expect(await rows()).toEqual([
    { kind: 'interview_booked', ...about, time },
    { kind: 'interview_booked', ...about, time: later },
    { kind: 'interview_canceled', ...about, time: later },
  ])
})

describe('a job', () => {
  const set = (values: Partial<typeof jobs.$inferInsert>) =>
    w.db.update(jobs).set(values).where(eq(jobs.id, job))

  test('is one when it is opened, closed, and deleted while open', async () => {
    await set({ is_active: false })
    await rows()
    await set({ is_active: true, title: 'Chef' })
    await set({ is_active: true })
    await set({ is_active: false })
    await set({ is_active: true })
    await set({ deleted_at: '2026-01-01T00:00:00.000Z' })
    await set({ is_active: false })
    expect((await rows()).map(({ kind }) => kind)).toEqual([
      'job_published',
      'job_closed',
      'job_published',
      'job_closed',
    ])
  })

  test('is one when its dates open and close it', async () => {
    await set({ is_active: false, is_scheduled: true, opens_on: '2030-01-02' })
    await rows()
    await openAndClose(w.db, '2030-01-02')
    await set({ closes_on: '2030-01-03' })
    await openAndClose(w.db, '2030-01-04')
    expect(await rows()).toEqual([
      { kind: 'job_published', job_id: job },
      { kind: 'job_closed', job_id: job },
    ])
  })

  test('that is new and open is one', async () => {
    const open = await w.newJob({ is_active: true })
    await w.newJob({ is_active: false })
    expect(await rows()).toEqual([{ kind: 'job_published', job_id: open }])
  })
})

describe('deliveries', () => {
  const webhook = { url: 'https://hooks.example.com/', secret: 'v1.x' }
  const { subject, event, data, webhook_id } = getTableColumns(deliveries)
  const queued = () =>
    w.db.select({ webhook_id, event, subject, data }).from(deliveries).orderBy(deliveries.id)

  beforeEach(async () => {
    await w.db.delete(webhooks)
    await w.db.insert(webhooks).values([
      { id: 1, ...webhook, events: ['application.received', 'application.erased'] },
      { id: 2, ...webhook, events: ['application.decided', 'application.moved'] },
      { id: 3, ...webhook, events: ['application.decided'], is_active: false },
    ])
  })

  test('are queued with the transition for active webhooks that want the event', async () => {
    const [{ reference } = { reference: null }] = await w.db
      .select({ reference: applications.reference })
      .from(applications)
    const about = { application_id: id, reference, job_id: job }
    await change({ status: 'shortlisted' })
    await change({ step_id: 2 })
    await w.db.delete(applications)
    const of = (webhook_id: number, event: string, data: object) => ({
      webhook_id,
      event,
      subject: `application ${id}`,
      data,
    })
    expect(await queued()).toEqual([
      of(2, 'application.decided', { ...about, status: 'shortlisted' }),
      of(2, 'application.moved', { ...about, status: 'shortlisted', step_id: 2 }),
      of(1, 'application.erased', about),
    ])
  })

  test('of a new application have its reference', async () => {
    await w.newApplication(job)
    expect(await queued()).toMatchObject([
      { event: 'application.received', data: { reference: expect.stringMatching(/^\w{6}$/) } },
    ])
  })

  test('end with their webhook', async () => {
    await change({ status: 'selected' })
    await w.db.delete(webhooks).where(sql`id = 2`)
    expect(await queued()).toEqual([])
  })
})
