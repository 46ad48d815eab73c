import { pino } from 'pino'
import { expect, test } from 'vitest'
import { outbox as table } from '#db/schema.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer } from '#scripts/testing/mail-server.ts'
import { emailOf } from '#scripts/testing/world.ts'
import { openMailer } from './mailer.ts'
import { startOutbox } from './outbox.ts'

const harness = setUpOutbox()

const mail = (to_address: string, kind: 'answer' | 'link' = 'answer') => ({
  message_id: `<${to_address}>`,
  to_address,
  kind,
  subject: 'S',
  text: 'T',
  html: 'H',
})

test('while the server hangs on one recipient, all other mail leaves', async () => {
  const server = await mailServer({
    onRcptTo({ address }, _session, done) {
      if (address !== 'hangs@example.org') done()
    },
  })
  harness.after(server.close)
  const others = Array.from({ length: 30 }, (_, n) => mail(`${n}@example.org`))
  await harness
    .world()
    .db.insert(table)
    .values([mail('hangs@example.org', 'link'), ...others])
  // As long as in use: nobody gives up on the message that hangs.
  harness.worker(server, { deadlines: { greeting: 20_000, answer: 120_000, message: 300_000 } })
  await expect.poll(() => server.received.length).toBe(30)
  const unsent = (await harness.mails()).filter((row) => !row.sent_at)
  expect(unsent.map((row) => row.to_address)).toContain('hangs@example.org')
  await expect
    .poll(async () => (await harness.mails()).filter((row) => !row.sent_at))
    .toHaveLength(1)
})

test('a password link leaves before the bulk mail that waits', async () => {
  const server = await mailServer()
  harness.after(server.close)
  const bulk = Array.from({ length: 30 }, (_, n) => mail(`${n}@example.org`))
  await harness.world().db.insert(table).values(bulk)
  await harness.world().visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
  await expect.poll(async () => (await harness.mails()).length).toBe(31)
  harness.worker(server)
  await expect.poll(() => server.received.length).toBe(31)
  const position = server.received.findIndex((text) =>
    header(text, 'To')?.includes(emailOf('rita')),
  )
  // Three leave at a time.
  expect(position).toBeLessThan(3)
})

test('messages are as far apart as their rate a minute says', async () => {
  const server = await mailServer()
  harness.after(server.close)
  const four = ['a', 'b', 'c', 'd'].map((name) => mail(`${name}@example.org`))
  await harness.world().db.insert(table).values(four)
  const began = performance.now()
  harness.worker(server, { perMinute: 300 })
  await expect.poll(() => server.received.length).toBe(4)
  expect(performance.now() - began).toBeGreaterThanOrEqual(3 * 200)
})

test.each([
  ['the provider’s rate by default', undefined, 3 * 200],
  ['MAIL_RATE instead, where it is set', 60_000, 0],
])('messages keep %s', async (_, perMinute, atLeastMs) => {
  const server = await mailServer()
  harness.after(server.close)
  const four = ['a', 'b', 'c', 'd'].map((name) => mail(`${name}@example.org`))
  await harness.world().db.insert(table).values(four)
  const own = openMailer({ url: server.url, from: 'jobs@example.org', folder: '' })
  // Where MAIL_RATE wins, so few that the test would not see the end of it.
  const mailer = { ...own, perMinute: perMinute ? 1 : 300 }
  const began = performance.now()
  const outbox = startOutbox({
    db: harness.world().db,
    mailer,
    log: pino({ level: 'silent' }),
    perMinute,
    times: { pollMs: 30, batchDelayMs: 5, pauseMs: 0 },
  })
  harness.after(outbox.stop)
  await expect.poll(() => server.received.length).toBe(4)
  expect(performance.now() - began).toBeGreaterThanOrEqual(atLeastMs)
})
