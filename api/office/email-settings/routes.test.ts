import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSender } from '#api/core/environment/env.ts'
import { createSecrets, secretKeyFile } from '#api/core/environment/secrets.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import type { Services } from '#api/core/route/context.ts'
import { auditEvents, outbox, emailSettings as table, users } from '#db/schema.ts'
import { header, mailServer, ownAddress, refusal } from '#scripts/testing/mail-server.ts'
import { emailOf, type Person, password, type World, world } from '#scripts/testing/world.ts'
import { type CurrentMailer, openCurrentMailer } from './current-mailer.ts'

const silent = pino({ level: 'silent' })
const sesame = 'open sesame 7291'
const from = { from_name: 'Acme', from_address: 'jobs@acme.example' }
const current_password = password

/** Servers that know one password, at a port that the settings allow. */
const openServer = (options: Parameters<typeof mailServer>[0] = {}) =>
  mailServer({
    host: ownAddress(),
    port: 2525,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === sesame ? done(null, { user: username }) : done(refusal(535, 'Bad login')),
    ...options,
  })
type Server = Awaited<ReturnType<typeof openServer>>
const at = ({ host }: Server) => ({ host, port: 2525, security: 'none', ...from })
const subjects = ({ received }: Server) => received.map((message) => header(message, 'Subject'))

let w: World
let ada: Person
let folder: string
let mailer: CurrentMailer
let worker: ReturnType<typeof startOutbox>
let records: Record<string, string[]> | undefined
/** Filled in by tests that need them. */
const mailVariables: Services['mailVariables'] = { SMTP_URL: undefined, MAIL_FROM: defaultSender }
const keyFile = () => secretKeyFile(folder)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-email-settings-'))
  w = await world({
    async services(db) {
      const secrets = createSecrets({ file: keyFile() })
      const store = { openPublic: async () => null }
      const rest = { store, folder: join(folder, 'outbox'), poll: 20 }
      mailer = await openCurrentMailer({ db, env: mailVariables, secrets, log: silent, ...rest })
      worker = startOutbox({ db, mailer, log: silent, times: { pollMs: 20, pauseMs: 0 } })
      mailer.onChange(worker.tryNow)
      async function lookUp(name: string) {
        if (!records) throw new Error('queryTxt ETIMEOUT')
        return records[name] ?? []
      }
      return { mailVariables, secrets, mailer, outbox: worker, lookUp }
    },
  })
})
afterAll(async () => {
  await worker.stop()
  await w.remove()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await w.reset()
  await w.db.delete(table)
  await w.db.delete(outbox)
  await mailer.reload()
  ada = await w.as('ada')
  mailVariables.SMTP_URL = undefined
  mailVariables.MAIL_FROM = defaultSender
})

const get = async () => (await ada.get('/email-settings')).body
const put = (json: object) => ada.send('PUT', '/email-settings', { current_password, ...json })
const mails = () => w.db.select().from(outbox).orderBy(outbox.id)
const lastEvent = async () => (await w.db.select().from(auditEvents)).at(-1)

