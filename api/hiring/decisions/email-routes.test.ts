import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Mailer, openMailer } from '#api/core/mail/mailer.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import { applications, auditEvents, outbox, settings } from '#db/schema.ts'
import { header, mailServer, refusal, unfolded } from '#scripts/testing/mail-server.ts'
import { type Person, type World, world } from '#scripts/testing/world.ts'

let w: World
let server: Awaited<ReturnType<typeof mailServer>>
let mailer: Mailer
let rita: Person
let id: number

const from = 'Jobs <jobs@example.org>'
const refused = 'nobody@example.org'

beforeAll(async () => {
  server = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === refused ? refusal(550, 'No such user') : undefined),
  })
  mailer = openMailer({ url: server.url, from, folder: '' })
  w = await world({ mailer, publicUrl: 'https://bread.test' })
  await w.db.insert(settings).values([
    { key: 'site_name', value: 'Bread & Sons', category: 'general', is_public: true },
    { key: 'notify_email', value: 'hiring@example.com', category: 'contact' },
  ])
})
afterAll(async () => {
  await w.remove()
  mailer.close()
  await server.close()
})
beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  id = await w.newApplication(await w.newJob({ title: 'Baker' }))
  server.received.length = 0
})
let worker: ReturnType<typeof startOutbox> | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

/** A worker that checks all the time. */
function work() {
  const log = pino({ level: 'silent' })
  worker = startOutbox({
    db: w.db,
    mailer,
    log,
    times: { pollMs: 20, batchDelayMs: 5, pauseMs: 0 },
  })
}

const letter = {
  subject: 'Your application for {job_title}',
  body: '<p>Dear {first_name},</p><ul><li>bring <a href="https://bread.test/list">this</a></li></ul><p>{sender_name}, {site_name}</p>',
}
const send = (more: object = {}, key?: string) =>
  rita
    .raw(`/applications/${id}/email`, {
      method: 'POST',
      body: JSON.stringify({ ...letter, ...more }),
      headers: {
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
    })
    .then(w.read)
const past = new Date(0).toISOString()
const list = async () => (await rita.get(`/applications/${id}/email`)).body
const row = async () => (await w.applications())[0]
const becomes = (expected: object) =>
  vi.waitFor(async () => expect((await list())[0]).toMatchObject(expected), { timeout: 30_000 })

test('an email about the decision arrives, and the candidate counts as told', async () => {
  await rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })
  const { status, body } = await send({ about_decision: true })
  expect([status, body]).toMatchObject([
    201,
    { application_id: id, state: 'waiting', tells: 'shortlisted', sender_name: 'Rita Reviewer' },
  ])
  expect(await row()).toMatchObject({ told_status: null, answered_at: null })
  await w.db.update(outbox).set({ held_until: past, next_try_at: past })
  work()
  await becomes({ state: 'sent', subject: 'Your application for Baker' })
  const message = unfolded(server.received[0] ?? '')
  expect(header(message, 'To')).toBe('mira@example.org')
  expect(header(message, 'Reply-To')).toBe('rita@example.com')
  expect(header(message, 'Subject')).toBe('Your application for Baker')
  expect(message).toContain('Dear Mira,\r\n\r\n- bring this (https://bread.test/list)')
  expect(message).toContain('Rita Reviewer, Bread &amp; Sons</p>')
  const [sent] = await list()
  expect(sent.body).toContain('<p>Dear Mira,</p>')
  expect(await row()).toMatchObject({
    told_status: 'shortlisted',
    told_at: sent.sent_at,
    answered_at: sent.sent_at,
  })
  const [{ text, html } = {}] = await w.db.select().from(outbox)
  expect([text, html]).toEqual(['', ''])
  const [event] = await w.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'application.emailed'))
  expect(event).toMatchObject({ target_id: id, target_name: 'Mira Ostergard' })
})

test('replies go to the shared address when chosen, which must be set', async () => {
  const shared = { ...letter, reply_to: 'shared' }
  const preview = await rita.send('POST', `/applications/${id}/email/preview`, shared)
  expect(preview.body).toEqual({
    to_name: 'Mira Ostergard',
    to_address: 'mira@example.org',
    reply_to: 'hiring@example.com',
    subject: 'Your application for Baker',
    body: expect.stringContaining('Rita Reviewer, Bread &amp; Sons'),
  })
  await send({ reply_to: 'shared' })
  work()
  await becomes({ state: 'sent', reply_to: null })
  expect(header(server.received[0] ?? '', 'Reply-To')).toBe('hiring@example.com')
  await w.db.update(settings).set({ value: '' }).where(eq(settings.key, 'notify_email'))
  const { status, body } = await send({ reply_to: 'shared' })
  await w.db
    .update(settings)
    .set({ value: 'hiring@example.com' })
    .where(eq(settings.key, 'notify_email'))
  expect([status, body.details[0].path]).toEqual([400, ['reply_to']])
})

