import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import {
  applications,
  auditEvents,
  candidateLinks,
  hiringTeams,
  jobs,
  messages,
  outbox,
  settings,
  users,
} from '#db/schema.ts'
import { deliver } from '#scripts/testing/fixtures/deliver.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world({ publicUrl: 'https://bread.test' })
const token = 'x'.repeat(43)
let rita: Person
let job: number
let id: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(settings)
  await w.db.delete(candidateLinks)
  rita = await w.as('rita')
  job = await w.newJob({ title: 'Baker' })
  id = await w.newApplication(job, { first_name: 'Cleo', last_name: 'Marsh' })
  await insertLink(w.db, hashToken(token), id)
})

const json = (text: unknown, key?: string) => ({
  method: 'POST',
  body: JSON.stringify({ text }),
  headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
})
const write = async (text: unknown, { as = rita, key }: { as?: Person; key?: string } = {}) =>
  w.read(await as.raw(`/applications/${id}/messages`, json(text, key)))
const reply = async (text: unknown, key?: string) =>
  w.read(await w.visitor.raw(`/candidate/${token}/messages`, json(text, key)))
const conversation = async (query = '') =>
  (await rita.get(`/applications/${id}/messages${query}`)).body
const asCandidate = async () => (await w.visitor.get(`/candidate/${token}/messages`)).body
const application = async () =>
  (await w.db.select().from(applications).where(eq(applications.id, id)))[0]!
const mails = () => w.db.select().from(outbox)
const set = (key: string, value: string) =>
  w.db.insert(settings).values({ key, value, category: 'candidates' })
const change = (values: Partial<typeof applications.$inferInsert>) =>
  w.db.update(applications).set(values).where(eq(applications.id, id))
/** As if all that was written so far had been long ago. */
const anHourLater = async () => {
  const earlier = '2020-01-01T00:00:00.000Z'
  await w.db.update(messages).set({ created_at: earlier })
  await w.db.update(outbox).set({ created_at: earlier })
}
const choose = (name: Name, values: Partial<typeof users.$inferInsert>) =>
  w.db
    .update(users)
    .set(values)
    .where(eq(users.email, emailOf(name)))
