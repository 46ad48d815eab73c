import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { mailServer } from '#scripts/testing/mail-server.ts'
import { NotSent } from './failure.ts'
import type { Mailer } from './mailer.ts'
import { createPauses } from './outbox-pause.ts'
import type { Mail } from './outbox-queue.ts'
import { tryOne } from './outbox-try.ts'

const harness = setUpOutbox()

test('while the mail server is down, applications are accepted; once it is back, all mail arrives, each once', {
  timeout: 30_000,
}, async () => {
  const before = await mailServer()
  await before.close()
  const worker = harness.worker(before)
  const { length } = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      expect((await harness.apply({ email: `mira${n}@example.org` })).status).toBe(201)
      worker.wake()
    }),
  )
  await expect.poll(() => worker.pause()?.reason).toMatch(/^Nothing answers/)
  await harness.allBecome({ attempts: 0, sent_at: null, failed_at: null })

  const server = await mailServer({ port: before.port })
  harness.after(server.close)
  await harness.allBecome({ attempts: 1, sent_at: expect.any(String), last_error: null })
  expect(worker.pause()).toBeUndefined()
  const ids = (await harness.mails()).map(({ message_id }) => message_id)
  expect(server.ids().sort()).toEqual(ids.sort())
  expect(new Set(ids).size).toBe(length)
})

test('a mail server that goes away in the middle gets the rest when it is back, none twice', async () => {
  const first = await mailServer()
  const worker = harness.worker(first, { times: { pauseMs: 5 } })
  for (let i = 0; i < 12; i++) await harness.apply({ email: `mira${i}@example.org` })
  await expect.poll(() => first.received.length, { interval: 1 }).toBeGreaterThan(2)
  await first.close()
  await expect.poll(() => worker.pause()).toBeDefined()
  const second = await mailServer({ port: first.port })
  harness.after(second.close)
  await harness.allBecome({ sent_at: expect.any(String) })
  const ids = [...first.ids(), ...second.ids()]
  expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  expect(first.received.length).toBeLessThan(12)
})

test('a message that was cut off while the server went away and came back counts as untried', async () => {
  const pauses = createPauses()
  const attempt = (meanwhile: () => void) =>
    // Of mail and mailer, only what is used.
    tryOne({ kind: 'receipt', subject: '', text: '', html: '' } as Mail, pauses.begun, {
      mailer: {
        delivers: true,
        async send() {
          meanwhile()
          throw new NotSent('message', new Error('cut'))
        },
      } as Partial<Mailer> as Mailer,
      pauses,
      cut: new AbortController().signal,
      log: pino({ level: 'silent' }),
    })
  const goesAway = () => {
    pauses.begin('Nothing answers')
    pauses.end()
  }
  expect(await attempt(goesAway)).toMatchObject({ end: 'untried' })
  expect(await attempt(() => {})).toMatchObject({ end: 'later', reason: 'cut' })
})

test('a paused worker sends the mail server nothing, whatever is written', async () => {
  const server = await mailServer({ onConnect: (_session, done) => done(new Error('Closed')) })
  let asked = 0
  const worker = harness.worker(server, { times: { first: 60_000, max: 60_000 } })
  harness.after(server.close)
  await harness.apply()
  worker.wake()
  await expect.poll(() => worker.pause()).toBeDefined()
  asked = server.connections()
  for (let i = 0; i < 20; i++) {
    await harness.apply()
    worker.wake()
  }
  expect(server.connections()).toBe(asked)
  expect(worker.pause()).toBeDefined()
})

test('a manual retry during a failing attempt is made after it', async () => {
  let pending: (() => void) | undefined
  let connections = 0
  const server = await mailServer({
    onConnect(_session, done) {
      if (++connections > 1) return done()
      pending = () => done(new Error('Closed'))
    },
  })
  harness.after(server.close)
  const worker = harness.worker(server, { times: { first: 60_000, max: 60_000 } })
  await harness.apply()
  worker.wake()
  await expect.poll(() => pending).toBeDefined()
  worker.tryNow()
  pending?.()
  await harness.allBecome({ sent_at: expect.any(String) })
})

test('a manual retry does not wait for the end of the pause', async () => {
  const before = await mailServer()
  await before.close()
  const worker = harness.worker(before, { times: { first: 60_000, max: 60_000 } })
  await harness.apply()
  worker.wake()
  await expect.poll(() => worker.pause()).toBeDefined()
  const server = await mailServer({ port: before.port })
  harness.after(server.close)
  worker.wake()
  // Proves absence: a worker that did not pause would send by then.
  await new Promise((later) => setTimeout(later, 100))
  expect(server.received).toEqual([])
  worker.tryNow()
  await harness.allBecome({ sent_at: expect.any(String) })
  expect(worker.pause()).toBeUndefined()
})

test('the pauses grow to the longest, each a quarter shorter or longer by chance', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const pauses = createPauses({ first: 100, max: 350 })
  const lengths = Array.from({ length: 5 }, (_, n) => {
    pauses.begin(`reason ${n}`)
    return Date.parse(pauses.current!.until) - Date.now()
  })
  for (const [n, length] of [100, 200, 350, 350, 350].entries()) {
    expect(lengths[n]).toBeGreaterThanOrEqual(Math.floor(length * 0.75))
    expect(lengths[n]).toBeLessThanOrEqual(length * 1.25)
  }
  expect(pauses.current?.reason).toBe('reason 4')
  pauses.end()
  expect(pauses.current).toBeUndefined()
})
