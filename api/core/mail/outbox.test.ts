import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { outbox as table } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { mailResetLink } from '#scripts/testing/fixtures/deliver.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer } from '#scripts/testing/mail-server.ts'
import { openMailer } from './mailer.ts'

const harness = setUpOutbox()
const sent = { sent_at: expect.any(String), failed_at: null }

async function open(options?: Parameters<typeof mailServer>[0]) {
  const server = await mailServer(options)
  harness.after(server.close)
  return server
}
const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  harness.after(() => rm(folder, { recursive: true }))
  return folder
}

test('a message is also removed from the folder of earlier versions', async () => {
  const [folder, earlierFolder] = [await temporaryFolder(), await temporaryFolder()]
  const mailer = openMailer({ from: 'jobs@example.org', folder, earlierFolder })
  for (const place of [folder, earlierFolder]) {
    await writeFile(join(place, 'ab.eml'), 'mail')
    await writeFile(join(place, 'other.eml'), 'mail')
  }
  await mailer.remove('<a@b>')
  for (const place of [folder, earlierFolder]) expect(await readdir(place)).toEqual(['other.eml'])
})

test('mail is sent once, soon after the worker was woken', async () => {
  const server = await open()
  const worker = harness.worker(server, { times: { pollMs: 60_000 } })
  await harness.apply()
  worker.wake()
  await harness.allBecome({ ...sent, attempts: 1, last_error: null })
  expect(server.received).toHaveLength(1)
})

test('mail leaves soon after the clock was set back by days', async () => {
  const worker = harness.worker(await open(), { times: { pollMs: 60_000 } })
  await harness.apply()
  worker.wake()
  await harness.allBecome(sent)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 86_400_000 })
  harness.after(() => vi.useRealTimers())
  await harness.apply()
  await harness.makeDue()
  worker.wake()
  await harness.allBecome(sent)
})

test('the content of sent mail is not kept', async () => {
  harness.worker(await open())
  await harness.apply()
  expect(await harness.mails()).toMatchObject([{ text: expect.stringContaining('Keeper') }])
  await harness.allBecome({ ...sent, text: '', html: '', subject: expect.stringMatching(/./) })
})

test('a refused application sends nothing, a repeated one once', async () => {
  await harness.apply({ email: 'nobody' })
  expect(await harness.mails()).toEqual([])
  const { visitor, newJob } = harness.world()
  const job_id = await newJob()
  for (let i = 0; i < 2; i++) {
    const body = applicationForm({ job_id })
    const headers = { 'idempotency-key': 'one' }
    await visitor.raw('/applications/submit', { method: 'POST', body, headers })
  }
  expect(await harness.mails()).toHaveLength(1)
})

test('two workers at once send each message once', async () => {
  const server = await open()
  for (let i = 0; i < 6; i++) await harness.apply()
  harness.worker(server)
  harness.worker(server)
  await harness.allBecome(sent)
  expect([server.ids().length, new Set(server.ids()).size]).toEqual([6, 6])
})

test('however often the worker is woken, it looks a few times only', async () => {
  const worker = harness.worker(await open(), { times: { pollMs: 60_000, batchDelayMs: 100 } })
  const { $client } = harness.world().db
  let looks = 0
  const { batch } = $client
  $client.batch = (...given: Parameters<typeof batch>) => {
    looks += 1
    return batch.apply($client, given)
  }
  harness.after(() => {
    $client.batch = batch
  })
  const end = Date.now() + 450
  let woken = 0
  while (Date.now() < end) {
    for (let i = 0; i < 100; i++) worker.wake()
    woken += 100
    await new Promise((next) => setTimeout(next, 1))
  }
  expect(woken).toBeGreaterThan(500)
  expect(looks).toBeGreaterThan(1)
  expect(looks).toBeLessThanOrEqual(6)
})

test('expired mail is not sent', async () => {
  const server = await open()
  await harness.apply()
  await harness.expire()
  harness.worker(server)
  await harness.allBecome({ failed_at: expect.any(String), attempts: 0, text: '', html: '' })
  expect((await harness.mails())[0]?.last_error).toMatch(/expired before/)
  expect(server.connections()).toBe(0)
})

test('without a mail server each message is a file that mail programs open', async () => {
  const folder = await temporaryFolder()
  await harness.apply()
  harness.worker({ folder })
  await harness.allBecome({ sent_at: null, last_error: 'Not sent: no mail server is set up' })
  const files = await readdir(folder)
  expect(files).toEqual([expect.stringMatching(/\.eml$/)])
  const message = await readFile(join(folder, files[0] ?? ''), 'utf8')
  expect(message).toMatch(/^From: Jobs <jobs@example\.org>\r?$/m)
  expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
})

test('an unwritable folder fails no message', async () => {
  const file = join(await temporaryFolder(), 'no-folder')
  await writeFile(file, '')
  const worker = harness.worker({ folder: join(file, 'outbox') })
  await harness.apply()
  worker.wake()
  await expect.poll(() => worker.pause()?.reason).toMatch(/ENOTDIR/)
  expect(await harness.mails()).toMatchObject([{ attempts: 0, failed_at: null, last_error: null }])
})

test('deleting an application deletes its mail', async () => {
  const id = await harness.world().idOf(await harness.apply())
  const rita = await harness.world().as('rita')
  await rita.send('DELETE', `/applications/${id}`)
  expect(await harness.mails()).toEqual([])
})

test('a worker that is stopped finishes the messages that are on their way', async () => {
  let arrived = () => {}
  const onItsWay = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const server = await open({
    onRcptTo(_address, _session, done) {
      arrived()
      setTimeout(done, 100)
    },
  })
  for (let n = 0; n < 6; n++) await harness.apply({ email: `mira${n}@example.org` })
  const worker = harness.worker(server)
  await onItsWay
  await worker.stop()
  expect(server.received.length).toBeLessThanOrEqual(3)
  const mails = await harness.mails()
  expect(mails.filter(({ sent_at }) => sent_at)).toHaveLength(server.received.length)
  expect(mails.filter(({ lease_until }) => lease_until)).toEqual([])
})

test('a message that hangs holds up no other, and links leave first', async () => {
  let release = () => {}
  const hung = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = await open({
    onRcptTo({ address }, _session, done) {
      if (address === 'hangs@example.org') hung.then(() => done())
      else done()
    },
  })
  const { db } = harness.world()
  await harness.apply({ email: 'hangs@example.org' })
  const worker = harness.worker(server, {
    times: { pollMs: 60_000, pauseMs: 100 },
    deadlines: { greeting: 60_000, answer: 60_000, message: 60_000 },
  })
  await expect.poll(async () => (await harness.mails())[0]?.lease_until).toBeTruthy()
  const bulk = Array.from({ length: 30 }, (_, n) => ({
    kind: 'answer' as const,
    message_id: `<${n}@b.test>`,
    to_address: `${n}@example.org`,
    subject: `Letter ${n}`,
    text: 'T',
    html: 'H',
  }))
  await db.insert(table).values(bulk)
  worker.wake()
  await expect.poll(() => server.received.length).toBeGreaterThan(1)
  await mailResetLink(db, 'rita@example.com')
  worker.wake()
  await expect.poll(() => server.received.length).toBe(31)
  const at = server.received.findIndex((message) => header(message, 'To')?.includes('rita'))
  expect(at).toBeLessThan(15)
  release()
  await harness.allBecome({ sent_at: expect.any(String) })
  expect(new Set(server.ids()).size).toBe(32)
  // Messages share a connection: one for each of three at a time.
  expect(server.connections()).toBeLessThanOrEqual(4)
})