const userId = async (name: Name) =>
  (
    await w.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!.id

describe('a message from staff', () => {
  test('is stored with a mail that does not contain it, and closes the due date', async () => {
    const { status, body } = await write('  Could you start in May?\r\nOr June?  ')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      from: 'staff',
      author_name: 'Rita Reviewer',
      text: 'Could you start in May?\nOr June?',
      read_at: null,
      mail_state: 'waiting',
    })
    expect((await application()).answered_at).not.toBeNull()
    const [mail, ...more] = await deliver(w.db)
    expect(more).toEqual([])
    expect(mail?.to).toBe('mira@example.org')
    expect(mail?.subject).toBe('You have a message about your application for Baker')
    expect(mail?.text).not.toContain('May')
    expect(mail?.html).not.toContain('May')
    expect(await conversation()).toMatchObject([{ id: body.id, mail_state: 'sent' }])
    const [, link = ''] = /application\/([\w-]{43})/.exec(mail?.text ?? '') ?? []
    expect((await w.visitor.get(`/candidate/${link}/messages`)).body).toEqual([
      {
        id: body.id,
        from: 'staff',
        author_name: 'Rita Reviewer',
        text: body.text,
        is_withdrawn: false,
        created_at: body.created_at,
      },
    ])
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    expect(events.map(({ action }) => action)).toContain('message.sent')
  })

  test('is in the mail if the setting says so, also after another', async () => {
    await set('message_mail_text', 'true')
    await write('Could you start in May?\n\nOr <June>?')
    await write('We pay the train.')
    const sent = await deliver(w.db)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.text).toContain('Could you start in May?\n\nOr <June>?')
    expect(sent[0]?.html).toContain('Or &lt;June&gt;?')
    expect(sent[1]?.text).toContain('We pay the train.')
    expect(sent[1]?.text).toContain('https://bread.test/application/')
  })

  test('has no other mail while the one before is recent and unread', async () => {
    await write('One')
    await write('Two')
    const [one, two] = await conversation()
    expect(await mails()).toHaveLength(1)
    expect([one.mail_state, two.mail_state]).toEqual(['waiting', 'waiting'])
    await asCandidate()
    await write('Three')
    expect(await mails()).toHaveLength(2)
    await anHourLater()
    await write('Four')
    expect(await mails()).toHaveLength(3)
  })

  test('is mailed again after a mail that failed', async () => {
    await write('One')
    await w.db.update(outbox).set({ failed_at: '2020-01-01T00:00:00.000Z' })
    expect((await conversation())[0].mail_state).toBe('failed')
    await write('Two')
    expect(await mails()).toHaveLength(2)
  })

  test('is stored and mailed once for one key; another text with it is another message', async () => {
    await set('message_mail_text', 'true')
    const [first, again] = await Promise.all([
      write('One', { key: 'a' }),
      write('One', { key: 'a' }),
    ])
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect((await write('One, mended', { key: 'a' })).body.id).not.toBe(first.body.id)
    // Another person's key is another key.
    await write('One', { key: 'a', as: await w.as('ada') })
    expect(await conversation()).toHaveLength(3)
    expect(await mails()).toHaveLength(3)
    await write('One')
    await write('One')
    expect(await conversation()).toHaveLength(5)
  })

  test('goes to an address that staff entered with its text and without a link', async () => {
    await change({ email: 'other@example.org', given_email: 'mira@example.org' })
    await write('Could you start in May?')
    const [mail] = await deliver(w.db)
    expect(mail?.to).toBe('other@example.org')
    expect(mail?.text).toContain('Could you start in May?')
    expect(mail?.text).not.toContain('/application/')
    expect(mail?.text).not.toContain('private page')
  })

  test('follows the candidate to a new address', async () => {
    await write('One')
    const asked = await w.visitor.send('PUT', `/candidate/${token}`, { email: 'new@example.org' })
    expect(asked.status).toBe(200)
    await w.db.run(sql`update outbox set next_try_at = '2100-01-01' where kind = 'message'`)
    const [confirmation] = await deliver(w.db)
    const [, link = ''] = /confirm\/([\w-]{43})/.exec(confirmation?.text ?? '') ?? []
    expect((await w.visitor.send('POST', `/candidate/confirm/${link}`)).status).toBe(200)
    await w.db.run(sql`update outbox set next_try_at = created_at where kind = 'message'`)
    const message = (await deliver(w.db)).find(({ subject }) => subject.includes('message'))
    expect(message?.to).toBe('new@example.org')
  })

  test('has the words that staff gave the automatic email', async () => {
    const sam = await w.as('sam')
    await sam.send('PUT', '/templates/automatic/message', {
      subject: 'News about {job_title}',
      body: '<p>{greeting}</p><p>We wrote.</p>',
    })
    await write('One')
    const [mail] = await deliver(w.db)
    expect(mail?.subject).toBe('News about Baker')
    expect(mail?.text).toContain('We wrote.')
    await sam.send('DELETE', '/templates/automatic/message')
  })

  test.each([
    ['', 'Write a message'],
    ['\u2800 ', 'Write a message'],
    [7, 'Must be text'],
    ['a\u0000b', 'Contains characters that cannot be shown'],
    ['a\u202eb', 'Contains characters that cannot be shown'],
    ['x'.repeat(5001), 'Must be at most 5000 characters'],
  ])('%j is refused', async (text, message) => {
    const { status, body } = await write(text)
    expect([status, body.details]).toEqual([400, [{ path: ['text'], message }]])
    expect(await mails()).toEqual([])
  })

  // A refusal that nobody waits for would end the process.
  test('to no application is a 404, however often', async () => {
    for (let n = 0; n < 61; n++) {
      const { status } = await rita.send('POST', '/applications/0/messages', { text: 'Hello' })
      expect(status).toBe(404)
    }
  })

  test('is refused after 30 in a day, and nothing is stored or answered', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({
      application_id: id,
      author_name: 'Rita Reviewer',
      text: 'Hello',
      idempotency_key: `k${at}`,
    }))
    await w.db.insert(messages).values(rows)
    const { status, headers, body } = await write('One more')
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
    expect(body.error).toMatch(/many messages today/)
    expect([await mails(), (await application()).answered_at]).toEqual([[], null])
    await anHourLater()
    expect((await write('One more')).status).toBe(201)
  })

  test('reaches those who withdrew, were told, are on hold, or applied for a deleted job', async () => {
    await change({ withdrawn_at: '2020-01-01T00:00:00.000Z', legal_hold: 'A claim' })
    await w.db.update(jobs).set({ deleted_at: '2020-01-01T00:00:00.000Z' })
    expect((await write('Thank you anyway')).status).toBe(201)
    expect((await reply('Thanks')).status).toBe(201)
  })

  test('keeps its author’s name once the account is deleted', async () => {
    await write('One')
    await w.db.delete(users).where(eq(users.email, emailOf('rita')))
    const ada = await w.as('ada')
    const { body } = await ada.get(`/applications/${id}/messages`)
    expect(body).toMatchObject([{ from: 'staff', author_id: null, author_name: 'Rita Reviewer' }])
  })
})

