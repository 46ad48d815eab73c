import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applicationOutcomes,
  applications,
  rejectionReasons,
  templates,
  transitions,
} from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world({ bulk: { pollMs: 10, share: 0 } })
afterAll(() => w.remove())
let rita: Person
let id: number

beforeEach(async () => {
  await w.reset()
  for (const table of [applicationOutcomes, transitions, rejectionReasons, templates])
    await w.db.delete(table)
  await w.db.insert(rejectionReasons).values([
    { id: 1, place: 0, name: 'Skills' },
    { id: 2, place: 1, name: 'Pay' },
  ])
  await w.db.insert(templates).values(
    (['shortlisted', 'rejected', 'selected'] as const).map((status) => ({
      name: status,
      subject: status,
      body: '<p>Hello.</p>',
      status,
    })),
  )
  rita = await w.as('rita')
  id = await w.newApplication(await w.newJob())
})

/** As if everything so far had happened two days earlier. */
async function twoDaysLater() {
  await w.db.run(sql`update application_outcomes set
    received_at = strftime('%Y-%m-%dT%H:%M:%fZ', received_at, '-2 days')`)
}

const decide = async (json: object) => {
  const { status, body } = await rita.send('PUT', `/applications/${id}`, { tell: 'never', ...json })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const reason = async () => (await rita.get(`/applications/${id}`)).body.reason_id

async function outcome() {
  const [row] = await w.db
    .select({
      status: applicationOutcomes.status,
      was_shortlisted: applicationOutcomes.was_shortlisted,
      response: sql<number | null>`minutes_to_response / 1440`,
      decision: sql<number | null>`minutes_to_decision / 1440`,
      reason: applicationOutcomes.reason_id,
    })
    .from(applicationOutcomes)
    .where(eq(applicationOutcomes.application_id, id))
  return row
}

async function bulkTo(params: object) {
  const { body } = await rita.send('POST', '/applications/bulk', {
    action: 'status',
    ids: [id],
    tell: 'never',
    ...params,
  })
  await expect.poll(async () => (await rita.get(`/bulk/${body.id}`)).body.state).toBe('done')
  return body.id
}

async function undoBulk(action: number) {
  await rita.send('POST', `/bulk/${action}/undo`)
  await expect.poll(async () => (await rita.get(`/bulk/${action}`)).body.state).toBe('undone')
}

/** Each way to decide, and its Undo. */
const ways = [
  [
    'the record',
    async (status: string) => {
      const before = (await rita.get(`/applications/${id}`)).body.status
      await decide({ status })
      return () => decide({ status: before, undoes: true })
    },
  ],
  [
    'the record with notes beside',
    async (status: string) => {
      const before = (await rita.get(`/applications/${id}`)).body.status
      await decide({ status, notes: '<p>So.</p>' })
      return () => decide({ status: before, notes: '<p>No.</p>', undoes: true })
    },
  ],
  [
    'its held email',
    async (status: string) => {
      await decide({ status, tell: 'later' })
      return () => rita.send('POST', `/applications/${id}/take-back`)
    },
  ],
  [
    'a bulk action',
    async (status: string) => {
      const action = await bulkTo({ status })
      return () => undoBulk(action)
    },
  ],
] as const

describe.each(ways)('a decision undone by %s', (_, decideBy) => {
  test('leaves nothing of a rejected application that was shortlisted', async () => {
    await decide({ status: 'rejected', reason_id: 2 })
    await twoDaysLater()
    const before = await outcome()
    const undo = await decideBy('shortlisted')
    expect(await outcome()).toMatchObject({ was_shortlisted: true, decision: null, reason: null })
    await undo()
    expect(await outcome()).toEqual(before)
    expect(before).toMatchObject({ was_shortlisted: false, decision: 0, reason: 2 })
    expect(await reason()).toBe(2)
  })

  test('leaves nothing of a pending application that was selected', async () => {
    await twoDaysLater()
    const before = await outcome()
    const undo = await decideBy('selected')
    expect(await outcome()).toMatchObject({ was_shortlisted: true, response: 2, decision: 2 })
    await undo()
    expect(await outcome()).toEqual(before)
  })

  test('keeps the day of the decision before it', async () => {
    await decide({ status: 'selected' })
    await twoDaysLater()
    const undo = await decideBy('rejected')
    expect(await outcome()).toMatchObject({ decision: 2 })
    await undo()
    expect(await outcome()).toMatchObject({ status: 'selected', decision: 0 })
  })
})

test('a decision that the candidate was told of counts, also set back by Undo', async () => {
  await twoDaysLater()
  await decide({ status: 'shortlisted' })
  await w.db.update(applications).set({ told_status: 'shortlisted', told_at: sql`updated_at` })
  await decide({ status: 'pending', undoes: true })
  expect(await outcome()).toMatchObject({ status: 'pending', response: 2 })
})

test('an interview that was booked before Undo stays the first response', async () => {
  await twoDaysLater()
  await decide({ status: 'shortlisted' })
  const { job_id } = (await rita.get(`/applications/${id}`)).body
  await w.db.insert(transitions).values({ kind: 'interview_booked', application_id: id, job_id })
  await decide({ status: 'pending', undoes: true })
  expect(await outcome()).toMatchObject({ status: 'pending', response: 2 })
})

test('a rejection that is not an Undo has no reason of before', async () => {
  await decide({ status: 'rejected', reason_id: 2 })
  await decide({ status: 'shortlisted' })
  await decide({ status: 'rejected' })
  expect([await reason(), (await outcome())?.reason]).toEqual([null, null])
  await decide({ status: 'selected' })
  await decide({ status: 'rejected', undoes: true })
  expect(await reason()).toBe(null)
})

test('another reason for many is undone', async () => {
  await decide({ status: 'rejected', reason_id: 2 })
  const action = await bulkTo({ status: 'rejected', reason_id: 1 })
  expect(await reason()).toBe(1)
  await undoBulk(action)
  expect([await reason(), (await outcome())?.reason]).toEqual([2, 2])
})
