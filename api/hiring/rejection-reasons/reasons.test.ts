import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applicationOutcomes,
  applications,
  hiringTeams,
  outbox,
  rejectionReasons,
  templates,
  users,
} from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'

const w = await world({ bulk: { pollMs: 10, share: 0 } })
afterAll(() => w.remove())
let rita: Person
let job: number
let id: number

beforeEach(async () => {
  await w.reset()
  await w.db.delete(applicationOutcomes)
  await w.db.delete(rejectionReasons)
  await w.db.delete(templates)
  await w.db.insert(templates).values([
    {
      id: 1,
      name: 'No',
      subject: 'About your application',
      body: '<p>No.</p>',
      status: 'rejected',
    },
    { id: 2, name: 'Place', subject: 'About the place', body: '<p>Too far.</p>' },
  ])
  await w.db.insert(rejectionReasons).values([
    { id: 1, place: 0, name: 'Skills' },
    { id: 2, place: 1, name: 'Place of work', template_id: 2 },
  ])
  rita = await w.as('rita')
  job = await w.newJob()
  id = await w.newApplication(job)
})

const put = (json: object) => rita.send('PUT', `/applications/${id}`, json)
const subjects = async () =>
  (await w.db.select({ subject: outbox.subject }).from(outbox)).map(({ subject }) => subject)
const outcome = async () =>
  (
    await w.db
      .select({ reason: applicationOutcomes.reason_id })
      .from(applicationOutcomes)
      .where(eq(applicationOutcomes.application_id, id))
  )[0]