describe('a message from the candidate', () => {
  test('is read in parts, from the latest back', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => ({
      application_id: id,
      author_name: 'Rita Reviewer',
      text: `Message ${at}`,
      idempotency_key: `k${at}`,
    }))
    await w.db.insert(messages).values(rows)
    const part = async (query: string) =>
      (await w.visitor.get(`/candidate/${token}/messages?${query}`)).body
    const latest = await part('limit=3')
    expect(latest).toMatchObject([4, 5, 6].map((at) => ({ text: `Message ${at}` })))
    const earlier = await part(`limit=3&before=${latest[0].id}`)
    expect(earlier).toMatchObject([1, 2, 3].map((at) => ({ text: `Message ${at}` })))
    expect(await part(`before=${earlier[0].id}`)).toMatchObject([{ text: 'Message 0' }])
    expect((await w.visitor.get(`/candidate/${token}/messages?limit=501`)).status).toBe(400)
  })

  test('is unread until any reviewer opens the conversation', async () => {
    const { status, body } = await reply('  Yes, in May.  ')
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        from: 'candidate',
        author_name: null,
        text: 'Yes, in May.',
        is_withdrawn: false,
        created_at: expect.any(String),
      },
    ])
    const ada = await w.as('ada')
    const listed = async (query = '') => (await ada.get(`/applications${query}`)).body
    expect(await listed()).toMatchObject([{ id, unread_messages: 1 }])
    expect(await listed('?unread_messages=true')).toMatchObject([{ id }])
    const detail = async () => (await ada.get(`/applications/${id}`)).body
    expect(await detail()).toMatchObject({ unread_messages: 1 })
    const bell = async () =>
      (await ada.get('/notifications')).body.notifications.filter(
        ({ kind }: { kind: string }) => kind === 'message',
      )
    expect(await bell()).toMatchObject([
      { id: body.id, application_id: id, applicant: 'Cleo Marsh', text: 'Yes, in May.' },
    ])
    await conversation('?prefetch=true')
    expect(await listed('?unread_messages=true')).toHaveLength(1)
    expect(await conversation()).toMatchObject([{ from: 'candidate', read_at: null }])
    expect((await conversation())[0].read_at).not.toBeNull()
    expect(await listed('?unread_messages=true')).toEqual([])
    expect(await listed()).toMatchObject([{ id, unread_messages: 0 }])
    expect(await detail()).toMatchObject({ unread_messages: 0 })
    expect(await bell()).toEqual([])
    expect((await listed('?unread_messages=no')).error).toBeDefined()
  })

  test('shows the bell its last message only, of each candidate', async () => {
    await reply('One')
    await reply('Two')
    const { body } = await rita.get('/notifications')
    const found = body.notifications.filter(({ kind }: { kind: string }) => kind === 'message')
    expect(found).toMatchObject([{ text: 'Two' }])
  })

  test('does not close the due date, nor read what staff wrote', async () => {
    await reply('When?')
    expect((await application()).answered_at).toBeNull()
    await write('Soon.')
    await reply('Thanks')
    expect((await conversation())[1]).toMatchObject({ text: 'Soon.', read_at: null })
    await asCandidate()
    expect((await conversation())[1].read_at).not.toBeNull()
  })

  test('tells who asked for it, the owners, who wrote last, and the shared address', async () => {
    await set('notify_email', 'office@example.com')
    await choose('ada', { notify_messages: true })
    // Not permitted to review.
    await choose('pam', { notify_messages: true })
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: await userId('mo'), owner: true })
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: await userId('uma') })
    await write('Could you start in May?')
    await deliver(w.db)
    await reply('Yes. See https://evil.test/x now')
    const sent = await deliver(w.db)
    expect(sent.map(({ to }) => to).sort()).toEqual([
      'ada@example.com',
      'mo@example.com',
      'office@example.com',
      'rita@example.com',
    ])
    expect(sent[0]?.subject).toBe('New message: Baker, Cleo Marsh')
    expect(sent[0]?.text).toContain(
      `https://bread.test/backoffice/applications/${id}?tab=conversation`,
    )
    expect(sent[0]?.text).toContain('Message: Yes. See https:\u200b//evil.\u200btest/x now')
    // Not again while nobody has opened the first.
    await reply('And I have a van')
    expect(await deliver(w.db)).toEqual([])
    await conversation()
    await reply('A red one')
    expect(await deliver(w.db)).toHaveLength(4)
  })

  test('goes to a member of the team who asked, and to nobody of another job', async () => {
    await choose('mo', { notify_messages: true })
    const other = await w.newJob()
    await w.db.insert(hiringTeams).values({ job_id: other, user_id: await userId('mo') })
    await reply('Hello')
    expect(await deliver(w.db)).toEqual([])
    await conversation()
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: await userId('mo') })
    await reply('Hello again')
    expect((await deliver(w.db)).map(({ to }) => to)).toEqual(['mo@example.com'])
  })

  test('is stored once for one key, with one notice', async () => {
    await choose('ada', { notify_messages: true })
    const [first, again] = await Promise.all([reply('One', 'a'), reply('One', 'a')])
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(await conversation('?prefetch=true')).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
    expect((await reply('Two', 'a')).body.id).not.toBe(first.body.id)
  })

  test.each([
    ['', 'Please write a message.'],
    ['x'.repeat(2001), 'Must be at most 2,000 characters'],
    ['a\u202eb', expect.any(String)],
  ])('%j is refused with a sentence', async (text, message) => {
    const { status, body } = await reply(text)
    expect([status, body.details]).toEqual([400, [{ path: ['text'], message }]])
  })

  test('of 2,000 emoji fits into a request', async () => {
    expect((await reply('🥖'.repeat(2000))).status).toBe(201)
  })

  test('is refused after 20 in a day', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      application_id: id,
      text: 'Hello',
      idempotency_key: `k${at}`,
    }))
    await w.db.insert(messages).values(rows)
    const { status, body } = await reply('One more')
    expect([status, body.error]).toEqual([429, expect.stringMatching(/in one day/)])
    expect(await conversation('?prefetch=true')).toHaveLength(20)
  })

  test('from another website, or with a link that is over, is refused', async () => {
    const foreign = await w.visitor.raw(`/candidate/${token}/messages`, {
      ...json('Hi'),
      headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
    })
    expect(foreign.status).toBe(403)
    await w.db.delete(candidateLinks)
    expect((await reply('Hi')).status).toBe(404)
    expect((await w.visitor.get(`/candidate/${token}/messages`)).status).toBe(404)
    expect(await conversation()).toEqual([])
  })
})

