import type { IncomingMessage, ServerResponse } from 'node:http'
import { asc, eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '#api/core/environment/secrets.ts'
import { createOutbound } from '#api/core/outbound/outbound.ts'
import { auditEvents, deliveries, outbox, users, webhooks } from '#db/schema.ts'
import { tlsServer } from '#scripts/testing/tls-server.ts'
import { type Person, type World, world } from '#scripts/testing/world.ts'
import { forgetOldDeliveries, pausesMs, readDue } from './queue.ts'
import { startWebhooks } from './worker.ts'

type Received = { headers: Record<string, string>; body: string; path: string }

let server: Awaited<ReturnType<typeof tlsServer>>
let w: World
let ada: Person
let received: Received[] = []
let respond: (request: Received, response: ServerResponse, raw: IncomingMessage) => void
let addresses: string[] = []

const secrets = createSecrets({ key: 'k'.repeat(43) })
const ok = (_request: Received, response: ServerResponse) => void response.writeHead(204).end()

beforeAll(async () => {
  server = await tlsServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const got = { headers: request.headers as Record<string, string>, body, path: request.url! }
    received.push(got)
    respond(got, response, request)
  })
})
afterAll(() => server.close())

const outbound = () =>
  createOutbound({
    allowedHosts: [server.host],
    ca: server.ca,
    resolve: async () => [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }],
  })

beforeEach(async () => {
  w = await world({ services: async () => ({ secrets, outbound: outbound() }) })
  ada = await w.as('ada')
  received = []
  addresses = []
  respond = ok
})
const running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
  await w.remove()
})

function start(times = {}) {
  const worker = startWebhooks({
    db: w.db,
    outbound: outbound(),
    secrets,
    log: w.log,
    mailFrom: 'jobs@example.org',
    publicUrl: 'https://careers.example.com',
    ownAddress: () => '',
    times: { pollMs: 10, ...times },
  })
  running.push(worker)
  return worker
}

async function create(json: object = {}) {
  const { status, body } = await ada.send('POST', '/webhooks', {
    url: `${server.url}/hook`,
    events: ['application.received', 'application.decided', 'application.erased'],
    ...json,
  })
  expect([status, body.error]).toEqual([201, undefined])
  return body as { id: number; secret: string; updated_at: string }
}

const rows = () => w.db.select().from(deliveries).orderBy(asc(deliveries.id))
const states = async () => (await rows()).map(({ state }) => state)
const allAre = (state: string) =>
  expect
    .poll(async () => (await states()).every((one) => one === state), { timeout: 20_000 })
    .toBe(true)

/** As if the next attempt were due. */
const makeDue = () => w.db.update(deliveries).set({ next_at: sql`'2000-01-01T00:00:00.000Z'` })
const attempted = (times: number) =>
  expect
    .poll(async () => (await rows()).map(({ attempts, lease_until }) => [attempts, lease_until]), {
      timeout: 20_000,
    })
    .toContainEqual([times, null])

