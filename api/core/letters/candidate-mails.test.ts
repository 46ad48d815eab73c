import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  applications,
  auditEvents,
  candidateLinks,
  candidateRequests,
  outbox,
  settings,
} from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { header, mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { openMailer } from '../mail/mailer.ts'
import { startOutbox } from '../mail/outbox.ts'

let w: World
let server: Awaited<ReturnType<typeof mailServer>>
let job: number
let ends: (() => unknown)[] = []

beforeAll(async () => {
  w = await world({ publicUrl: 'https://bread.test' })
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  server = await mailServer()
  job = await w.newJob({ title: 'Baker' })
})
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
  await server.close()
})

/** A worker that checks all the time. */
function work() {
  const mailer = openMailer({ url: server.url, from: 'Jobs <jobs@example.org>', folder: '' })
  const times = { pollMs: 20, batchDelayMs: 5, pauseMs: 0 }
  ends.push(startOutbox({ db: w.db, mailer, log: w.log, times }).stop)
}

async function apply(changes = {}) {
  const body = applicationForm({ job_id: job, ...changes })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body }),
  )
  return {
    id: await w.idOf(response),
    token: String(response.body.candidate_url).split('/').at(-1) ?? '',
  }
}
const arrived = (count: number) =>
  vi.waitFor(
    async () => {
      expect(server.received).toHaveLength(count)
      const waiting = (await w.db.select().from(outbox)).filter((mail) => !mail.sent_at)
      expect(waiting).toEqual([])
    },
    { timeout: 30_000 },
  )
const tokensIn = (message = '') => [
  ...new Set(
    [
      ...unfolded(message).matchAll(
        /https:\/\/bread\.test\/application\/(?:confirm\/)?([\w-]{43})/g,
      ),
    ].map(([, token = '']) => token),
  ),
]
const reads = async (token: string) => (await w.visitor.get(`/candidate/${token}`)).status
const ask = (email: string) => w.visitor.send('POST', '/candidate/links', { email })
const row = async (id: number) => (await w.applications()).find((row) => row.id === id)!

describe('the receipt', () => {
  test('carries a link of its own beside what it always had', async () => {
    const { token } = await apply()
    work()
    await arrived(1)
    const [mailed = '', ...more] = tokensIn(server.received[0])
    expect(more).toEqual([])
    expect(mailed).not.toBe(token)
    expect([await reads(mailed), await reads(token)]).toEqual([200, 200])
    expect(unfolded(server.received[0] ?? '')).toMatch(/See your application:/)
    expect(unfolded(server.received[0] ?? '')).toContain('What happens next?')
    expect(JSON.stringify(await w.db.select().from(outbox))).not.toContain(mailed)
  })

  test('is not the only mail with a link: an answer of staff has one too', async () => {
    const { id } = await apply()
    work()
    await arrived(1)
    const rita = await w.signIn('rita')
    const mail = { subject: 'Thank you', body: '<p>We read it.</p>', reply_to: 'me' }
    expect((await rita.send('POST', `/applications/${id}/email`, mail)).status).toBe(201)
    await arrived(2)
    const tokens = server.received.flatMap(tokensIn)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(await reads(token)).toBe(200)
  })

  test('has a link in each attempt, and the link of a mail that may have arrived stays', async () => {
    const { id } = await apply()
    await server.close()
    let refuse = true
    server = await mailServer({
      onData(stream, _session, done) {
        let message = ''
        stream.on('data', (chunk) => (message += chunk))
        stream.on('end', () => {
          server.received.push(message)
          done(refuse ? Object.assign(new Error('Later'), { responseCode: 451 }) : undefined)
          refuse = false
        })
      },
    })
    work()
    await vi.waitFor(async () => {
      await w.db.update(outbox).set({ next_try_at: '1970-01-01T00:00:00.000Z' })
      expect((await w.db.select().from(outbox))[0]?.sent_at).toBeTruthy()
    }, 30_000)
    const tokens = server.received.flatMap(tokensIn)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(await reads(token)).toBe(200)
    expect(await w.db.$count(candidateLinks, eq(candidateLinks.application_id, id))).toBe(3)
  })

  test('has a link of the process itself while the address of the site is unknown', async () => {
    const nowhere = await world()
    try {
      const body = applicationForm({ job_id: await nowhere.newJob() })
      await nowhere.visitor.raw('/applications/submit', { method: 'POST', body })
      const [mail] = await nowhere.db.select().from(outbox)
      expect(mail?.text).toContain(
        'See your application:\n\nhttp://localhost:4321/application/\u0002',
      )
    } finally {
      await nowhere.remove()
    }
  })
})

