import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSender } from '#api/core/environment/env.ts'
import { createSecrets, secretKeyFile } from '#api/core/environment/secrets.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import type { Services } from '#api/core/route/context.ts'
import type { Db } from '#db/client.ts'
import { auditEvents, outbox, emailSettings as table, users } from '#db/schema.ts'
import { mailProviders, messageOf } from '#scripts/testing/fixtures/mail-providers.ts'
import { header, mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { emailOf, type Person, password, type World, world } from '#scripts/testing/world.ts'
import { type CurrentMailer, openCurrentMailer } from './current-mailer.ts'

const silent = pino({ level: 'silent' })
const current_password = password
const clientSecret = 'abc8Q~open-sesame'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = {
  type: 'service_account',
  private_key_id: 'abcdef0123456789',
  private_key: privateKey,
  client_email: 'foyer@careers.iam.gserviceaccount.com',
  client_id: '103456789012345678901',
}
const microsoft = {
  kind: 'microsoft',
  tenant: '8D1B5F3E-2c4a-4f6b-9e7d-1a2b3c4d5e6f',
  client_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  client_secret: clientSecret,
  mailbox: 'jobs@acme.example',
  secret_expires_on: '2099-03-31',
}
const google = {
  kind: 'google',
  service_account: JSON.stringify(key),
  mailbox: 'careers@acme.example',
}
const smtp = { kind: 'smtp', host: 'smtp.acme.example', from_address: 'hr@acme.example' }

const providers = await mailProviders()
const gmail = await mailServer({
  authMethods: ['XOAUTH2'],
  allowInsecureAuth: true,
  authOptional: false,
  onAuth: ({ username, accessToken }, _session, done) =>
    done(null, accessToken?.startsWith('google-') ? { user: username } : undefined),
})
const endpoints = {
  ...providers.endpoints,
  gmail: { host: gmail.host, port: gmail.port, security: 'none' as const },
}

let w: World
let ada: Person
let folder: string
let mailer: CurrentMailer
let worker: ReturnType<typeof startOutbox>
const mailVariables: Services['mailVariables'] = { SMTP_URL: undefined, MAIL_FROM: defaultSender }

/** As a process opens it at its start. */
const openMailerOf = (db: Db) =>
  openCurrentMailer({
    db,
    env: mailVariables,
    secrets: createSecrets({ file: secretKeyFile(folder) }),
    store: { openPublic: async () => null },
    log: silent,
    folder: join(folder, 'outbox'),
    poll: 20,
    endpoints,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-mailbox-'))
  w = await world({
    async services(db) {
      mailer = await openMailerOf(db)
      const times = { pollMs: 20, pauseMs: 0 }
      // As often as tests send.
      worker = startOutbox({ db, mailer, log: silent, times, perMinute: 60_000 })
      mailer.onChange(worker.tryNow)
      const secrets = createSecrets({ file: secretKeyFile(folder) })
      return { mailVariables, secrets, mailer, outbox: worker, lookUp: async () => [] }
    },
  })
})
afterAll(async () => {
  await worker.stop()
  await w.remove()
  await providers.close()
  await gmail.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await w.reset()
  await w.db.delete(table)
  await w.db.delete(outbox)
  await mailer.reload()
  worker.tryNow()
  providers.reset()
  gmail.received.length = 0
  ada = await w.as('ada')
  mailVariables.SMTP_URL = undefined
  mailVariables.MAIL_FROM = defaultSender
})

const get = async () => (await ada.get('/email-settings')).body
const put = (json: object) => ada.send('PUT', '/email-settings', { current_password, ...json })
const row = async () => (await w.db.select().from(table))[0]
const lastEvent = async () => (await w.db.select().from(auditEvents)).at(-1)
const runTest = async () => (await ada.send('POST', '/email-settings/test')).body
const messages = () => providers.sent('mail').map(messageOf)

/** Reject somebody, and let the email about it leave. */
async function decide() {
  const id = await w.newApplication(await w.newJob())
  const { status } = await ada.send('PUT', `/applications/${id}`, {
    status: 'rejected',
    tell: 'now',
  })
  expect(status).toBe(200)
  await w.db.run(sql`update outbox set held_until = null, next_try_at = created_at`)
  worker.tryNow()
  return id
}

describe('PUT /email-settings', () => {
  test('takes Microsoft 365, and GET shows it without its secret', async () => {
    const { status, body } = await put(microsoft)
    expect([status, body]).toEqual([200, await get()])
    expect(body).toMatchObject({
      kind: 'microsoft',
      tenant: microsoft.tenant.toLowerCase(),
      client_id: microsoft.client_id,
      client_secret_set: true,
      secret_expires_on: '2099-03-31',
      service_account_set: false,
      mailbox: 'jobs@acme.example',
      host: '',
      password_set: false,
      password_unreadable: false,
      sender: 'Company Name <jobs@acme.example>',
      locked: false,
    })
    expect(await lastEvent()).toMatchObject({
      action: 'email_settings.changed',
      detail: { kind: 'microsoft', mailbox: 'jobs@acme.example', client_secret: 'set' },
    })
  })

  test.each([
    ['as text', google.service_account],
    ['parsed', key],
  ])('takes Google Workspace with its key %s', async (_, service_account) => {
    const { status, body } = await put({ ...google, service_account })
    expect([status, body]).toMatchObject([
      200,
      {
        kind: 'google',
        service_account_set: true,
        client_secret_set: false,
        mailbox: 'careers@acme.example',
        sender: 'Company Name <careers@acme.example>',
      },
    ])
  })

  test('stores secrets encrypted, in no response, log, email or event', async () => {
    const bodies = []
    for (const settings of [microsoft, google]) {
      bodies.push((await put(settings)).body, await get(), await row(), await runTest())
      await expect.poll(async () => (await w.db.select().from(outbox)).length).toBeGreaterThan(0)
    }
    const seen = [
      bodies,
      w.logged,
      await w.db.select().from(outbox),
      await w.db.select().from(auditEvents),
    ]
    expect(JSON.stringify(seen)).not.toContain(clientSecret)
    expect(JSON.stringify(seen)).not.toContain('PRIVATE KEY')
    expect(JSON.stringify(seen)).not.toMatch(/(entra|google)-\d/)
    expect((await row())?.service_account).toMatch(/^v1\./)
  })

  test('keeps what is missing, and the secret for another mailbox too', async () => {
    await put(microsoft)
    const sealed = (await row())?.client_secret
    expect((await put({ from_name: 'Acme' })).body).toMatchObject({
      kind: 'microsoft',
      client_secret_set: true,
      sender: 'Acme <jobs@acme.example>',
    })
    expect((await row())?.client_secret).toBe(sealed)
    expect((await put({ kind: 'microsoft', mailbox: 'new@acme.example' })).status).toBe(200)
    expect(await lastEvent()).toMatchObject({ detail: { client_secret: 'kept' } })
    await put({ secret_expires_on: '' })
    expect(await get()).toMatchObject({ secret_expires_on: null, password_unreadable: false })
    expect(await runTest()).toMatchObject({ sent: true })
    const [token] = providers.sent('token')
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe(clientSecret)
    expect(providers.sent('mail').at(-1)?.path).toContain('new%40acme.example')
    await put(google)
    await put({ kind: 'google', mailbox: 'other@acme.example' })
    expect(await runTest()).toMatchObject({ sent: true })
  })

  test('sent what GET returned changes nothing and tells nobody', async () => {
    for (const settings of [microsoft, google]) {
      await put(settings)
      const before = await get()
      await w.db.delete(outbox)
      const events = await w.db.$count(auditEvents)
      expect((await put(before)).body).toEqual(before)
      expect([await w.db.$count(outbox), await w.db.$count(auditEvents)]).toEqual([0, events])
    }
  })

  test('of another kind clears the secrets of the one before', async () => {
    await put(microsoft)
    await put(google)
    expect(await row()).toMatchObject({ client_secret: null, tenant: null, client_id: null })
    expect(await get()).toMatchObject({ client_id: '', secret_expires_on: null })
    await put({ ...smtp, user: 'jobs', password: 'open sesame' })
    expect(await row()).toMatchObject({ kind: 'smtp', service_account: null, user: 'jobs' })
    await put(microsoft)
    expect(await row()).toMatchObject({ password: null, host: 'graph.microsoft.com' })
    // A host and no kind is a mail server.
    const { kind: _, ...host } = smtp
    expect((await put(host)).body).toMatchObject({ kind: 'smtp', password_set: false })
    await put(microsoft)
    expect((await put({ host: '' })).body).toMatchObject({ kind: 'smtp', host: '', mailbox: '' })
    expect(await row()).toBeUndefined()
  })

  test.each([
    ['kind', { kind: 'pigeon' }, /one of/],
    ['tenant', { ...microsoft, tenant: 'common' }, /Directory \(tenant\) ID/],
    ['tenant', { ...microsoft, tenant: 'a/b' }, /Directory \(tenant\) ID/],
    ['tenant', { ...microsoft, tenant: '' }, /Directory \(tenant\) ID/],
    ['client_id', { ...microsoft, client_id: 'foyer' }, /Application \(client\) ID/],
    ['client_id', { ...microsoft, client_id: undefined }, /Application \(client\) ID/],
    ['client_secret', { ...microsoft, client_secret: ' ' }, /its value, not its ID/],
    ['mailbox', { ...microsoft, mailbox: '' }, /mailbox that email comes from/],
    ['mailbox', { ...microsoft, mailbox: 'jobs' }, /email address/],
    ['secret_expires_on', { ...microsoft, secret_expires_on: '31.3.2027' }, /date like/],
    ['service_account', { ...google, service_account: '' }, /JSON key/],
    ['service_account', { ...google, service_account: '{"type":"user"}' }, /service account/],
    ['service_account', { ...google, service_account: 7 }, /JSON key/],
    [
      'service_account',
      { ...google, service_account: { ...key, token_uri: 'https://evil.example' } },
      /not Google's/,
    ],
    ['mailbox', { ...google, mailbox: undefined }, /mailbox that email comes from/],
    ['host', { kind: 'smtp', from_name: 'Acme' }, /host of the mail server/],
  ])('refuses a bad %s', async (field, bad, message) => {
    const { status, body } = await put(bad)
    expect([status, body.details?.[0].path]).toEqual([400, [field]])
    expect(body.details[0].message).toMatch(message)
    expect(await w.db.$count(table)).toBe(0)
  })

  test.each([
    ['tenant', { tenant: 'other.example' }],
    ['client_id', { client_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' }],
  ])('with another %s wants its secret', async (_, change) => {
    await put(microsoft)
    const { status, body } = await put(change)
    expect([status, body.details[0].path]).toEqual([400, ['client_secret']])
    expect((await put({ ...change, client_secret: 'another' })).status).toBe(200)
  })

  test('by a second admin at the same time is refused with what the first one saved', async () => {
    const { updated_at } = (await put(smtp)).body
    const saved = await Promise.all([
      put({ ...microsoft, updated_at }),
      put({ ...google, updated_at }),
    ])
    const statuses = saved.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const refused = saved.find(({ status }) => status === 409)
    expect(refused?.body.current).toEqual(await get())
  })

  test('is refused while SMTP_URL is set, which wins', async () => {
    await put(microsoft)
    mailVariables.SMTP_URL = 'smtp://localhost:25'
    expect((await put(google)).status).toBe(409)
    expect(await get()).toMatchObject({ locked: true, kind: 'smtp', host: 'localhost' })
  })

  test('for a mailbox ignores MAIL_FROM, since the provider takes no other sender', async () => {
    mailVariables.MAIL_FROM = 'Careers <careers@elsewhere.example>'
    await put(microsoft)
    expect(await get()).toMatchObject({
      sender: 'Company Name <jobs@acme.example>',
      sender_locked: false,
    })
  })

  test('with a database on a server needs SECRET_KEY', async () => {
    const remote = await world({ services: async () => ({ secrets: createSecrets({}) }) })
    const admin = await remote.as('ada')
    for (const [settings, field] of [
      [microsoft, 'client_secret'],
      [google, 'service_account'],
    ] as const) {
      const { status, body } = await admin.send('PUT', '/email-settings', {
        ...settings,
        current_password,
      })
      expect([status, body.details[0].path]).toEqual([409, [field]])
      expect(body.error).toContain('SECRET_KEY')
    }
    await remote.remove()
  })
})

describe('email', () => {
  test('about a decision leaves by Graph, with replies as before', async () => {
    await w.db.run(sql`insert into settings (key, value, category)
      values ('notify_email', 'hr@acme.example', 'contact') on conflict do nothing`)
    await put(microsoft)
    const id = await decide()
    await expect.poll(() => messages().find((one) => one.includes('Dear Mira'))).toBeTruthy()
    const message = messages().find((one) => one.includes('Dear Mira')) ?? ''
    expect(header(message, 'From')).toBe('Company Name <jobs@acme.example>')
    expect(header(message, 'To')).toBe('mira@example.org')
    expect(header(message, 'Subject')).toBe('Your application for Baker')
    expect(header(message, 'Reply-To')).toBe('hr@acme.example')
    const told = async () => (await w.applications()).find((one) => one.id === id)?.told_status
    await expect.poll(told).toBe('rejected')
    await w.db.run(sql`delete from settings where key = 'notify_email'`)
  })

  test('about a decision leaves through Gmail by XOAUTH2', async () => {
    await put(google)
    const id = await decide()
    const found = () => gmail.received.map(unfolded).find((one) => one.includes('Dear Mira'))
    await expect.poll(found).toBeTruthy()
    expect(header(found() ?? '', 'From')).toBe('Company Name <careers@acme.example>')
    const told = async () => (await w.applications()).find((one) => one.id === id)?.told_status
    await expect.poll(told).toBe('rejected')
  })

  test('goes on by the new kind after a change, without a restart', async () => {
    await put(microsoft)
    expect(await runTest()).toMatchObject({ sent: true })
    await put(google)
    expect(await runTest()).toMatchObject({ sent: true })
    expect(gmail.received.map((one) => header(one, 'Subject'))).toContain(
      'Test email from Company Name',
    )
    // The admins hear of the change through the mailbox of before.
    const subjects = () => messages().map((one) => header(one, 'Subject'))
    await expect
      .poll(() => subjects().filter((one) => one?.startsWith('The email settings were changed')))
      .toHaveLength(2)
  })

  test('leaves by the stored kind after a restart', async () => {
    await put(microsoft)
    const restarted = await openMailerOf(w.db)
    expect([restarted.delivers, restarted.perMinute]).toEqual([true, 30])
    await put(google)
    await restarted.reload()
    expect(restarted.perMinute).toBe(20)
    await put(smtp)
    await restarted.reload()
    expect(restarted.perMinute).toBeUndefined()
    restarted.close()
  })

  test('waits as long as Microsoft says, and nothing fails', async () => {
    await put(microsoft)
    await expect.poll(async () => (await ada.get('/outbox/status')).body.waiting).toBe(0)
    providers.replies.graph = () => ({ status: 429, headers: { 'retry-after': '300' } })
    await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
    const status = async () => (await ada.get('/outbox/status')).body
    await expect.poll(status).toMatchObject({
      waiting: 1,
      failed: 0,
      last_error: expect.stringMatching(/takes no more messages for now/),
    })
    const { paused_until } = await status()
    const waitMs = Date.parse(paused_until) - Date.now()
    expect(waitMs).toBeGreaterThan(200_000)
    expect(waitMs).toBeLessThanOrEqual(300_000)
    providers.replies.graph = () => ({ status: 202 })
    worker.tryNow()
    await expect.poll(status).toMatchObject({ waiting: 0, paused_until: null })
  })

  test('waits while the secret can’t be read, as after a restore elsewhere', async () => {
    await put(microsoft)
    await w.db.update(table).set({ user: 'ceo@acme.example' })
    expect(await get()).toMatchObject({ password_unreadable: true })
    expect(await runTest()).toMatchObject({
      sent: false,
      problem: 'password_unreadable',
      reason: 'The client secret has to be entered again under Settings › Email',
    })
    expect(providers.sent('mail').filter(({ path }) => path.includes('ceo'))).toEqual([])
    await put({ client_secret: clientSecret })
    expect(await runTest()).toMatchObject({ sent: true })
  })

  test('a refused test says what to do', async () => {
    await put(microsoft)
    providers.replies.graph = () => ({
      status: 403,
      json: { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } },
    })
    expect(await runTest()).toMatchObject({
      sent: false,
      problem: 'account',
      reason: expect.stringContaining('role Application Mail.Send'),
    })
  })

  test('other staff neither read nor set it', async () => {
    await put(microsoft)
    const sam = await w.as('sam')
    expect((await sam.get('/email-settings')).status).toBe(403)
    const { status } = await sam.send('PUT', '/email-settings', { ...google, current_password })
    expect(status).toBe(403)
    expect(await w.db.$count(users)).toBeGreaterThan(1)
  })
})