describe('/webhooks', () => {
  test('is for admins', async () => {
    const sam = await w.as('sam')
    expect((await sam.get('/webhooks')).status).toBe(403)
  })

  test('creates, lists, changes and deletes; the secret is returned once and stored sealed', async () => {
    const { secret, ...row } = await create({ format: 'slack' })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await ada.get('/webhooks')).toMatchObject({ body: [row] })
    const [stored] = await w.db.select().from(webhooks)
    expect(stored?.secret).toMatch(/^v1\./)
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
    const { id, updated_at } = row
    const changed = await ada.send('PUT', `/webhooks/${id}`, { ...row, format: 'teams' })
    expect(changed).toMatchObject({ status: 200, body: { id, format: 'teams' } })
    const stale = await ada.send('PUT', `/webhooks/${id}`, { is_active: false, updated_at })
    expect(stale).toMatchObject({ status: 409, body: { current: { format: 'teams' } } })
    expect((await ada.send('DELETE', `/webhooks/${id}`)).status).toBe(204)
    expect((await ada.get('/webhooks')).body).toEqual([])
    const events = await w.db
      .select({
        action: auditEvents.action,
        name: auditEvents.target_name,
        detail: auditEvents.detail,
      })
      .from(auditEvents)
      .where(sql`action like 'webhook.%'`)
    expect(events.map(({ action, name }) => [action, name])).toEqual([
      ['webhook.created', server.host],
      ['webhook.changed', server.host],
      ['webhook.deleted', server.host],
    ])
    expect(JSON.stringify(events)).not.toMatch(/whsec|hook"/)
  })

  test.each([
    [{ url: 'http://hooks.example.com/' }, 'url', /begins with https/],
    [{ url: 'https:a' }, 'url', /begins with https/],
    [{ url: 'https://10.0.0.1/' }, 'url', /inside the company/],
    [{ url: 'https://hooks.example.com:8443/' }, 'url', /without a port/],
    [{ url: '' }, 'url', /Enter the address/],
    [{ events: [] }, 'events', /at least one/],
    [{ format: 'xml' }, 'format', /standard, slack or teams/],
  ])('%j is refused with a sentence under %s', async (json, field, message) => {
    const { status, body } = await ada.send('POST', '/webhooks', {
      url: `${server.url}/`,
      events: ['job.closed'],
      ...json,
    })
    expect(status).toBe(400)
    expect(body.details).toEqual([{ path: [field], message: expect.stringMatching(message) }])
  })

  test('has at most 20', async () => {
    const values = { url: 'https://a.example/', events: ['job.closed' as const], secret: 'v1.x' }
    await w.db.insert(webhooks).values(Array(20).fill(values))
    const { status, body } = await ada.send('POST', '/webhooks', {
      url: 'https://b.example/',
      events: ['job.closed'],
    })
    expect([status, body.error]).toEqual([409, expect.stringMatching(/20 webhooks already/)])
  })

  test('writes nothing for somebody who is no admin any more', async () => {
    const { id } = await create()
    await w.db.update(users).set({ role: 'user' }).where(sql`email like 'ada@%'`)
    expect((await ada.send('PUT', `/webhooks/${id}`, { is_active: false })).status).toBe(403)
    expect((await w.db.select().from(webhooks))[0]?.is_active).toBe(true)
  })

  test('switching one off gives up what waits, which can be sent again', async () => {
    const { id } = await create()
    await w.newApplication(await w.newJob())
    expect(await states()).toEqual(['waiting'])
    await ada.send('PUT', `/webhooks/${id}`, { is_active: false })
    expect(await states()).toEqual(['failed'])
    const [{ id: delivery } = { id: 0 }] = await rows()
    const path = `/webhooks/${id}/deliveries`
    expect((await ada.send('POST', `${path}/${delivery}/retry`)).status).toBe(409)
    await ada.send('PUT', `/webhooks/${id}`, { is_active: true })
    const again = await ada.send('POST', `${path}/retry`)
    expect(again).toMatchObject({ status: 200, body: { retried: 1 } })
    expect(await states()).toEqual(['waiting'])
    const list = await ada.get(`${path}?state=waiting`)
    expect(list.body).toMatchObject([{ id: delivery, event: 'application.received', attempts: 0 }])
    expect(list.headers.get('x-total-count')).toBe('1')
    expect((await ada.get(`${path}?state=failed`)).body).toEqual([])
  })
})

describe('POST /webhooks/:id/test', () => {
  const tested = async (id: number) => (await ada.send('POST', `/webhooks/${id}/test`)).body

  test('sends a signed test, also to one that is switched off, and answers what it said', async () => {
    const { id, secret } = await create({ is_active: false })
    respond = (_request, response) => void response.writeHead(202).end('thank\u0000 you')
    expect(await tested(id)).toEqual({
      delivered: true,
      status: 202,
      response: 'thank you',
      error: null,
    })
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: {},
    })
  })

  test('says why it was not delivered', async () => {
    const { id } = await create()
    respond = (_request, response) => void response.writeHead(500).end('oh no')
    expect(await tested(id)).toEqual({
      delivered: false,
      status: 500,
      response: 'oh no',
      error: 'The receiver answered 500',
    })
    respond = (_request, _response, raw) => void raw.socket.destroy()
    expect(await tested(id)).toMatchObject({ delivered: false, status: null, response: null })
  })
})

