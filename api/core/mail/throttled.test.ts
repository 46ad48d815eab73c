import { afterAll, expect, test } from 'vitest'
import { outbox as table } from '#db/schema.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { NotSent } from './failure.ts'
import { openMailer } from './mailer.ts'

const harness = setUpOutbox()
const closed: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closed) await close()
})

type Done = (error?: Error | null) => void

/** Why a server with these handlers doesn't take a message. */
async function failure(options: Parameters<typeof mailServer>[0]) {
  const server = await mailServer(options)
  const mailer = openMailer({ url: server.url, from: 'jobs@example.org', folder: '' })
  closed.push(mailer.close, server.close)
  const mail = { message_id: '<a@b>', to: 'mira@example.org', subject: '', text: '', html: '' }
  const error = await mailer.send(mail).catch((thrown: unknown) => thrown)
  if (!(error instanceof NotSent)) throw new Error('It was sent')
  return error
}

const busy = { whose: 'server', problem: 'busy', retryAfterMs: 60_000, permanent: false }

test.each([
  [
    'the sender',
    {
      onMailFrom: (_a: unknown, _s: unknown, done: Done) =>
        done(refusal(421, '4.7.0 Try again later')),
    },
  ],
  [
    'the message',
    {
      onData: (stream: NodeJS.ReadableStream, _s: unknown, done: Done) => {
        stream.on('end', () => done(refusal(451, '4.7.500 Server busy'))).resume()
      },
    },
  ],
])(
  'a server that refuses %s for now, by policy, is left alone for a minute',
  async (_, options) => {
    expect(await failure(options as Parameters<typeof mailServer>[0])).toMatchObject(busy)
  },
)

test('one message that is always refused by policy lets the others leave, and is given up', async () => {
  const server = await mailServer({
    async onData(stream, _session, done) {
      let message = ''
      for await (const chunk of stream) message += chunk
      if (header(message, 'To')?.includes('bulk@'))
        return done(refusal(451, '4.7.1 Looks like spam'))
      server.received.push(message)
      done()
    },
  })
  harness.after(server.close)
  await harness.apply({ email: 'bulk@example.org' })
  await harness.apply()
  await harness.world().db.update(table).set({ attempts: 98 })
  const worker = harness.worker(server)
  /** As if the pauses were over. */
  const later = () => {
    worker.tryNow()
    return harness.mails()
  }
  await expect
    .poll(later)
    .toMatchObject([{ attempts: 99, failed_at: null }, { sent_at: expect.any(String) }])
  await harness.makeDue()
  await expect
    .poll(later)
    .toMatchObject([
      { attempts: 100, failed_at: expect.any(String), last_error: expect.stringMatching(/spam/) },
      {},
    ])
})

test('greylisting of one recipient holds up no other', async () => {
  const error = await failure({
    onRcptTo: (_address, _session, done) => done(refusal(450, '4.7.1 Greylisted, come back later')),
  })
  expect(error).toMatchObject({ whose: 'message', problem: 'recipient', permanent: false })
  expect(error.retryAfterMs).toBeUndefined()
})