describe('a new link', () => {
  test('is mailed to the address on file, and voids the old ones once it is used', async () => {
    const { token } = await apply()
    expect((await w.visitor.send('POST', `/candidate/${token}/resend`)).status).toBe(202)
    expect(await reads(token)).toBe(200)
    work()
    await arrived(2)
    const message = server.received.find((message) =>
      /The link to/.test(header(message, 'Subject') ?? ''),
    )
    expect(header(message ?? '', 'To')).toBe('mira@example.org')
    const [receipt = ''] = tokensIn(server.received.find((other) => other !== message))
    const [mailed = ''] = tokensIn(message)
    expect(await reads(token)).toBe(200)
    expect([await reads(mailed), await reads(token)]).toEqual([200, 404])
    // The receipt left after the request, and only what is older is void.
    expect(await reads(receipt)).toBe(200)
  })

  test('for each application of an address, whatever its tag; the answer is the same for any address', async () => {
    const first = await apply()
    const second = await apply({ email: 'Mira+jobs@example.org' })
    await apply({ email: 'joe@example.org' })
    await w.db.delete(outbox)
    const responses = [await ask('mira@example.org'), await ask('nobody@example.org')]
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [202, ''],
      [202, ''],
    ])
    work()
    await arrived(2)
    expect(server.received.map((message) => header(message, 'To')).sort()).toEqual([
      'Mira+jobs@example.org',
      'mira@example.org',
    ])
    const found = []
    for (const token of server.received.flatMap(tokensIn))
      found.push((await w.visitor.get(`/candidate/${token}`)).body.reference)
    const all = await w.applications()
    const sought = all.filter(({ id }) => [first.id, second.id].includes(id))
    expect(found.sort()).toEqual(sought.map(({ reference }) => reference).sort())
  })

  test('is mailed ten times a day and mailbox, the receipt included, however often it is asked for', async () => {
    const { token } = await apply()
    await Promise.all(Array.from({ length: 100 }, () => ask('mira@example.org')))
    const links = eq(outbox.kind, 'link')
    expect(await w.db.$count(outbox, links)).toBe(9)
    const refused = await w.visitor.send('POST', `/candidate/${token}/resend`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    await w.db.update(outbox).set({ created_at: '2020-01-01T00:00:00.000Z' })
    expect((await w.visitor.send('POST', `/candidate/${token}/resend`)).status).toBe(202)
    expect(await w.db.$count(outbox, links)).toBe(10)
  })

  test('is limited by network', async () => {
    const limited = await world({ rateLimits: true })
    try {
      const responses = await Promise.all(
        Array.from({ length: 16 }, (_, at) =>
          limited.visitor.send('POST', '/candidate/links', { email: `a${at}@b.org` }),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual([...Array(15).fill(202), 429])
    } finally {
      await limited.remove()
    }
  })
})

describe('a new address', () => {
  const change = (token: string, email: string) =>
    w.visitor.send('PUT', `/candidate/${token}`, { email })

  async function asked() {
    const { id, token } = await apply()
    await w.db.delete(outbox)
    expect((await change(token, 'new@example.org')).status).toBe(200)
    work()
    await arrived(1)
    const [confirmation = ''] = tokensIn(server.received[0])
    return { id, token, confirmation }
  }

  test('counts once its mailbox confirms it: by POST, once; the old one is told', async () => {
    const { id, token, confirmation } = await asked()
    expect(header(server.received[0] ?? '', 'To')).toBe('new@example.org')
    expect(await reads(confirmation)).toBe(404)
    const at = `/candidate/confirm/${confirmation}`
    const request = { kind: 'email', email: 'new@example.org', job_title: 'Baker' }
    // As a mail scanner does.
    for (let times = 0; times < 3; times++)
      expect(await w.visitor.get(at)).toMatchObject({ status: 200, body: request })
    expect((await row(id)).email).toBe('mira@example.org')
    expect(await w.visitor.send('POST', `${at}.`)).toMatchObject({ status: 200, body: request })
    expect((await w.visitor.send('POST', at)).status).toBe(404)
    const { body } = await w.visitor.get(`/candidate/${token}`)
    expect([body.email, body.requested_email]).toEqual(['new@example.org', null])
    await arrived(2)
    expect(header(server.received[1] ?? '', 'To')).toBe('mira@example.org')
    expect(unfolded(server.received[1] ?? '')).not.toContain('new@example.org')
    const rita = await w.as('rita')
    expect((await rita.get('/applications?q=new@example.org')).body).toHaveLength(1)
    expect((await rita.get('/applications?q=mira@example.org')).body).toHaveLength(0)
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    expect(events.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['application.contact_changed', 'the candidate'],
    ])
  })

  test('moves mail that is held, and no mail that has left', async () => {
    const { id, confirmation } = await asked()
    const mail = { application_id: id, kind: 'answer', to_address: 'mira@example.org' } as const
    const text = { subject: 'Hello', text: 'Hi.', html: '<p>Hi.</p>' }
    const [held] = await w.db
      .insert(outbox)
      .values({
        ...mail,
        ...text,
        message_id: '<1@x>',
        tells: 'rejected',
        held_until: '2100-01-01T00:00:00.000Z',
      })
      .returning()
    await w.visitor.send('POST', `/candidate/confirm/${confirmation}`)
    const all = await w.db.select().from(outbox)
    expect(all.find((one) => one.id === held?.id)?.to_address).toBe('new@example.org')
  })

  test('expired, replaced and malformed links are the same 404, and change nothing', async () => {
    const { id, token, confirmation } = await asked()
    await w.db.update(candidateRequests).set({ expires_at: '2020-01-01T00:00:00.000Z' })
    const refused = []
    for (const wrong of [confirmation, confirmation.slice(1), 'A'.repeat(43), token])
      for (const method of ['GET', 'POST'])
        refused.push(await w.visitor.send(method, `/candidate/confirm/${wrong}`))
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['404 This link has expired or was used already.']),
    )
    await change(token, 'other@example.org')
    await arrived(2)
    const [newer = ''] = tokensIn(server.received[1])
    expect((await w.visitor.get(`/candidate/confirm/${confirmation}`)).status).toBe(404)
    expect((await w.visitor.get(`/candidate/confirm/${newer}`)).status).toBe(200)
    expect((await row(id)).email).toBe('mira@example.org')
  })

  test('that nobody confirmed is deleted when it has expired and somebody else asks', async () => {
    const { token } = await apply()
    const other = await apply({ email: 'joe@example.org' })
    await change(token, 'new@example.org')
    await w.db.update(candidateRequests).set({ expires_at: '2020-01-01T00:00:00.000Z' })
    await change(other.token, 'joe@example.net')
    const requests = await w.db.select().from(candidateRequests)
    expect(requests.map(({ email }) => email)).toEqual(['joe@example.net'])
  })

  test('is refused after five mails in a day', async () => {
    const { token } = await apply()
    const statuses = []
    for (let tries = 0; tries < 6; tries++)
      statuses.push((await change(token, `new${tries}@example.org`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('the links are to the address in the settings, whatever the Host header says', async () => {
  const other = await world()
  try {
    await other.db
      .insert(settings)
      .values({ key: 'public_url', value: 'https://set.test/', category: 'general' })
    const body = applicationForm({ job_id: await other.newJob() })
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
    const response = await other.read(
      await other.visitor.raw('/applications/submit', { method: 'POST', body, headers }),
    )
    expect(response.body.candidate_url).toMatch(/^https:\/\/set\.test\/application\/[\w-]{43}$/)
    await other.visitor.send('POST', '/candidate/links', { email: 'mira@example.org' })
    for (const { text } of await other.db.select().from(outbox)) {
      expect(text).toContain('https://set.test/application/')
      expect(text).not.toContain('evil')
    }
    expect(await other.db.$count(applications)).toBe(1)
  } finally {
    await other.remove()
  }
})

describe('somebody who applies for the same job again', () => {
  const kinds = async () => (await w.db.select().from(outbox)).map(({ kind }) => kind).sort()

  test('is mailed the link of the first application, which voids no other link', async () => {
    const first = await apply()
    const body = applicationForm({ job_id: job, first_name: 'Other', email: 'Mira+2@example.org' })
    const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
    const second = (await w.read(response)).body
    expect(response.status).toBe(201)
    work()
    await arrived(3)
    const told = server.received.find((message) => message.includes('before')) ?? ''
    expect(header(told, 'Subject')).toContain('You have applied for this position before')
    expect(header(told, 'To')).toContain('mira@example.org')
    expect(unfolded(told)).toContain('Hello,')
    expect(unfolded(told)).not.toMatch(/Dear\s+,/)
    const [token = '', ...more] = tokensIn(told)
    expect(more).toEqual([])
    const read = await w.visitor.get(`/candidate/${token}`)
    const [{ reference } = {}] = await w.applications()
    expect(read.body).toMatchObject({ reference, first_name: 'Mira' })
    expect(header(told, 'Subject')).toContain(`(${reference})`)
    const own = String(second.candidate_url).split('/').at(-1) ?? ''
    expect([await reads(first.token), await reads(own)]).toEqual([200, 200])
    for (const mail of server.received)
      for (const one of tokensIn(mail)) expect(await reads(one)).toBe(200)
    expect(await kinds()).toEqual(['notice', 'receipt', 'receipt'])
  })

  test('gets the same answer as anybody, and so does a repeat, which is not mailed again', async () => {
    const send = (key: string, email: string) => {
      const body = applicationForm({ job_id: job, email })
      const headers = { 'idempotency-key': key }
      return w.visitor.raw('/applications/submit', { method: 'POST', body, headers }).then(w.read)
    }
    await send('one', 'mira@example.org')
    const known = await send('two', 'mira@example.org')
    const unknown = await send('two', 'anna@example.org')
    const shape = ({ status, body, headers }: typeof known) => ({
      status,
      fields: Object.keys(body),
      headers: [...headers.keys()],
    })
    expect(shape(known)).toEqual(shape(unknown))
    expect(await kinds()).toEqual(['notice', 'receipt', 'receipt', 'receipt'])
    await send('two', 'mira@example.org')
    expect(await kinds()).toEqual(['notice', 'receipt', 'receipt', 'receipt'])
  })

  test('of another job, or of another person, is not mailed about it', async () => {
    await apply()
    await apply({ email: 'anna@example.org' })
    await apply({ job_id: await w.newJob({ title: 'Miller' }) })
    expect(await kinds()).toEqual(['receipt', 'receipt', 'receipt'])
  })

  test('leaves three of ten mails a day for links that somebody asks for', async () => {
    const { id } = await apply()
    for (let n = 0; n < 8; n++) await apply({ email: `mira+${n}@example.org` })
    expect((await w.applications()).length).toBe(9)
    for (let n = 0; n < 5; n++) await ask('mira@example.org')
    const mails = (await w.db.select().from(outbox)).filter((mail) => !mail.failed_at)
    expect(mails.filter(({ kind }) => kind !== 'link')).toHaveLength(7)
    // One of them would have gone to each of the nine addresses.
    expect(mails.filter(({ kind }) => kind === 'link')).toHaveLength(3)
    expect((await row(id)).status).toBe('pending')
  })
})

test('several applications of one address get one mail, with a link each', async () => {
  const first = await apply()
  const second = await apply({ job_id: await w.newJob({ title: 'Miller' }) })
  await w.db.delete(outbox)
  await ask('mira@example.org')
  work()
  await arrived(1)
  const tokens = tokensIn(server.received[0])
  expect(tokens).toHaveLength(2)
  const found = []
  for (const token of tokens)
    found.push((await w.visitor.get(`/candidate/${token}`)).body.job_title)
  expect(found.sort()).toEqual(['Baker', 'Miller'])
  expect([await reads(first.token), await reads(second.token)]).toEqual([404, 404])
})

test('a mail with several links goes with the first of its applications that is deleted', async () => {
  const { id } = await apply()
  await apply({ job_id: await w.newJob({ title: 'Miller' }) })
  await w.db.delete(outbox)
  await ask('mira@example.org')
  expect(await w.db.$count(outbox)).toBe(1)
  await w.db.delete(applications).where(eq(applications.id, id))
  expect(await w.db.$count(outbox)).toBe(0)
})

describe('after a changed address', () => {
  async function changed() {
    const { id, token } = await apply()
    await w.db.delete(outbox)
    await w.visitor.send('PUT', `/candidate/${token}`, { email: 'new@example.org' })
    work()
    await arrived(1)
    const [confirmation = ''] = tokensIn(server.received[0])
    await w.visitor.send('POST', `/candidate/confirm/${confirmation}`)
    await arrived(2)
    const told = server.received[1] ?? ''
    const [back = ''] = tokensIn(told)
    return { id, token, told, back }
  }

  test('the earlier address takes it back for three days, which ends all links', async () => {
    const { id, token, told, back } = await changed()
    expect(header(told, 'To')).toBe('mira@example.org')
    expect(unfolded(told)).toContain('This wasn')
    expect((await w.visitor.get(`/candidate/confirm/${back}`)).body).toMatchObject({
      kind: 'restore_email',
      email: 'mira@example.org',
    })
    await w.visitor.send('PUT', `/candidate/${token}`, { email: 'third@example.org' })
    await arrived(3)
    expect((await w.visitor.send('POST', `/candidate/confirm/${back}`)).status).toBe(200)
    expect((await row(id)).email).toBe('mira@example.org')
    expect(await reads(token)).toBe(404)
    expect(await w.db.$count(candidateRequests)).toBe(0)
    await arrived(4)
    const [fresh = ''] = tokensIn(
      server.received.find((one) => /The link to/.test(header(one, 'Subject') ?? '')),
    )
    expect(await reads(fresh)).toBe(200)
    expect((await w.visitor.send('POST', `/candidate/confirm/${back}`)).status).toBe(404)
  })

  test('an erasure is confirmed at the earlier address for three days, also after another change', async () => {
    const { id, token } = await changed()
    await w.visitor.send('PUT', `/candidate/${token}`, { email: 'third@example.org' })
    await arrived(3)
    const [again = ''] = tokensIn(server.received[2])
    await w.visitor.send('POST', `/candidate/confirm/${again}`)
    await arrived(4)
    expect((await row(id)).email).toBe('third@example.org')
    await w.visitor.send('POST', `/candidate/${token}/erase`)
    await arrived(5)
    expect(header(server.received[4] ?? '', 'To')).toBe('mira@example.org')
    await w.db.update(candidateRequests).set({ expires_at: '2020-01-01T00:00:00.000Z' })
    await w.visitor.send('POST', `/candidate/${token}/erase`)
    await arrived(6)
    expect(header(server.received[5] ?? '', 'To')).toBe('third@example.org')
  })

  test('a change by staff ends all links, tells the earlier address, and the new one gets none', async () => {
    const { id, token } = await apply()
    await w.db.delete(outbox)
    const rita = await w.as('rita')
    const put = (email: string) => rita.send('PUT', `/applications/${id}`, { email })
    expect((await put('rita@evil.example')).status).toBe(200)
    expect(await reads(token)).toBe(404)
    await ask('rita@evil.example')
    // Applying again for the same job would mail the link of the first application.
    await apply({ email: 'rita@evil.example' })
    const mail = { subject: 'Thank you', body: '<p>We read it.</p>', reply_to: 'me' }
    await rita.send('POST', `/applications/${id}/email`, mail)
    const about = (await w.db.select().from(outbox)).filter((one) => one.application_id === id)
    expect(about.map(({ to_address }) => to_address)).toEqual([
      'mira@example.org',
      'rita@evil.example',
    ])
    for (const { text } of about) expect(text).not.toContain('/application/')
    expect((await put('mira@example.org')).status).toBe(200)
    await w.db.delete(outbox)
    await ask('mira@example.org')
    expect(await w.db.$count(outbox, eq(outbox.kind, 'link'))).toBe(1)
  })
})

test('a message from staff arrives once, with a link to the conversation that can be answered', async () => {
  const { id } = await apply()
  await w.db.delete(outbox)
  const rita = await w.as('rita')
  await rita.send('POST', `/applications/${id}/messages`, { text: 'Could you start in May?' })
  await rita.send('POST', `/applications/${id}/messages`, { text: 'Or in June?' })
  work()
  await arrived(1)
  const [mail = ''] = server.received
  expect(header(mail, 'Subject')).toBe('You have a message about your application for Baker')
  expect(unfolded(mail)).not.toMatch(/May|June/)
  const [token = ''] = tokensIn(mail)
  const at = `/candidate/${token}/messages`
  expect((await w.visitor.get(at)).body).toHaveLength(2)
  expect((await w.visitor.send('POST', at, { text: 'In May.' })).status).toBe(201)
  expect((await rita.get(`/applications/${id}/messages`)).body).toMatchObject([
    { from: 'staff', mail_state: 'sent', read_at: expect.any(String) },
    { from: 'staff', mail_state: 'sent', read_at: expect.any(String) },
    { from: 'candidate', text: 'In May.' },
  ])
  // Rita wrote last, so she is told.
  await arrived(2)
  expect(header(server.received[1] ?? '', 'To')).toContain('rita@example.com')
})