describe('a delivery', () => {
  test('has the body of the contract, and a signature that Standard Webhooks accepts', async () => {
    const { secret } = await create()
    start()
    const job = await w.newJob()
    const id = await w.newApplication(job)
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })
    const { reference } = (await rita.get(`/applications/${id}`)).body
    await rita.send('DELETE', `/applications/${id}`)
    await allAre('delivered')
    const about = { application_id: id, reference, job_id: job }
    const bodies = received.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
    expect(bodies).toEqual([
      {
        type: 'application.received',
        timestamp: expect.any(String),
        data: { ...about, status: 'pending' },
      },
      {
        type: 'application.decided',
        timestamp: expect.any(String),
        data: { ...about, status: 'shortlisted' },
      },
      { type: 'application.erased', timestamp: expect.any(String), data: about },
    ])
    expect(received.map(({ body }) => body).join()).not.toMatch(/Mira|Ostergard|mira@/)
  })

  test('is signed with the secret before a rotation too, but not with the one before that', async () => {
    const { id, secret } = await create()
    const next = (await ada.send('POST', `/webhooks/${id}/rotate`)).body
    expect(next.old_secret_until > new Date(Date.now() + 23 * 3_600_000).toISOString()).toBe(true)
    await ada.send('POST', `/webhooks/${id}/test`)
    const third = (await ada.send('POST', `/webhooks/${id}/rotate`)).body
    await ada.send('POST', `/webhooks/${id}/test`)
    const passes = ({ headers, body }: Received) =>
      [secret, next.secret, third.secret].map((one) => {
        try {
          return Boolean(new Webhook(one).verify(body, headers))
        } catch {
          return false
        }
      })
    expect(received.map(passes)).toEqual([
      [true, true, false],
      [false, true, true],
    ])
    await w.db.update(webhooks).set({ old_secret_until: '2026-01-01T00:00:00.000Z' })
    received = []
    await ada.send('POST', `/webhooks/${id}/test`)
    expect(received.map(passes)).toEqual([[false, false, true]])
  })

  test('is tried again with the same id and another timestamp, ten times within three days', async () => {
    await create()
    respond = (_request, response) => void response.writeHead(500).end()
    await w.newApplication(await w.newJob())
    start()
    for (let times = 1; times <= pausesMs.length; times++) {
      await attempted(times)
      const [row] = await rows()
      const pause = Date.parse(row!.next_at) - Date.now()
      expect(pause).toBeLessThanOrEqual(pausesMs[times - 1]! + 1_000)
      expect(row).toMatchObject({
        state: 'waiting',
        status: 500,
        error: 'The receiver answered 500',
      })
      await makeDue()
    }
    await allAre('failed')
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(pausesMs.reduce<number>((sum, ms) => sum + ms, 0)).toBeLessThan(3 * 86_400_000)
  })

  test('failures are mailed to admins once a day for each webhook', async () => {
    await create()
    respond = (_request, response) => void response.writeHead(500).end()
    const job = await w.newJob()
    await w.newApplication(job)
    await w.newApplication(job)
    await w.db.update(deliveries).set({ attempts: 2 })
    start()
    await attempted(3)
    await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([3, 3])
    expect(await w.db.$count(outbox)).toBe(0)
    await makeDue()
    await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([4, 4])
    const mails = await w.db.select().from(outbox)
    expect(mails.map(({ to_address }) => to_address)).toEqual(['ada@example.com'])
    expect(mails[0]?.text).toContain(server.host)
    await w.db.update(webhooks).set({ notified_at: '2026-01-01T00:00:00.000Z' })
    await makeDue()
    await expect.poll(() => w.db.$count(outbox)).toBe(2)
  })

  test('410 switches the webhook off and gives up what waits', async () => {
    const { id } = await create()
    respond = (_request, response) => void response.writeHead(410).end()
    const job = await w.newJob()
    await w.newApplication(job)
    await w.newApplication(job)
    start()
    await allAre('failed')
    const [row] = (await ada.get('/webhooks')).body
    expect(row).toMatchObject({ id, is_active: false, failed: 2, waiting: 0 })
    expect((await w.db.select().from(outbox))[0]?.subject).toMatch(/switched off/)
  })

  test('410 is told also where failures were told within a day', async () => {
    await create()
    await w.db.update(webhooks).set({ notified_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` })
    respond = (_request, response) => void response.writeHead(410).end()
    await w.newApplication(await w.newJob())
    start()
    await allAre('failed')
    const mails = await w.db.select().from(outbox)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/switched off/)])
  })

  test('sent again by hand while it is being sent is not sent twice', async () => {
    const { id } = await create()
    const answers: (() => void)[] = []
    respond = (_request, response) => void answers.push(() => response.writeHead(204).end())
    await w.newApplication(await w.newJob())
    start()
    await expect.poll(() => answers.length).toBe(1)
    const [before] = await rows()
    await ada.send('POST', `/webhooks/${id}/deliveries/${before?.id}/retry`)
    const kept = { state: 'waiting', lease_until: before?.lease_until }
    expect(await rows()).toMatchObject([kept])
    await ada.send('PUT', `/webhooks/${id}`, { is_active: false })
    await ada.send('PUT', `/webhooks/${id}`, { is_active: true })
    await ada.send('POST', `/webhooks/${id}/deliveries/retry`)
    expect(await rows()).toMatchObject([kept])
    answers[0]?.()
    await allAre('delivered')
    expect(received).toHaveLength(1)
  })

  test.each<[string, typeof respond]>([
    ['whose body hangs', (_request, response) => void response.writeHead(200).write('.')],
    [
      'with 100 MB',
      (_request, response) => {
        response.writeHead(200)
        const write = () => {
          if (!response.destroyed && response.write(Buffer.alloc(1 << 20))) setImmediate(write)
          else response.once('drain', write)
        }
        write()
      },
    ],
  ])('a 2xx %s counts as delivered', async (_title, answer) => {
    await create()
    respond = answer
    await w.newApplication(await w.newJob())
    start()
    await allAre('delivered')
    expect(received).toHaveLength(1)
  })

  test('a receiver that hangs times out, and holds up neither others nor later applications', async () => {
    await create({ url: `${server.url}/hangs` })
    await create({ url: `${server.url}/works` })
    respond = (request, response) => {
      if (request.path === '/works') ok(request, response)
    }
    const job = await w.newJob()
    for (let n = 0; n < 5; n++) await w.newApplication(job)
    start({ timeoutMs: 1_500 })
    await expect
      .poll(() => received.filter(({ path }) => path === '/works').length, { timeout: 20_000 })
      .toBe(5)
    await expect
      .poll(async () => (await rows()).filter(({ webhook_id }) => webhook_id === 1), {
        timeout: 20_000,
      })
      .toEqual(
        Array(5).fill(
          expect.objectContaining({ attempts: 1, error: 'The server did not answer in time' }),
        ),
      )
  })

  test('a redirect to this machine is not followed', async () => {
    await create()
    respond = (_request, response) =>
      void response.writeHead(302, { location: 'https://127.0.0.1/inside' }).end()
    await w.newApplication(await w.newJob())
    start()
    await attempted(1)
    expect(received).toHaveLength(1)
    expect((await rows())[0]).toMatchObject({
      status: 302,
      error: expect.stringMatching(/redirects/),
    })
  })

  test('a name that resolves to an address inside on the second look gets no second request', async () => {
    await create()
    await w.db.update(webhooks).set({ url: 'https://hooks.example.com/' })
    addresses = ['10.0.0.1']
    await w.newApplication(await w.newJob())
    start()
    await attempted(1)
    expect((await rows())[0]?.error).toMatch(/inside the company/)
    expect(received).toEqual([])
  })

  test('a bad certificate fails', async () => {
    await create()
    await w.newApplication(await w.newJob())
    const worker = startWebhooks({
      db: w.db,
      outbound: createOutbound({ allowedHosts: [server.host] }),
      secrets,
      log: w.log,
      mailFrom: 'jobs@example.org',
      publicUrl: undefined,
      ownAddress: () => '',
      times: { pollMs: 10 },
    })
    running.push(worker)
    await attempted(1)
    expect((await rows())[0]?.error).toMatch(/certificate/)
    expect(received).toEqual([])
  })

  test('fails with a sentence when the secret cannot be read', async () => {
    await create()
    await w.db.update(webhooks).set({ secret: 'v1.other' })
    await w.newApplication(await w.newJob())
    start()
    await attempted(1)
    expect((await rows())[0]?.error).toMatch(/Make a new secret/)
  })
})

describe('the order of an application', () => {
  const events = () =>
    received.map(({ body }) => {
      const { type, data } = JSON.parse(body)
      return `${type} ${data.application_id}`
    })

  test('a failure holds back its later ones, not those of others, and for an hour at most', async () => {
    await create()
    const job = await w.newJob()
    const [one, two] = [await w.newApplication(job), await w.newApplication(job)]
    const rita = await w.as('rita')
    const decide = (id: number, status: string) =>
      rita.send('PUT', `/applications/${id}`, { status })
    await decide(one, 'shortlisted')
    await decide(two, 'shortlisted')
    respond = ({ body }, response) => {
      const { type, data } = JSON.parse(body)
      const fails = type === 'application.received' && data.application_id === one
      response.writeHead(fails ? 500 : 204).end()
    }
    start()
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual(['waiting', 'delivered', 'waiting', 'delivered'])
    await attempted(1)
    expect(events().toSorted()).toEqual([
      `application.decided ${two}`,
      `application.received ${one}`,
      `application.received ${two}`,
    ])
    expect((await rows())[2]?.attempts).toBe(0)
    // An hour later.
    await w.db
      .update(deliveries)
      .set({
        failing_since: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-61 minutes')`,
        next_at: sql`'2999-01-01T00:00:00.000Z'`,
      })
      .where(eq(deliveries.id, 1))
    await decide(one, 'selected')
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual(['waiting', 'delivered', 'delivered', 'delivered', 'delivered'])
    const statuses = received
      .map(({ body }) => JSON.parse(body).data)
      .filter(({ application_id }) => application_id === one)
    expect(statuses.map(({ status }) => status)).toEqual(['pending', 'shortlisted', 'selected'])
  })

  test('of one application they arrive in order, from two processes too', async () => {
    await create()
    const id = await w.newApplication(await w.newJob())
    const rita = await w.as('rita')
    const order = ['shortlisted', 'rejected', 'selected', 'pending', 'shortlisted', 'selected']
    for (const status of order) await rita.send('PUT', `/applications/${id}`, { status })
    respond = (_request, response) => void setTimeout(() => response.writeHead(204).end(), 5)
    start()
    start()
    await allAre('delivered')
    expect(received.map(({ body }) => JSON.parse(body).data.status)).toEqual(['pending', ...order])
  })
})

