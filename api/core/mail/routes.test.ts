import type { InArgs } from '@libsql/client/http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outbox as table } from '#db/schema.ts'
import { mailServer } from '#scripts/testing/mail-server.ts'
import { type Person, type World, world } from '#scripts/testing/world.ts'
import { openMailer } from './mailer.ts'
import { startOutbox } from './outbox.ts'

let w: World
let ada: Person
let away: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  away = await mailServer()
  await away.close()
  w = await world({
    outbox: (db) =>
      startOutbox({
        db,
        log: pino({ level: 'silent' }),
        mailer: openMailer({ url: away.url, from: 'jobs@example.org', folder: '' }),
        // Nothing is sent unless somebody asks for it.
        times: { pollMs: 3_600_000, batchDelayMs: 3_600_000, first: 3_600_000, max: 3_600_000 },
      }),
  })
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(table)
  ada = await w.as('ada')
})

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`
let number = 0
async function mail(fields: Partial<typeof table.$inferInsert> = {}) {
  const values = {
    message_id: `<${number++}@example.org>`,
    to_address: 'mira@example.org',
    subject: 'Thank you',
    text: 'A secret letter',
    html: '<p>A secret letter</p>',
    ...fields,
  }
  const [row] = await w.db.insert(table).values(values).returning()
  return row!.id
}
const list = async (query = '') => (await ada.get(`/outbox${query}`)).body as { id: number }[]
const ids = async (query: string) => (await list(query)).map(({ id }) => id)

test('an admin sees the status of each mail, not its content', async () => {
  const job = await w.newJob()
  const application_id = await w.newApplication(job)
  await mail({
    application_id,
    to_name: 'Mira',
    attempts: 2,
    last_error: 'Full',
    next_try_at: at(9),
  })
  const rows = await list()
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      application_id,
      to_name: 'Mira',
      to_address: 'mira@example.org',
      subject: 'Thank you',
      state: 'waiting',
      attempts: 2,
      next_try_at: at(9),
      expires_at: null,
      sent_at: null,
      failed_at: null,
      last_error: 'Full',
      held_until: null,
      created_at: expect.stringMatching(/Z$/),
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('each state has its list: what is next first, else the latest first', async () => {
  const [late, soon] = [await mail({ next_try_at: at(9) }), await mail({ next_try_at: at(3) })]
  const [first, last] = [await mail({ sent_at: at(1) }), await mail({ sent_at: at(2) })]
  const [older, newer] = [await mail({ failed_at: at(1) }), await mail({ failed_at: at(2) })]
  expect(await ids('?state=waiting')).toEqual([soon, late])
  expect(await ids('?state=sent')).toEqual([last, first])
  expect(await ids('?state=failed')).toEqual([newer, older])
  expect(await ids('?state=all')).toEqual([newer, older, last, first, soon, late])
  expect(await ids('')).toEqual(await ids('?state=all'))
  expect((await ada.get('/outbox/status')).body).toMatchObject({ waiting: 2, sent: 2, failed: 2 })
})

test('the lists are paginated', async () => {
  for (let minute = 0; minute < 5; minute++) await mail({ sent_at: at(minute) })
  await mail()
  const response = await ada.get('/outbox?state=sent&per_page=2&page=3')
  expect(response.body).toHaveLength(1)
  expect(response.headers.get('x-total-count')).toBe('5')
  expect(response.headers.get('link')).toContain('state=sent')
  expect(response.headers.get('link')).toContain('rel="prev"')
})

test.each(['?state=lost', '?state=', '?page=0', '?per_page=501', '?state=sent&state=all'])(
  'the list with %s is a 400 that says why',
  async (query) => {
    const response = await ada.get(`/outbox${query}`)
    expect(response.status).toBe(400)
    expect(response.body.details).toHaveLength(1)
  },
)

/** How SQLite goes about each statement that a call runs on the outbox. */
async function plansOf(call: () => Promise<unknown>) {
  const { $client } = w.db
  const { execute } = $client
  const statements: { sql: string; args?: InArgs }[] = []
  $client.execute = (...given: Parameters<typeof execute>) => {
    statements.push(given[0] as unknown as (typeof statements)[number])
    return execute.apply($client, given)
  }
  await call()
  $client.execute = execute
  const plans = statements
    .filter(({ sql }) => sql.includes('"outbox"'))
    .map(({ sql, ...rest }) => execute({ sql: `explain query plan ${sql}`, ...rest }))
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => String(detail)))
}

test.each(['all', 'waiting', 'sent', 'failed'])(
  'the list of %s and its count go along an index, however many mails there are',
  async (state) => {
    await mail()
    await mail({ sent_at: at(1) })
    await mail({ failed_at: at(1) })
    const plans = await plansOf(() => ada.get(`/outbox?state=${state}`))
    expect(plans.length).toBeGreaterThan(1)
    expect(plans.filter((step) => /TEMP B-TREE/.test(step))).toEqual([])
    // The newest of all are read from the end of the table itself.
    const whole = plans.filter((step) => /^SCAN outbox$/.test(step))
    expect(whole).toHaveLength(state === 'all' ? 1 : 0)
  },
)

test('visitors and staff with every permission but no admin are refused', async () => {
  const id = await mail({ failed_at: at(1) })
  const { body: users } = await ada.get('/users')
  const joe = users.find(({ first_name }: { first_name: string }) => first_name === 'Joe')
  const permissions = ['edit_pages', 'manage_users', 'manage_settings', 'review_applications']
  await ada.send('PUT', `/users/${joe.id}`, { permissions: [...permissions, 'manage_jobs'] })
  for (const [person, status] of [
    [w.visitor, 401],
    [await w.as('joe'), 403],
  ] as const)
    for (const [method, path] of [
      ['GET', '/outbox'],
      ['GET', '/outbox/status'],
      ['POST', `/outbox/${id}/retry`],
    ] as const)
      expect((await person.send(method, path)).status).toBe(status)
  expect(await ids('?state=failed')).toEqual([id])
})

test('sent, expired and unknown mail cannot be retried', async () => {
  const sent = await ada.send('POST', `/outbox/${await mail({ sent_at: at(1) })}/retry`)
  expect([sent.status, sent.body.error]).toEqual([409, 'This email was sent already'])
  const old = await mail({ failed_at: at(2), expires_at: at(1) })
  const expired = await ada.send('POST', `/outbox/${old}/retry`)
  expect([expired.status, expired.body.error]).toEqual([
    409,
    'This link has expired; send a new one',
  ])
  for (const id of ['987654', '0', 'x'])
    expect((await ada.send('POST', `/outbox/${id}/retry`)).status).toBe(404)
  expect(await ids('?state=waiting')).toEqual([])
})

test('a mail that failed is tried again at once, also while the worker pauses', async () => {
  const id = await mail({ failed_at: at(1), attempts: 3, last_error: 'Who?' })
  const response = await ada.send('POST', `/outbox/${id}/retry`)
  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({ id, state: 'waiting', failed_at: null, attempts: 3 })
  const status = async () => (await ada.get('/outbox/status')).body
  await expect.poll(status).toEqual({
    mail_server: true,
    waiting: 1,
    sent: 0,
    failed: 0,
    paused_since: expect.stringMatching(/Z$/),
    paused_until: expect.stringMatching(/Z$/),
    last_error: expect.stringMatching(/^Nothing answers/),
  })
  const server = await mailServer({ port: away.port })
  await ada.send('POST', `/outbox/${id}/retry`)
  await expect.poll(status).toEqual({
    mail_server: true,
    waiting: 0,
    sent: 1,
    failed: 0,
    paused_since: null,
    paused_until: null,
    last_error: null,
  })
  expect(server.received).toHaveLength(1)
  expect(await list()).toMatchObject([{ id, state: 'sent', attempts: 4, last_error: null }])
  await server.close()
})
