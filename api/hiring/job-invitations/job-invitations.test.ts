import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { exchange } from '#api/core/mail/outbox-queue.ts'
import { applications, jobInvitations, outbox } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { forgetInvitations } from './invitations.ts'

const w = await world()
let rita: Person
let application: number
let cook: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  rita = await w.as('rita')
  application = await w.newApplication(await w.newJob(), { phone: '+45 11 22 33 44' })
  cook = await w.newJob({ title: 'Cook' })
})

const invite = (job_id = cook) =>
  rita.send('POST', `/applications/${application}/invite`, { job_id })
/** Takes the invitation from the queue, as it is sent, and returns its token. */
const sent = async () => {
  const mail = await exchange(w.db, undefined, { more: true })
  return mail?.token ?? ''
}
const read = (token: string) => w.visitor.get(`/candidate/invitations/${token}`)

test('an invitation is mailed, and its link fills in who the candidate is', async () => {
  const { status, body } = await invite()
  expect([status, body]).toEqual([
    201,
    { job_id: cook, job_title: 'Cook', expires_at: expect.any(String) },
  ])
  const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(30, 1)
  const [mail] = await w.db.select().from(outbox)
  expect(mail).toMatchObject({
    kind: 'job_invitation',
    to_address: 'mira@example.org',
    subject: expect.stringContaining('Cook'),
    text: expect.stringContaining('/application/invitation/'),
  })
  expect((await read(await sent())).body).toEqual({
    job_id: cook,
    first_name: 'Mira',
    last_name: 'Ostergard',
    email: 'mira@example.org',
    phone: '+45 11 22 33 44',
  })
  const activity = (await rita.get(`/applications/${application}/activity`)).body
  expect(activity.map(({ kind }: { kind: string }) => kind)).toContain('invited')
})

test('the link works once, and the new application is shown with the earlier one', async () => {
  await invite()
  const token = await sent()
  const body = applicationForm({ job_id: cook, email: 'mira@example.org', invitation: token })
  const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
  expect(response.status).toBe(201)
  expect((await read(token)).status).toBe(404)
  const rows = await w.db.select().from(applications)
  expect(rows.map(({ job_id, keep_until }) => [job_id, keep_until])).toContainEqual([cook, null])
  expect(rows.every(({ may_have_others }) => may_have_others)).toBe(true)
})

test('a candidate who withdrew is not invited', async () => {
  await w.db.update(applications).set({ withdrawn_at: '2026-01-02T03:04:05.678Z' })
  const { status, body } = await invite()
  expect([status, body.error]).toEqual([409, expect.stringMatching(/^Mira withdrew /)])
  expect([await w.db.$count(outbox), await w.db.$count(jobInvitations)]).toEqual([0, 0])
})

test('a refused form, or one for another job, uses nothing up', async () => {
  await invite()
  const token = await sent()
  const other = await w.newJob()
  for (const [job_id, email, status] of [
    [cook, '', 400],
    [other, 'mira@example.org', 201],
  ] as const) {
    const body = applicationForm({ job_id, email, invitation: token })
    const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
    expect(response.status).toBe(status)
  }
  expect((await read(token)).status).toBe(200)
})

test('a link ends after 30 days, with a newer one, and with the application', async () => {
  await invite()
  const first = await sent()
  await invite()
  const second = await sent()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  await w.db.update(jobInvitations).set({ expires_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` })
  expect((await read(second)).status).toBe(404)
  await w.db.delete(applications).where(eq(applications.id, application))
  expect(await w.db.$count(jobInvitations)).toBe(0)
})

test('nobody learns a phone number at an address that staff entered', async () => {
  await w.db.update(applications).set({ given_email: 'mira@example.net' })
  await invite()
  expect((await read(await sent())).body.phone).toBeNull()
})

test('only open jobs other than its own can be invited to', async () => {
  const closed = await w.newJob({ is_active: false })
  const [own] = await w.db.select({ job_id: applications.job_id }).from(applications)
  for (const [job_id, status] of [
    [closed, 409],
    [own!.job_id, 409],
    [4711, 400],
  ] as const)
    expect((await invite(job_id)).body.details?.[0]?.path ?? status).toEqual(['job_id'])
  expect(await w.db.$count(outbox)).toBe(0)
})

test('one mailbox gets only so many invitations a day', async () => {
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await invite(await w.newJob())).status)
  expect(statuses).toEqual([...Array(7).fill(201), 429])
  expect(await w.db.$count(jobInvitations)).toBe(7)
})

test('a corrected address ends the link that went to the other one', async () => {
  await invite()
  const token = await sent()
  expect((await read(token)).status).toBe(200)
  await rita.send('PUT', `/applications/${application}`, { email: 'corrected@example.org' })
  expect((await read(token)).status).toBe(404)
})

test('a person who has already applied for the job is not invited to it', async () => {
  await w.newApplication(cook)
  const { status, body } = await invite()
  expect([status, body.error]).toEqual([409, 'This person has applied for that job already'])
})

test('invitations that have ended are deleted', async () => {
  await invite()
  await forgetInvitations(w.db)
  expect(await w.db.$count(jobInvitations)).toBe(1)
  await w.db.update(jobInvitations).set({ expires_at: '2020-01-01T00:00:00.000Z' })
  await forgetInvitations(w.db)
  expect(await w.db.$count(jobInvitations)).toBe(0)
})