describe('chats', () => {
  const text = async (format: string) => {
    await create({ format, events: ['application.moved', 'application.decided', 'job.closed'] })
    const job = await w.newJob({ title: 'Baker <!channel> & co', is_active: true })
    const id = await w.newApplication(job)
    const rita = await w.as('rita')
    await rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })
    const { reference } = (await rita.get(`/applications/${id}`)).body
    start()
    await allAre('delivered')
    return { id, reference, body: JSON.parse(received[0]!.body) }
  }

  test('Slack gets a line with a link, without names of people', async () => {
    const { id, reference, body } = await text('slack')
    expect(body).toEqual({
      text: `Application ${reference} for Baker &lt;!channel&gt; &amp; co was shortlisted. <https://careers.example.com/backoffice/applications/${id}|Open>`,
    })
  })

  test('Teams gets a card with a link', async () => {
    const { id, reference, body } = await text('teams')
    const [{ content }] = body.attachments
    expect(content.body[0].inlines[0].text).toBe(
      `Application ${reference} for Baker <!channel> & co was shortlisted.`,
    )
    expect(content.actions[0].url).toBe(`https://careers.example.com/backoffice/applications/${id}`)
  })
})

test('deliveries are deleted 30 days after they ended, and none that wait', async () => {
  await create()
  const job = await w.newJob()
  for (let n = 0; n < 3; n++) await w.newApplication(job)
  const daysAgo = (days: number) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${days} days`})`
  await w.db.update(deliveries).set({ created_at: daysAgo(40) })
  const end = (id: number, days: number) =>
    w.db
      .update(deliveries)
      .set({ state: 'failed', ended_at: daysAgo(days) })
      .where(eq(deliveries.id, id))
  await end(1, 31)
  await end(2, 29)
  await forgetOldDeliveries(w.db)
  expect((await rows()).map(({ id }) => id)).toEqual([2, 3])
})

test('a webhook whose deliveries are all held back is not read', async () => {
  await create()
  const id = await w.newApplication(await w.newJob())
  await (await w.as('rita')).send('PUT', `/applications/${id}`, { status: 'shortlisted' })
  expect(await readDue(w.db, 60_000)).toHaveLength(1)
  await w.db
    .update(deliveries)
    .set({
      next_at: '2999-01-01T00:00:00.000Z',
      failing_since: sql`strftime('%Y-%m-%dT%H:%M:%fZ')`,
    })
    .where(eq(deliveries.id, 1))
  expect(await readDue(w.db, 60_000)).toEqual([])
})

test('when one arrived last is found without reading all that arrived', async () => {
  const plan = await w.db.all<{ detail: string }>(
    sql`explain query plan
      select max(ended_at) from ${deliveries} where webhook_id = 1 and state = 'delivered'`,
  )
  expect(plan.map(({ detail }) => detail).join()).toContain('deliveries_delivered')
})
