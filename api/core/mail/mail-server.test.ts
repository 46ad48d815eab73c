import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents, outbox as table } from '#db/schema.ts'
import { header, mailServer, refusal, silentServer } from '#scripts/testing/mail-server.ts'
import { emailOf, type Person, type World, world } from '#scripts/testing/world.ts'
import { openMailer } from './mailer.ts'
import { startOutbox } from './outbox.ts'
import { sendTestMail } from './test-mail.ts'

const from = 'Jobs <jobs@example.org>'
const nina = { first_name: 'Nina', last_name: 'New', email: 'nina@example.org', role: 'user' }
const notSent = 'Not sent: no mail server is set up'

describe('without a mail server', () => {
  let w: World
  let ada: Person
  let uma: Person
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-no-mail-'))
    const mailer = openMailer({ from, folder })
    w = await world({
      mailer,
      outbox: (db) =>
        startOutbox({
          db,
          mailer,
          log: pino({ level: 'silent' }),
          times: { pollMs: 20, pauseMs: 0 },
        }),
    })
  })
  afterAll(async () => {
    await w.remove()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    await w.reset()
    await w.db.delete(table)
    ada = await w.as('ada')
    uma = await w.as('uma')
  })
  const idOf = async (email: string) =>
    (await ada.get('/users')).body.find((user: { email: string }) => user.email === email).id
  const choose = (url: string) =>
    w.visitor.send('POST', '/auth/reset-password', {
      token: url.split('#token=')[1],
      newPassword: 'three green bottles',
    })
  const events = async () =>
    (await w.db.select().from(auditEvents).orderBy(auditEvents.id)).slice(-1)

  test('an invitation is answered with its link, which works once and is told only once', async () => {
    const { status, body } = await ada.send('POST', '/users', { ...nina, invite: true })
    expect(status).toBe(201)
    expect(body.invitation.url).toMatch(/^http:\/\/localhost:4321\/reset-password#token=[\w-]{43}$/)
    expect(Date.parse(body.invitation.expires_at) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    expect(await events()).toMatchObject([
      { action: 'user.created', target_name: 'Nina New', detail: { link: 'created' } },
    ])
    const token = body.invitation.url.split('#token=')[1]
    const told = [await ada.get(`/users/${body.id}`), await ada.get('/audit'), w.logged]
    expect(JSON.stringify(told)).not.toContain(token)
    expect(await w.db.select().from(table)).toEqual([])
    expect(await readdir(folder).catch(() => [])).toEqual([])
    expect((await choose(body.invitation.url)).status).toBe(204)
    expect((await choose(body.invitation.url)).status).toBe(400)
  })

  test('a new password link is returned to staff allowed to set the password, and recorded', async () => {
    const id = await idOf(emailOf('rita'))
    const first = await ada.send('POST', `/users/${id}/invite`)
    const second = await ada.send('POST', `/users/${id}/invite`)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await events()).toMatchObject([
      {
        action: 'user.link_created',
        actor_name: 'Ada Admin',
        target_id: id,
        target_name: 'Rita Reviewer',
        detail: {},
      },
    ])
    expect((await choose(first.body.url)).status).toBe(400)
    expect((await choose(second.body.url)).status).toBe(204)
  })

  test('nobody gets the link of someone whose password they may not set', async () => {
    for (const [by, name, status] of [
      [uma, 'ada', 403],
      [uma, 'joe', 403],
      [uma, 'uma', 409],
      [ada, 'ned', 409],
      [await w.as('rita'), 'joe', 403],
      [w.visitor, 'joe', 401],
    ] as const) {
      const response = await by.send('POST', `/users/${await idOf(emailOf(name))}/invite`)
      expect([response.status, JSON.stringify(response.body).includes('token=')]).toEqual([
        status,
        false,
      ])
    }
    const refused = await uma.send('POST', '/users', {
      ...nina,
      invite: true,
      permissions: ['edit_pages'],
    })
    expect([refused.status, JSON.stringify(refused.body).includes('token=')]).toEqual([403, false])
    expect(await w.db.query.passwordLinks.findMany()).toEqual([])
  })

  test('a forgotten password becomes a file for its owner alone, and is called not sent', async () => {
    await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
    const row = async () => (await ada.get('/outbox')).body[0]
    await expect.poll(row).toMatchObject({ state: 'failed', attempts: 0, last_error: notSent })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const files = (await readdir(folder)).map((file) => join(folder, file))
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600)
    const message = (await Promise.all(files.map((file) => readFile(file, 'utf8'))))
      .join('')
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    const [url = ''] = /http\S+#token=[\w-]{43}/.exec(message) ?? []
    expect((await choose(url)).status).toBe(204)
  })

  test('the status says so, a retry is refused, and a test email says why it was not sent', async () => {
    expect((await ada.get('/outbox/status')).body.mail_server).toBe(false)
    expect((await w.as('rita').then((rita) => rita.get('/outbox/server'))).body).toEqual({
      mail_server: false,
    })
    await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
    const rows = async () => (await ada.get('/outbox?state=failed')).body
    await expect.poll(async () => (await rows()).length).toBe(1)
    const [{ id }] = await rows()
    const retry = await ada.send('POST', `/outbox/${id}/retry`)
    expect([retry.status, retry.body.error]).toEqual([409, notSent])
    expect((await ada.send('POST', '/outbox/987654/retry')).status).toBe(404)
    expect((await ada.send('POST', '/outbox/test')).body).toEqual({
      to: emailOf('ada'),
      sent: false,
      reason: notSent,
      problem: 'no_server',
    })
  })
})