async function withServer(run: (server: Server) => Promise<void>, options = {}) {
  const server = await openServer(options)
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

describe('GET and PUT /email-settings', () => {
  test('nothing is set at first, and an empty host goes back to files', async () => {
    const empty = {
      kind: 'smtp',
      host: '',
      port: 587,
      security: 'starttls',
      user: '',
      tenant: '',
      client_id: '',
      client_secret_set: false,
      secret_expires_on: null,
      service_account_set: false,
      mailbox: '',
      from_name: '',
      from_address: '',
      password_set: false,
      password_unreadable: false,
      can_store_password: true,
      sender: defaultSender,
      sender_locked: false,
      locked: false,
      updated_at: null,
    }
    expect(await get()).toEqual(empty)
    expect(mailer.delivers).toBe(false)
    expect((await put({ host: 'smtp.acme.example', ...from })).status).toBe(200)
    expect(mailer.delivers).toBe(true)
    const { status, body } = await put({ host: '' })
    expect([status, body]).toEqual([200, empty])
    expect(mailer.delivers).toBe(false)
    expect(await lastEvent()).toMatchObject({
      action: 'email_settings.removed',
      detail: { host: 'smtp.acme.example' },
    })
  })

  test('what GET returned can be sent back, and nothing changed tells nobody', async () => {
    await put({ host: 'SMTP.Acme.example', ...from })
    const row = await get()
    expect(row).toMatchObject({ host: 'smtp.acme.example', sender: 'Acme <jobs@acme.example>' })
    await w.db.delete(outbox)
    const events = await w.db.$count(auditEvents)
    expect((await put(row)).body).toEqual(row)
    expect([await mails(), await w.db.$count(auditEvents)]).toEqual([[], events])
  })

  test('the password is stored encrypted, and appears in no response, log, mail or event', async () => {
    await withServer(async (server) => {
      const { status, body } = await put({ ...at(server), user: 'jobs', password: sesame })
      expect([status, body.password_set, 'password' in body]).toEqual([200, true, false])
      const [row] = await w.db.select().from(table)
      expect(row?.password).toMatch(/^v1\./)
      expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
      expect((await ada.send('POST', '/email-settings/test')).body.sent).toBe(true)
      await expect.poll(() => server.received.length).toBe(2)
      const seen = [
        row,
        body,
        await get(),
        w.logged,
        await mails(),
        server.received,
        await w.db.select().from(auditEvents),
      ]
      expect(JSON.stringify(seen)).not.toContain(sesame)
      expect(JSON.stringify(seen)).not.toContain((await readFile(keyFile(), 'utf8')).trim())
    })
    const events = await w.db.select().from(auditEvents)
    expect(events.findLast(({ action }) => action === 'email_settings.changed')).toMatchObject({
      detail: { user: 'jobs', security: 'none', password: 'set' },
    })
  })

  test.each([
    ['host', 'smtp.other.example'],
    ['port', 465],
    ['security', 'tls'],
    ['user', 'someone'],
  ])('another %s clears the password', async (field, value) => {
    await put({ host: 'smtp.acme.example', user: 'jobs', password: sesame, ...from })
    expect((await put({ from_name: 'Acme Inc' })).body).toMatchObject({ password_set: true })
    expect((await put({ [field]: value })).body).toMatchObject({ password_set: false })
    expect((await lastEvent())?.detail).toMatchObject({ password: 'cleared' })
    const again = await put({ password: sesame })
    expect(again.body).toMatchObject({ password_set: true })
  })

  test('someone who can write the database cannot have the password sent to another server', async () => {
    await withServer(async (server) => {
      await put({ host: 'smtp.acme.example', user: 'jobs', password: sesame, ...from })
      await w.db.update(table).set({ host: server.host, port: 2525, security: 'none' })
      expect(await get()).toMatchObject({ password_unreadable: true })
      const { body } = await ada.send('POST', '/email-settings/test')
      expect(body).toMatchObject({ sent: false, problem: 'password_unreadable' })
      expect(server.connections()).toBe(0)
    })
  })

  test.each([
    ['port', { port: 22 }, 'Must be 25, 465, 587 or 2525'],
    ['host', { host: 'https://smtp.acme.example' }, /host name like/],
    ['host', { host: 'a b' }, /host name like/],
    ['security', { security: 'ssl' }, /one of/],
    ['from_address', { from_address: 'acme' }, /email address/],
    ['from_address', { from_address: '' }, /address that email comes from/],
    ['from_name', { from_name: 'Acme <x@y.example>' }, /Leave out/],
    ['from_name', { from_name: 'Acme\r\nBcc: x@y.example' }, /cannot be shown/],
    ['user', { user: '', password: sesame }, /user name/],
    ['current_password', { current_password: '' }, /Enter your current password/],
    ['current_password', { current_password: undefined }, /Enter your current password/],
    ['current_password', { current_password: 'wrong password' }, /not your current password/],
  ])('a bad %s is refused: %j', async (field, bad, message) => {
    const { status, body } = await put({ host: 'smtp.acme.example', ...from, ...bad })
    expect([status, body.details[0].path]).toEqual([400, [field]])
    expect(body.error).toMatch(message)
    expect(await w.db.$count(table)).toBe(0)
  })

  test('a stale change is refused with the current row', async () => {
    const { updated_at } = (await put({ host: 'smtp.acme.example', ...from })).body
    await put({ from_name: 'Acme Inc' })
    const { status, body } = await put({ from_name: 'Other', updated_at })
    expect([status, body.current.from_name]).toEqual([409, 'Acme Inc'])
  })

  test('SMTP_URL locks the settings, and MAIL_FROM wins over the address', async () => {
    mailVariables.MAIL_FROM = 'careers@acme.example'
    await put({ host: 'smtp.acme.example', from_name: 'Acme' })
    expect(await get()).toMatchObject({
      sender: 'Acme <careers@acme.example>',
      sender_locked: true,
      locked: false,
    })
    mailVariables.SMTP_URL = 'smtps://jobs:Sesame@smtp.host.example'
    const row = await get()
    expect(row).toMatchObject({ locked: true, host: 'smtp.host.example', port: 465, user: '' })
    expect(JSON.stringify(row)).not.toContain('Sesame')
    expect((await put({ host: '' })).status).toBe(409)
  })

  test('with a database on a server, a password needs SECRET_KEY', async () => {
    const remote = await world({ services: async () => ({ secrets: createSecrets({}) }) })
    const admin = await remote.as('ada')
    const given = { host: 'smtp.acme.example', user: 'jobs', ...from, current_password }
    const { status, body } = await admin.send('PUT', '/email-settings', {
      ...given,
      password: sesame,
    })
    expect([status, body.details[0].path]).toEqual([409, ['password']])
    expect(body.error).toContain('SECRET_KEY')
    expect((await admin.send('PUT', '/email-settings', given)).body).toMatchObject({
      can_store_password: false,
    })
    await remote.remove()
  })

  test('only admins read or change them; guesses at the own password are limited', async () => {
    const limited = await world({ rateLimits: true })
    const admin = await limited.as('ada')
    for (const name of ['sam', 'rita'] as const) {
      const person = await limited.as(name)
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['POST', '/test'],
        ['GET', '/dns'],
      ] as const)
        expect((await person.send(method, `/email-settings${path}`)).status).toBe(403)
    }
    const guess = () => admin.send('PUT', '/email-settings', { current_password: 'not the one' })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(5).fill(400), 429])
    await limited.remove()
  })
})