describe('the conversation', () => {
  test('of another application stays there', async () => {
    await write('One')
    const other = await w.newApplication(job)
    expect((await rita.get(`/applications/${other}/messages`)).body).toEqual([])
    await insertLink(w.db, hashToken('y'.repeat(43)), other)
    expect((await w.visitor.get(`/candidate/${'y'.repeat(43)}/messages`)).body).toEqual([])
    expect((await rita.get('/applications/987654/messages')).status).toBe(404)
    expect((await rita.send('POST', '/applications/987654/messages', { text: 'x' })).status).toBe(
      404,
    )
  })

  test('is in both exports, and erased with the application', async () => {
    await write('Could you start in May?')
    await reply('Yes, in May.')
    for (const response of [
      await w.visitor.raw(`/candidate/${token}/export`),
      await rita.raw(`/applications/${id}/person.zip`),
    ]) {
      const archive = Buffer.from(await response.arrayBuffer()).toString('latin1')
      expect(archive).toContain('messages.json')
    }
    await rita.send('DELETE', `/applications/${id}`)
    expect(await w.db.$count(messages)).toBe(0)
    expect(await mails()).toEqual([])
  })

  test('stays while the application is on legal hold', async () => {
    await write('One')
    await change({ legal_hold: 'A claim' })
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(409)
    expect(await conversation()).toHaveLength(1)
  })

  test('shows the latest 500', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => ({
      application_id: id,
      text: `Message ${at}`,
      idempotency_key: `k${at}`,
    }))
    await w.db.insert(messages).values(rows)
    const all = await conversation()
    expect([all.length, all[0].text, all[499].text]).toEqual([500, 'Message 1', 'Message 500'])
  })
})