describe('a test email', () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  let w: World
  let refuses = false
  beforeAll(async () => {
    server = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(refuses ? refusal(550, 'Relaying denied') : null),
    })
    const mailer = openMailer({ url: server.url, from, folder: '' })
    w = await world({ mailer, rateLimits: true })
  })
  afterAll(async () => {
    await w.remove()
    await server.close()
  })

  test('is sent at once to the person who requests it, and recorded', async () => {
    const sam = await w.as('sam')
    expect((await sam.send('POST', '/outbox/test')).body).toEqual({
      to: emailOf('sam'),
      sent: true,
      reason: null,
      problem: null,
    })
    expect(server.received).toHaveLength(1)
    expect(header(server.received[0]!, 'To')).toContain(emailOf('sam'))
    expect(header(server.received[0]!, 'Subject')).toBe('Test email from Company Name')
    const [event] = (await w.db.select().from(auditEvents)).slice(-1)
    expect(event).toMatchObject({ action: 'mail.tested', actor_name: 'Sam Settings' })
    expect(await w.db.select().from(table)).toEqual([])
  })

  test('that the mail server refuses says so in its words', async () => {
    refuses = true
    const sam = await w.as('sam')
    expect((await sam.send('POST', '/outbox/test')).body).toMatchObject({
      sent: false,
      reason: 'The mail server refuses the recipient: 550 Relaying denied',
    })
    refuses = false
  })

  test('does not wait for a mail server that never answers', async () => {
    const silent = await silentServer()
    const mailer = openMailer({ url: silent.url, from, folder: '' })
    const about = { site: 'Foyer', from, deadline: 300 }
    const refusal = await sendTestMail(mailer, { ...nina, email: emailOf('ada') }, about)
    expect(refusal).toEqual({ reason: 'The mail server took too long', problem: 'timeout' })
    mailer.close()
    await silent.close()
  })

  test('is sent five times in a quarter of an hour at most, to each person', async () => {
    const ada = await w.as('ada')
    const responses = await Promise.all(
      Array.from({ length: 7 }, () => ada.send('POST', '/outbox/test')),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 429, 429,
    ])
    expect((await (await w.as('sam')).send('POST', '/outbox/test')).status).toBe(200)
  })

  test('is refused to staff without manage_settings', async () => {
    expect((await w.visitor.send('POST', '/outbox/test')).status).toBe(401)
    for (const name of ['rita', 'uma', 'joe'] as const)
      expect((await (await w.as(name)).send('POST', '/outbox/test')).status).toBe(403)
  })
})