describe('the mail server in use', () => {
  test('changes without a restart, also when another process changed it', async () => {
    await withServer(async (first) => {
      await withServer(async (second) => {
        await put(at(first))
        await expect.poll(() => subjects(first)).toHaveLength(1)
        expect(header(first.received[0] ?? '', 'From')).toBe('Acme <jobs@acme.example>')
        // Queued when the sender was unknown: Message-IDs get its domain.
        expect(header(first.received[0] ?? '', 'Message-ID')).toMatch(/@acme\.example>$/)
        await w.db.update(table).set({ host: second.host, from_name: 'Else' })
        await expect.poll(() => mailer.current()).not.toBeUndefined()
        await expect
          .poll(
            async () =>
              (await ada.send('POST', '/outbox/test')).body.sent && second.received.length,
          )
          .toBeGreaterThan(0)
        expect(header(second.received[0] ?? '', 'From')).toBe('Else <jobs@acme.example>')
      })
    })
  })

  test('mail waits, and does not fail, while the password cannot be read; the key brings it back', async () => {
    await withServer(async (server) => {
      await put({ ...at(server), user: 'jobs', password: sesame })
      await expect.poll(() => server.received.length).toBe(1)
      const key = await readFile(keyFile())
      await rm(keyFile())
      await expect.poll(async () => (await get()).password_unreadable).toBe(true)
      await mailer.reload()
      await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
      const status = async () => (await ada.get('/outbox/status')).body
      await expect.poll(status).toMatchObject({ mail_server: true, waiting: 1, failed: 0 })
      await expect
        .poll(async () => (await status()).last_error)
        .toMatch(/entered again under Settings › Email/)
      expect((await mails()).at(-1)).toMatchObject({ attempts: 0, failed_at: null })
      await writeFile(keyFile(), key, { mode: 0o600 })
      await expect.poll(() => server.received.length).toBe(2)
      expect(await get()).toMatchObject({ password_unreadable: false })
    })
  })

  test('all admins hear of a change, through the settings of before', async () => {
    await w.db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.email, emailOf('sam')))
    await withServer(async (first) => {
      await withServer(async (second) => {
        await put(at(first))
        await expect.poll(() => first.received.length).toBe(2)
        await put(at(second))
        await expect.poll(() => first.received.length).toBe(4)
        await expect
          .poll(async () => (await mails()).map(({ sent_at }) => Boolean(sent_at)))
          .toEqual([true, true, true, true])
        expect(second.received).toEqual([])
        const to = first.received.slice(2).map((message) => header(message, 'To'))
        expect(to.sort()).toEqual([emailOf('ada'), emailOf('sam')])
        expect(subjects(first).at(-1)).toMatch(/^The email settings were changed for/)
      })
    })
  })

  test('admins hear of a change through the new server when the earlier one is gone', async () => {
    const gone = await openServer()
    await put(at(gone))
    await expect.poll(() => gone.received.length).toBe(1)
    await gone.close()
    await withServer(async (server) => {
      await put(at(server))
      await expect.poll(() => subjects(server)).toHaveLength(1)
    })
  })

  test('without a server each mail is a file again', async () => {
    await put({ host: 'smtp.acme.example', ...from })
    await put({ host: '' })
    await w.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
    // Mail to addresses for examples fails before, without a file.
    await expect
      .poll(async () => (await readdir(join(folder, 'outbox')).catch(() => [])).length)
      .toBeGreaterThan(0)
  })
})