test('a refused address is shown with the reason, and any reviewer can retry', async () => {
  await w.db.update(applications).set({ email: refused })
  const { body } = await send()
  work()
  await becomes({
    state: 'failed',
    last_error: 'The mail server refuses the recipient: 550 No such user',
  })
  expect(await row()).toMatchObject({ answered_at: null })
  const path = `/applications/${id}/email/${body.id}/retry`
  expect((await rita.send('POST', path)).body).toMatchObject({ state: 'waiting' })
  await becomes({ state: 'failed', attempts: 2 })
  const other = await w.newApplication(await w.newJob())
  const elsewhere = await rita.send('POST', `/applications/${other}/email/${body.id}/retry`)
  expect(elsewhere.status).toBe(404)
})

test('an email that was sent is not sent again', async () => {
  const { body } = await send()
  work()
  await becomes({ state: 'sent' })
  const again = await rita.send('POST', `/applications/${id}/email/${body.id}/retry`)
  expect([again.status, again.body.error]).toEqual([409, 'This email was sent already'])
})

test('the same idempotency key sends one email', async () => {
  const responses = await Promise.all([send({}, 'one'), send({}, 'one')])
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  expect(responses[0].body.id).toBe(responses[1].body.id)
  expect((await send({}, 'two')).body.id).not.toBe(responses[0].body.id)
  expect(await list()).toHaveLength(2)
})

test('an email about the decision replaces one that is held', async () => {
  await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
  const held = (await send({ about_decision: true })).body
  await w.db.update(outbox).set({ held_until: '2100-01-01T00:00:00.000Z' })
  const { body } = await send({ about_decision: true })
  expect(await list()).toMatchObject([{ id: body.id, held_until: body.held_until }])
  expect(Date.parse(body.held_until)).toBeGreaterThan(Date.now() + 55_000)
  expect(body.id).not.toBe(held.id)
  await send()
  expect(await list()).toHaveLength(2)
})

test('an unknown placeholder, too long a text and no decision are refused, and nothing is queued', async () => {
  for (const [change, status, error] of [
    [{ body: '<p>{salary}</p>' }, 400, /^\{salary\} is not a placeholder/],
    [{ subject: '{{first_name}}' }, 400, /^\{\{first_name\}\} is not a placeholder/],
    [{ body: 'x'.repeat(20_001) }, 400, /^Must be at most 20,000 characters/],
    [{ body: 'x '.repeat(524_288) }, 413, /512 KB/],
    [{ about_decision: true }, 409, /^There is no decision yet/],
  ] as const) {
    const response = await send(change)
    expect([response.status, response.body.error]).toEqual([status, expect.stringMatching(error)])
  }
  expect(await list()).toEqual([])
})

test('a hostile name reaches the candidate as text, in one header', async () => {
  await w.db.update(applications).set({ first_name: '<b>Eve</b>\r\nBcc: all@evil.example' })
  await send({ subject: 'Hello {first_name}' })
  work()
  await becomes({ state: 'sent' })
  const message = unfolded(server.received[0] ?? '')
  expect(header(message, 'Subject')).toBe('Hello <b>Eve</b> Bcc: all@evil.example')
  expect(header(message, 'Bcc')).toBeUndefined()
  expect(message).toContain('Dear &lt;b&gt;Eve&lt;/b&gt;')
})

test('a test goes to oneself at once, and nothing is queued', async () => {
  const { body } = await rita.send('POST', `/applications/${id}/email/test`, letter)
  expect(body).toEqual({ to: 'rita@example.com', sent: true, reason: null, problem: null })
  const message = unfolded(server.received[0] ?? '')
  expect(header(message, 'To')).toBe('rita@example.com')
  expect(header(message, 'Subject')).toBe('Test: Your application for Baker')
  expect(message).toContain('Dear Mira,')
  expect(await list()).toEqual([])
})

test('deleting the application removes its waiting email', async () => {
  await send()
  await rita.send('DELETE', `/applications/${id}`)
  expect(await w.db.select().from(outbox)).toEqual([])
  expect((await send()).status).toBe(404)
  expect((await rita.get(`/applications/${id}/email`)).status).toBe(404)
})

test('staff without review_applications neither read nor send emails', async () => {
  const sam = await w.as('sam')
  expect((await sam.get(`/applications/${id}/email`)).status).toBe(403)
  expect((await sam.send('POST', `/applications/${id}/email`, letter)).status).toBe(403)
})
