import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings, outbox as table } from '#db/schema.ts'
import { applicationForm } from '../fixtures/application-form.ts'
import { type World, world } from '../world.ts'
import { openMailer } from './mail.ts'
import { startOutbox } from './outbox.ts'

let w: World
let job: number
let ends: (() => unknown)[] = []
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(table)
  job = await w.newJob({ title: 'Keeper of the Lock' })
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  ends = []
})

/** A real mail server that keeps what it accepts. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        received.push(message)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  /** Cuts every line there is. */
  const cut = () => {
    for (const { _socket } of server.connections as Set<{ _socket: Socket }>) _socket.destroy()
  }
  return { received, cut, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

function worker(url?: string, folder = '') {
  const mailer = openMailer({ ...(url && { url }), from: 'Jobs <jobs@example.org>', folder })
  const outbox = startOutbox({ db: w.db, mailer, log: pino({ level: 'silent' }) })
  ends.push(outbox.stop)
  return outbox
}

const apply = async (changes = {}) => {
  const body = applicationForm({ job_id: job, ...changes })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
}
const mails = () => w.db.select().from(table)
const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })
/** As if the pause before the next try were over. */
const makeDue = () => w.db.update(table).set({ next_try_at: new Date(0).toISOString() })

test('the applicant gets a reference, what happens next and a copy of everything sent', async () => {
  const server = await mailServer()
  const { body } = await apply()
  await worker(server.url).wake()
  expect(server.received).toHaveLength(1)
  const text = server.received[0]?.replace(/=\r\n/g, '') ?? ''
  expect(text).toContain('To: ')
  expect(text).toContain('mira@example.org')
  expect(text).toContain(`#${body.id}`)
  expect(text).toContain('Keeper of the Lock')
  expect(text).toContain('1-2 business days')
  expect(text).toContain(body.resume_name)
  expect(await mails()).toMatchObject([{ attempts: 1, sent_at: expect.any(String) }])
})

test('the company is told as well when it has an address for that', async () => {
  await w.db
    .insert(settings)
    .values({
      key: 'contact_email',
      value: 'desk@example.org',
      category: 'contact',
      is_public: true,
    })
    .onConflictDoUpdate({ target: settings.key, set: { value: 'desk@example.org' } })
  await apply()
  expect((await mails()).map(({ to_address }) => to_address).sort()).toEqual([
    'desk@example.org',
    'mira@example.org',
  ])
  await w.db.update(settings).set({ value: '' }).where(eq(settings.key, 'contact_email'))
})

test('a refused application sends nothing, a repeated one once', async () => {
  await apply({ email: 'nobody' })
  expect(await mails()).toEqual([])
  const headers = { 'idempotency-key': 'one' }
  for (let i = 0; i < 2; i++) {
    const body = applicationForm({ job_id: job })
    await w.visitor.raw('/applications/submit', { method: 'POST', body, headers })
  }
  expect(await mails()).toHaveLength(1)
})

test('while the mail server is down, applications are accepted and their mail waits', async () => {
  const waiting = worker('smtp://127.0.0.1:9')
  for (let i = 0; i < 3; i++) expect((await apply()).status).toBe(201)
  await waiting.wake()
  expect((await mails()).every(({ sent_at, failed_at }) => !sent_at && !failed_at)).toBe(true)
  const server = await mailServer()
  await makeDue()
  await worker(server.url).wake()
  expect(server.received).toHaveLength(3)
})

test('what is refused for now is sent later under the same Message-ID', async () => {
  let refusals = 1
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => done(refusals-- > 0 ? refusal(451) : null),
  })
  await apply()
  const sender = worker(server.url)
  await sender.wake()
  const [first] = await mails()
  expect(first).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
  expect(Date.parse(first?.next_try_at ?? '')).toBeGreaterThan(Date.now() + 30_000)
  await makeDue()
  await sender.wake()
  expect(server.received.join()).toContain(first?.message_id)
  expect(await mails()).toMatchObject([{ attempts: 2, sent_at: expect.any(String) }])
})

test('what is refused for good is not tried again', async () => {
  const server = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(550)) })
  await apply()
  await worker(server.url).wake()
  expect(await mails()).toMatchObject([
    { failed_at: expect.any(String), sent_at: null, attempts: 1, last_error: expect.any(String) },
  ])
})

test('a line cut after the message was handed over means another try, with the same Message-ID', async () => {
  const seen: string[] = []
  const server = await mailServer({
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        seen.push(/^Message-ID: (.*)$/im.exec(message)?.[1] ?? '')
        if (seen.length > 1) return done()
        // The answer to DATA never arrives.
        server.cut()
      })
    },
  })
  await apply()
  const sender = worker(server.url)
  await sender.wake()
  await makeDue()
  await sender.wake()
  expect(seen).toHaveLength(2)
  expect(seen[0]).toBe(seen[1])
  expect(await mails()).toMatchObject([{ attempts: 2, sent_at: expect.any(String) }])
})

test('two workers at once send each message once', async () => {
  const server = await mailServer()
  for (let i = 0; i < 6; i++) await apply()
  await Promise.all([worker(server.url).wake(), worker(server.url).wake()])
  const ids = server.received.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1])
  expect([ids.length, new Set(ids).size]).toEqual([6, 6])
})

test('without a mail server each message is a file that mail programs open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  ends.push(() => rm(folder, { recursive: true }))
  await apply()
  await worker(undefined, folder).wake()
  const files = await readdir(folder)
  expect(files).toEqual([expect.stringMatching(/\.eml$/)])
  const message = await readFile(join(folder, files[0] ?? ''), 'utf8')
  expect(message).toMatch(/^From: Jobs <jobs@example\.org>\r?$/m)
  expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
})

test('nothing that an applicant types becomes a header or markup', async () => {
  const server = await mailServer()
  await apply({ first_name: 'Mira <b>', last_name: '"x", evil@example.org' })
  await worker(server.url).wake()
  const message = server.received[0] ?? ''
  expect(message.match(/^To:.*$/gim)).toHaveLength(1)
  expect(message).not.toContain('Mira <b></')
  expect(await mails()).toMatchObject([{ html: expect.stringContaining('Mira &lt;b&gt;') }])
})

test('with an application goes the mail about it', async () => {
  const { body } = await apply()
  const rita = await w.as('rita')
  await rita.send('DELETE', `/applications/${body.id}`)
  expect(await mails()).toEqual([])
})