describe('POST /email-settings/test', () => {
  const failure = async () => (await ada.send('POST', '/email-settings/test')).body

  test.each([
    ['a wrong password', 'sign_in', { user: 'jobs', password: 'wrong' }, {}, /535 Bad login$/],
    ['TLS on a port without', 'encryption', { security: 'tls' }, {}, /encrypted: wrong version/],
    ['STARTTLS where there is none', 'encryption', { security: 'starttls' }, {}, /encrypted/],
    [
      'a refused sender',
      'sender',
      {},
      {
        onMailFrom: (_a: unknown, _s: unknown, done: (error: Error) => void) =>
          done(refusal(553, 'Not\u0007 yours')),
      },
      /^The mail server refuses the sender: 553 Not yours$/,
    ],
    [
      'a server that wants a password',
      'sign_in',
      {},
      { authOptional: false },
      /^The mail server refuses the sender: 530/,
    ],
  ])('%s is the problem %s', async (_, problem, more, options, reason) => {
    await withServer(async (server) => {
      await put({ ...at(server), ...more })
      const body = await failure()
      expect(body).toMatchObject({ sent: false, problem })
      expect(body.reason).toMatch(reason)
      expect(body.reason.length).toBeLessThanOrEqual(500)
    }, options)
  })

  test.each([
    ['no greeting', 'INTERNAL-SERVICE 1.2 host=db7\r\n', {}, /^The mail server refuses the conn/],
    ['a refusal', '554 host=db7\r\n', {}, /^The mail server refuses the connection$/],
    ['a refusal cut short', '554 host=db7', {}, /^The mail server /],
    [
      'the password',
      '220 hi\r\n',
      { user: 'jobs', password: 'open sesame' },
      /^The mail server refuses the user name or password: 535 bad AUTH …$/,
    ],
  ])('of a server that sends %s, no secret is repeated', async (_, greeting, more, reason) => {
    const host = ownAddress()
    const listener = createServer((socket) => {
      socket.on('error', () => {}).write(greeting)
      if (!greeting.startsWith('220')) return void socket.end()
      socket.on('data', (data) => {
        const line = String(data)
        if (line.startsWith('EHLO')) socket.write('250-hi\r\n250 AUTH PLAIN\r\n')
        else socket.write(`535 bad ${line}`)
      })
    })
    await new Promise<void>((resolve) => listener.listen(2525, host, resolve))
    await put({ ...from, host, port: 2525, security: 'none', ...more })
    const body = await failure()
    expect(body.reason).toMatch(reason)
    expect(JSON.stringify(body)).not.toMatch(/db7|INTERNAL|b3BlbiBzZXNhbWU/)
    listener.close()
  })

  test('nothing listening, an unknown host and no server are told apart', async () => {
    expect(await failure()).toMatchObject({ sent: false, problem: 'no_server' })
    await put({ ...from, host: ownAddress(), port: 2525, security: 'none' })
    expect(await failure()).toMatchObject({ sent: false, problem: 'refused' })
    // Mail to a reserved domain is never handed to a server that is elsewhere.
    await w.db
      .update(users)
      .set({ email: 'ada@ourfirm.io' })
      .where(eq(users.email, emailOf('ada')))
    await put({ host: 'nowhere.invalid' })
    expect(await failure()).toMatchObject({ sent: false, problem: 'not_found' })
  })
})

describe('GET /email-settings/dns', () => {
  const dns = async () => (await ada.get('/email-settings/dns')).body

  test('without a sender there is nothing to look up', async () => {
    expect(await dns()).toEqual({ domain: null, spf: null, dmarc: null, dkim: null })
  })

  test('missing records are shown with what to add', async () => {
    records = {}
    await put({ host: 'smtp.fastmail.com', ...from })
    expect(await dns()).toMatchObject({
      domain: 'acme.example',
      spf: { state: 'missing', add: 'v=spf1 include:spf.messagingengine.com ~all' },
      dmarc: { state: 'missing', name: '_dmarc.acme.example', add: 'v=DMARC1; p=none' },
      dkim: { type: 'CNAME', state: 'missing', add: 'fm1.acme.example.dkim.fmhosted.com' },
    })
  })

  test('a domain that cannot be looked up is unknown, no failure and no log', async () => {
    records = undefined
    await put({ host: 'smtp.fastmail.com', ...from })
    w.logged.length = 0
    const unknown = { state: 'unknown' }
    expect(await dns()).toMatchObject({ spf: unknown, dmarc: unknown, dkim: unknown })
    expect(w.logged).toEqual([])
  })
})