describe('PUT /rejection-reasons', () => {
  const list = async () => (await rita.get('/rejection-reasons')).body

  test('changes, orders, adds and removes; what was removed stays on the applications', async () => {
    await put({ status: 'rejected', reason_id: 1, tell: 'never' })
    const sam = await w.as('sam')
    const { status, body } = await sam.send('PUT', '/rejection-reasons', [
      { id: 2, name: 'Too far', template_id: null },
      { name: 'Pay' },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject([{ id: 2, name: 'Too far', template_id: null }, { name: 'Pay' }])
    expect(await list()).toEqual(body)
    const { body: shown } = await rita.get(`/applications/${id}`)
    expect([shown.reason_id, shown.reason_name]).toEqual([1, 'Skills'])
    // As it was read, it can be sent back.
    expect((await put(shown)).status).toBe(200)
    const again = await sam.send('PUT', '/rejection-reasons', [{ id: 1, name: 'Skills' }])
    expect([again.status, again.body.details[0].path]).toEqual([400, [0, 'id']])
  })

  test.each([
    [[{ name: '' }], [0, 'name']],
    [
      [{ name: 'Pay' }, { name: 'PAY' }],
      [1, 'name'],
    ],
    [[{ name: 'Pay', template_id: 99 }], [0, 'template_id']],
  ])('refuses %j', async (json, path) => {
    const { status, body } = await (await w.as('sam')).send('PUT', '/rejection-reasons', json)
    expect([status, body.details[0].path]).toEqual([400, path])
    expect(await list()).toHaveLength(2)
  })
})

describe('a rejection', () => {
  test('has the reason, which sends its own email', async () => {
    const { status, body } = await put({ status: 'rejected', reason_id: 2, tell: 'now' })
    expect([status, body.reason_name]).toEqual([200, 'Place of work'])
    expect(await subjects()).toEqual(['About the place'])
    expect(await outcome()).toEqual({ reason: 2 })
  })

  test('given a reason while its email is held sends that of the reason instead', async () => {
    await put({ status: 'rejected', tell: 'now' })
    await put({ status: 'rejected', reason_id: 2, tell: 'now' })
    expect(await subjects()).toEqual(['About the place'])
  })

  test('without a template of the reason sends that of the status', async () => {
    await put({ status: 'rejected', reason_id: 1, tell: 'now' })
    expect(await subjects()).toEqual(['About your application'])
  })

  test('told later sends the email of its reason', async () => {
    await put({ status: 'rejected', reason_id: 2, tell: 'never' })
    expect((await put({ status: 'rejected', tell: 'now' })).status).toBe(200)
    expect(await subjects()).toEqual(['About the place'])
  })

  test('that loses its reason while the email is held sends that of the status', async () => {
    await put({ status: 'rejected', reason_id: 2, tell: 'now' })
    await put({ status: 'rejected', reason_id: null, tell: 'now' })
    expect(await subjects()).toEqual(['About your application'])
  })

  test('that became another decision doesn’t send the email of its reason', async () => {
    await w.db.insert(templates).values({
      id: 3,
      name: 'Yes',
      subject: 'Welcome',
      body: '<p>Yes.</p>',
      status: 'selected',
    })
    await put({ status: 'rejected', reason_id: 2, tell: 'never' })
    const notes = '<p>After all.</p>'
    expect((await put({ status: 'selected', notes, tell: 'now' })).status).toBe(200)
    expect(await subjects()).toEqual(['Welcome'])
  })

  test('loses the reason with the status, also by Undo', async () => {
    await put({ status: 'rejected', reason_id: 2, tell: 'now' })
    const { status, body } = await rita.send('POST', `/applications/${id}/take-back`)
    expect([status, body.status, body.reason_id]).toEqual([200, 'pending', null])
    expect(await outcome()).toEqual({ reason: null })
  })

  test('is told in the activity with its reason', async () => {
    await put({ status: 'rejected', reason_id: 1, tell: 'never' })
    const { body } = await rita.get(`/applications/${id}/activity`)
    expect(body.find(({ kind }: { kind: string }) => kind === 'status').reason).toBe('Skills')
  })

  test('is found by its reason', async () => {
    await put({ status: 'rejected', reason_id: 1, tell: 'never' })
    const found = async (reason: number) =>
      (await rita.get(`/applications?reason=${reason}`)).headers.get('x-total-count')
    expect([await found(1), await found(2)]).toEqual(['1', '0'])
  })

  test('erased, leaves its reason in reports, and no name', async () => {
    await put({ status: 'rejected', reason_id: 1, tell: 'never' })
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    expect(await outcome()).toEqual({ reason: 1 })
    const rows = await w.db.all(sql`select * from application_outcomes`)
    expect(JSON.stringify(rows)).not.toMatch(/mira|ostergard|example/i)
  })
})

test.each([
  [{ reason_id: 1 }],
  [{ status: 'selected', reason_id: 1 }],
  [{ status: 'rejected', reason_id: 99, tell: 'never' }],
])('%j is refused', async (json) => {
  const { status, body } = await put(json)
  expect([status, body.details?.[0]?.path]).toEqual([400, ['reason_id']])
})

test('many are rejected for a reason, with its email', async () => {
  const ids = [id, await w.newApplication(job, { email: 'paul@example.org' })]
  await w.db.delete(templates).where(eq(templates.id, 1))
  const task = { ids, action: 'status', status: 'rejected', reason_id: 2, tell: 'now' }
  const preview = await rita.send('POST', '/applications/bulk/preview', task)
  expect(preview.body.emails).toBe(2)
  const { status, body } = await rita.send('POST', '/applications/bulk', task)
  expect(status).toBe(202)
  await expect
    .poll(async () => (await rita.get(`/bulk/${body.id}`)).body.state, { timeout: 10_000 })
    .toBe('done')
  const rows = await w.db.select({ reason: applications.reason_id }).from(applications)
  expect(rows).toEqual([{ reason: 2 }, { reason: 2 }])
  expect(await subjects()).toEqual(['About the place', 'About the place'])
  const wrong = { ids, action: 'status', status: 'selected', reason_id: 2 }
  expect((await rita.send('POST', '/applications/bulk', wrong)).status).toBe(400)
})

test('members of a team choose a reason; candidates never see it', async () => {
  const [member] = await w.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailOf('mo')))
  await w.db.insert(hiringTeams).values({ job_id: job, user_id: member!.id })
  const mo = await w.as('mo')
  expect((await mo.get('/rejection-reasons')).body).toHaveLength(2)
  const json = { status: 'rejected', reason_id: 1, tell: 'never' }
  expect((await mo.send('PUT', `/applications/${id}`, json)).status).toBe(200)
  expect((await mo.send('PUT', '/rejection-reasons', [])).status).toBe(403)
})
