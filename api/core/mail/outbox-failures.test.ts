import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { outbox as table } from '#db/schema.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer, refusal, silentServer } from '#scripts/testing/mail-server.ts'
import type { Deadlines } from './mailer.ts'

const harness = setUpOutbox()
const sent = { sent_at: expect.any(String), failed_at: null, last_error: null }
const failed = { sent_at: null, failed_at: expect.any(String) }
const waiting = { sent_at: null, failed_at: null }
const hasty = { greeting: 400, answer: 400, message: 1000 }
const no: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => done(refusal(550, 'Who?'))
const notNow = (times: number): SMTPServerOptions['onRcptTo'] => {
  let left = times
  return (_address, _session, done) => done(left-- > 0 ? refusal(451, 'Later') : null)
}

async function open(options?: Parameters<typeof mailServer>[0]) {
  const server = await mailServer(options)
  harness.after(server.close)
  return server
}

describe('a message that the mail server', () => {
  test('refuses for good is not tried again, and does not block others', async () => {
    const server = await open({
      onRcptTo: (address, session, done) =>
        address.address.startsWith('nobody') ? no(address, session, done) : done(),
    })
    await harness.apply({ email: 'nobody@example.org' })
    await harness.apply()
    const worker = harness.worker(server)
    await expect.poll(() => server.received.length).toBe(1)
    await harness.allBecome({ attempts: 1, lease_until: null })
    expect(await harness.mails()).toMatchObject([
      { ...failed, last_error: expect.stringMatching(/refuses the recipient: 550 Who\?$/) },
      sent,
    ])
    expect(worker.pause()).toBeUndefined()
  })

  test('refuses for now is sent later, under the same Message-ID', async () => {
    const server = await open({ onRcptTo: notNow(1) })
    await harness.apply()
    const worker = harness.worker(server)
    await harness.allBecome({ ...waiting, attempts: 1, last_error: expect.stringMatching(/451/) })
    const [first] = await harness.mails()
    expect(Date.parse(first?.next_try_at ?? '')).toBeGreaterThan(Date.now() + 30_000)
    expect(worker.pause()).toBeUndefined()
    await harness.makeDue()
    await harness.allBecome({ ...sent, attempts: 2 })
    expect(server.ids()).toEqual([first?.message_id])
  })

  test('refuses for now for days is given up', async () => {
    const server = await open({ onRcptTo: notNow(Number.POSITIVE_INFINITY) })
    await harness.apply()
    await harness.world().db.update(table).set({ attempts: 99 })
    harness.worker(server)
    await harness.allBecome({ ...failed, attempts: 100, last_error: expect.stringMatching(/451/) })
  })

  test('takes without an answer before the line is cut is sent again, under the same Message-ID', async () => {
    const seen: unknown[] = []
    const server = await open({
      async onData(stream, _session, done) {
        let message = ''
        for await (const chunk of stream) message += chunk
        seen.push(header(message, 'Message-ID'))
        if (seen.length > 1) return done()
        // The answer to DATA never arrives.
        server.cut()
      },
    })
    await harness.apply()
    const worker = harness.worker(server)
    await harness.allBecome({
      ...waiting,
      attempts: 1,
      last_error: expect.stringMatching(/closed/),
    })
    expect(worker.pause()).toBeUndefined()
    await harness.makeDue()
    await harness.allBecome({ ...sent, attempts: 2 })
    expect(seen).toEqual([seen[0], seen[0]])
  })

  test('takes and never answers for is tried again later, and the others are sent', async () => {
    let first = true
    const server = await open({
      onData(stream, session, done) {
        if (!first) return keep(stream, session, done)
        first = false
        stream.resume()
      },
    })
    const arrived: string[] = []
    const keep: NonNullable<SMTPServerOptions['onData']> = (stream, _session, done) => {
      stream.on('end', () => {
        arrived.push('message')
        done()
      })
      stream.resume()
    }
    await harness.apply()
    await harness.apply()
    const worker = harness.worker(server, { deadlines: { ...hasty, message: 10_000 } })
    await expect.poll(() => arrived.length).toBe(1)
    await harness.allBecome({ attempts: 1, lease_until: null })
    expect(await harness.mails()).toMatchObject([
      { ...waiting, last_error: 'The mail server stopped answering' },
      sent,
    ])
    expect(worker.pause()).toBeUndefined()
  })
})

describe('a mail server that', () => {
  /** Whatever is wrong with it, no message is to blame. */
  async function pausesFor(url: string, reason: RegExp, deadlines?: Deadlines) {
    // Not of a reserved domain, which would be refused before the server is asked.
    await harness.apply({ email: 'ben@ourfirm.io' })
    await harness.apply({ email: 'mira@ourfirm.io' })
    const worker = harness.worker({ url }, { deadlines })
    await expect.poll(() => worker.pause()?.reason).toMatch(reason)
    await worker.stop()
    const untouched = { ...waiting, attempts: 0, last_error: null, lease_until: null }
    expect(await harness.mails()).toMatchObject([untouched, untouched])
    const { since = '', until = '' } = worker.pause() ?? {}
    expect(until > since).toBe(true)
  }

  test('is unreachable lets all mail wait', () =>
    pausesFor('smtp://127.0.0.1:9', /^Nothing answers at the address of the mail server/))

  test('has no DNS entry lets all mail wait', () =>
    pausesFor('smtp://nowhere.invalid', /was not found by its name/))

  test('does not greet lets all mail wait', async () => {
    const silent = await silentServer()
    harness.after(silent.close)
    await pausesFor(silent.url, /did not greet/, { ...hasty, answer: 5000 })
  })

  test('closes every connection lets all mail wait', async () => {
    const { url } = await open({ onConnect: (_session, done) => done(refusal(421, 'Too many')) })
    await pausesFor(url, /^The mail server refuses the connection$/)
  })

  test('refuses the password lets all mail wait, and the password appears nowhere', async () => {
    const { url } = await open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, 'Wrong')),
    })
    const withPassword = url.replace('//', '//jobs:s3cret@')
    await pausesFor(withPassword, /^The mail server refuses the user name or password.*535 Wrong$/)
    expect(JSON.stringify(await harness.mails())).not.toContain('s3cret')
  })

  test('requires a missing password lets all mail wait', async () => {
    const { url } = await open({ authOptional: false, allowInsecureAuth: true })
    await pausesFor(url, /^The mail server refuses the sender.*530/)
  })

  test('has an invalid certificate lets all mail wait', async () => {
    // smtp-server brings a certificate of its own.
    const { url } = await open({ secure: true })
    await pausesFor(url.replace('smtp:', 'smtps:'), /could not be encrypted: certificate/)
  })

  test('does not support TLS lets all mail wait', async () => {
    const { url } = await open()
    await pausesFor(url.replace('smtp:', 'smtps:'), /could not be encrypted: wrong version/)
  })
})
