import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Answer } from '#db/enums.ts'
import { hiringTeams, settings, outbox as table, users } from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { emailOf, type Name } from '#scripts/testing/world.ts'
import { dayIn } from '../calendar/contract/dates.ts'
import { longDate } from '../words/contract/dates.ts'
import { confirmation, notices } from './receipt-mail.ts'

const bread = {
  answer_within_days: '2',
  site_name: 'Bread',
  site_time_zone: 'UTC',
  notify_email: '',
  site_language: 'en',
  site_languages: '',
}

const base = 'https://bread.test'

const harness = setUpOutbox()
const tooMany =
  'Not sent: this address has already had as many automatic emails as it may get within 24 hours'

/** A setting, for one test. */
async function set(key: string, value: string) {
  const { db } = harness.world()
  const values = { key, value, category: 'contact', is_public: true }
  await db.insert(settings).values(values)
  harness.after(() => db.delete(settings).where(eq(settings.key, key)))
}

/** What arrives when someone applies, by its recipient. */
async function arrived(changes = {}) {
  const server = await mailServer()
  harness.after(server.close)
  const { body } = await harness.apply(changes)
  harness.worker(server)
  await harness.allBecome({ sent_at: expect.any(String) })
  const to = (address: string) =>
    server.received.find((message) => header(message, 'To')?.includes(address)) ?? ''
  return { body, received: server.received, to }
}

test('the applicant gets a reference, the day and what happens next', async () => {
  const { body, received } = await arrived()
  expect(received).toHaveLength(1)
  const message = unfolded(received[0] ?? '')
  expect(header(message, 'To')).toBe('mira@example.org')
  // Once in the text, once in the HTML.
  for (const part of [
    body.reference,
    'Keeper of the Lock',
    'What happens next?',
    '1-2 business days',
    String(new Date().getUTCFullYear()),
    'Dear Mira',
  ])
    expect(message.split(part).length).toBeGreaterThan(2)
})

test('a receipt repeats neither words nor links nor a display name of the sender', async () => {
  const letter = `<p>Cheap pills at <a href="https://evil.example/x">evil.example</a>. ${'Buy now. '.repeat(60)}</p>`
  const { received } = await arrived({
    first_name: 'Prize: www.evil.example',
    last_name: 'call +1 900 555 0199',
    phone: '+1 900 555 0199',
    motivation_letter: letter,
    resume: resumeFile('mira.pdf', 'evil.example.pdf'),
  })
  const message = unfolded(received[0] ?? '')
  expect(header(message, 'To')).toBe('mira@example.org')
  expect(message).not.toMatch(/evil|pills|Prize|900 555|Buy now/i)
  const links = [...message.matchAll(/href=3D"([^"]*)"/g)].map(([, url]) => url)
  expect(links).toEqual([
    expect.stringMatching(/^http:\/\/localhost:4321\/application\/[\w-]{43}$/),
  ])
  expect(message).toContain('Hello,')
})

test.each([
  ['Mira Østergård-Nguyễn', true],
  ["Sinéad O'Brien Jr.", true],
  ['J. R. R. Tolkien', true],
  ['فاطمة بنعلي', true],
  ['Mary (Molly) Brown', true],
  ['Anna Müller, Ph.D.', true],
  ['Mira evil.example', false],
  ['Mira http://evil', false],
  ['Mira evil。example', false],
  ['Mira joe@evil', false],
  ['Mira 900 555 0199', false],
  ['- -', false],
])('the name %s is repeated: %s', (name, repeated) => {
  const [first_name = '', ...rest] = name.split(' ')
  const names = { first_name, last_name: rest.join(' ') }
  const about = { job_title: 'Baker', language: null, email: 'a@b.c', answers: [], ...names }
  const { text, html } = confirmation(about, bread, 'x@y.z', base)
  expect(text.includes(`Dear ${name},`)).toBe(repeated)
  expect([text.includes('evil'), html.includes('evil'), text.includes('555')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a name with a degree and answers with dots are repeated word for word', () => {
  const values = ['1.10.2026', 'Node.js', 'B.Sc.', '8.0.1']
  const answers = values.map(
    (value, at): Answer => ({
      question_id: at + 1,
      kind: 'short_text',
      label: `Question ${at + 1}`,
      value,
    }),
  )
  const about = {
    job_title: 'Baker',
    language: null,
    email: 'a@b.c',
    first_name: 'Anna',
    last_name: 'Müller, M.Sc.',
    answers,
  }
  const frame = { site: 'Bread', base, from: 'x@y.z', answer_by: '2026-11-27' }
  const [staff] = notices(about, [], { ...frame, notify_email: 'desk@example.org' })
  const receipt = confirmation(about, bread, 'x@y.z', base)
  expect(receipt.text.replaceAll('\u200b', '')).toContain('Dear Anna Müller, M.Sc.,')
  expect(staff?.notice.subject.replaceAll('\u200b', '')).toContain('Anna Müller, M.Sc.')
  for (const { text } of [receipt, staff!.notice]) {
    expect(text).toContain('Question 1: 1.10.2026\nQuestion 2: Node.js\n')
    expect(text.replaceAll('\u200b', '')).toContain('Question 3: B.Sc.\nQuestion 4: 8.0.1\n')
    expect(text).not.toMatch(/[BM]\.Sc/)
  }
})

test('the day is that of the time zone of the site', () => {
  const about = {
    job_title: 'Baker',
    language: null,
    email: 'a@b.c',
    answers: [],
    first_name: '',
    last_name: '',
  }
  // 25 hours apart: never on the same day.
  for (const site_time_zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    const { text } = confirmation(about, { ...bread, site_time_zone }, 'x@y.z', base)
    expect(text).toContain(longDate(new Date(dayIn(site_time_zone)), 'en-GB'))
  }
})

test('a mailbox gets seven receipts a day; further applications are accepted, and say why they have none', async () => {
  const spellings = [
    'mira@example.org',
    'MIRA@example.org',
    'Mira+1@Example.org',
    'mira+x+y@example.org',
  ]
  const responses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => harness.apply({ email: spellings[n % 4] })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(14).fill(201))
  expect((await harness.apply({ email: 'other@example.org' })).status).toBe(201)
  const server = await mailServer()
  harness.after(server.close)
  const mails = await harness.mails()
  const refused = mails.filter(({ failed_at }) => failed_at)
  expect(mails).toHaveLength(15)
  expect(refused).toHaveLength(7)
  for (const mail of refused)
    expect(mail).toMatchObject({ text: '', html: '', attempts: 0, last_error: tooMany })
  harness.worker(server)
  await expect.poll(() => server.received.length).toBe(8)
  const rita = await harness.world().as('rita')
  const [first] = refused
  const { body } = await rita.get(`/applications/${first!.application_id}`)
  expect(body.receipt_error).toBe(tooMany)
  const sent = mails.find(({ failed_at }) => !failed_at)!
  expect((await rita.get(`/applications/${sent.application_id}`)).body.receipt_error).toBeNull()
  const ada = await harness.world().as('ada')
  expect((await ada.get('/outbox?state=failed')).body[0]).toMatchObject({ last_error: tooMany })
  expect((await ada.send('POST', `/outbox/${first!.id}/retry`)).status).toBe(409)
  await harness
    .world()
    .db.update(table)
    .set({ created_at: new Date(0).toISOString() })
  expect((await harness.apply()).status).toBe(201)
  await expect.poll(() => server.received.length).toBe(9)
})

test('a receipt has Auto-Submitted and no Reply-To by default', async () => {
  const [message = ''] = (await arrived()).received
  expect(header(message, 'Auto-Submitted')).toBe('auto-generated')
  expect(header(message, 'Reply-To')).toBeUndefined()
  expect(unfolded(message)).not.toContain('Just reply')
})

test('an answer goes to notify_email if it is set', async () => {
  await set('notify_email', 'desk@example.org')
  const message = (await arrived()).to('mira@example.org')
  expect(header(message, 'Reply-To')).toBe('desk@example.org')
  expect(unfolded(message)).toContain('Just reply to this email')
})

test('contact_email receives neither notices nor answers', async () => {
  await set('contact_email', 'desk@example.org')
  const { received } = await arrived()
  expect(received).toHaveLength(1)
  expect(header(received[0] ?? '', 'Reply-To')).toBeUndefined()
  expect(unfolded(received[0] ?? '')).not.toContain('Just reply')
})

test('the company is told as well when it has an address for that, without the letter', async () => {
  await set('notify_email', 'desk@example.org')
  await set('public_url', 'https://jobs.example.org/')
  const { body, received, to } = await arrived()
  expect(received).toHaveLength(2)
  const told = unfolded(to('desk@example.org'))
  expect(told).toContain(
    `https://jobs.example.org/backoffice/applications/${await harness.world().idOf({ body })}`,
  )
  expect(told).toContain('Keeper of the Lock')
  expect(told).not.toContain('I bake bread')
  expect(header(told, 'Reply-To')).toBeUndefined()
})

test('the notice says by which day an answer is due, as the record does', async () => {
  const { db, as } = harness.world()
  await set('notify_email', 'desk@example.org')
  await set('answer_within_days', '7')
  const rita = await as('rita')
  // 25 hours apart: never on the same day.
  for (const [zone, address] of [
    ['Pacific/Pago_Pago', 'mira@example.org'],
    ['Pacific/Kiritimati', 'dan@example.org'],
  ] as const) {
    await db.delete(settings).where(eq(settings.key, 'site_time_zone'))
    await set('site_time_zone', zone)
    const id = await harness.world().idOf(await harness.apply({ email: address }))
    const { answer_by } = (await rita.get(`/applications/${id}`)).body
    const mails = await harness.mails()
    const notice = mails.find(
      ({ kind, application_id }) => kind === 'notice' && application_id === id,
    )
    const day = longDate(new Date(answer_by), 'en-GB')
    expect(notice?.text).toMatch(new RegExp(`Answer by\\W+${day}`))
    expect(notice?.html).toContain(day)
  }
})

test('a right-to-left name does not reorder the subject', async () => {
  await set('notify_email', 'desk@example.org')
  await harness.apply({ first_name: 'فاطمة', last_name: 'بنعلي' })
  await harness.apply({ email: 'dan@example.org' })
  const subjects = (await harness.mails()).map(({ subject }) => subject)
  expect(subjects).toContain('New application: Keeper of the Lock, \u2068فاطمة بنعلي\u2069')
  expect(subjects.join().match(/[\u2068\u2069]/g)).toHaveLength(2)
})

test('nothing that an applicant types becomes a header or markup', async () => {
  await set('notify_email', 'desk@example.org')
  const { received } = await arrived({ first_name: 'Mira <b>', last_name: '"x", evil@example.org' })
  expect(received).toHaveLength(2)
  for (const message of received) {
    expect(message.match(/^To:.*$/gim)).toHaveLength(1)
    expect(header(message, 'To')).toMatch(/^(mira|desk)@example\.org$/)
    expect(unfolded(message)).not.toMatch(/<td[^>]*>Mira <b>/)
  }
})

test('people who asked for notices get them while they may review and are active', async () => {
  const { db } = harness.world()
  const asks = (notify_applications: boolean, ...names: Name[]) =>
    db
      .update(users)
      .set({ notify_applications })
      .where(inArray(users.email, names.map(emailOf)))
  // Ned is inactive, Pam may not review.
  await asks(true, 'ada', 'rita', 'ned', 'pam')
  harness.after(() => asks(false, 'ada', 'rita', 'ned', 'pam'))
  await set('notify_email', emailOf('ada'))
  const { received, to } = await arrived()
  const recipients = received.map((message) => header(message, 'To') ?? '').sort()
  expect(recipients).toEqual(
    [emailOf('ada'), 'mira@example.org', emailOf('rita')].map((address) =>
      expect.stringContaining(address),
    ),
  )
  expect(unfolded(to(emailOf('rita')))).toContain('turn it off in your profile')
  expect(unfolded(to(emailOf('ada')))).toContain('to this address')
})

test('a hiring team is told of the applications for its job: owners, and members who asked', async () => {
  const { db } = harness.world()
  const id = (name: Name) => sql<number>`(select id from users where email = ${emailOf(name)})`
  const [job_id, other] = [await harness.world().newJob(), await harness.world().newJob()]
  // Mo owns the job; Pam asked and is a member; Joe is a member; Uma owns another job.
  await db.insert(hiringTeams).values([
    { job_id, user_id: id('mo'), owner: true },
    { job_id, user_id: id('pam') },
    { job_id, user_id: id('joe') },
    { job_id: other, user_id: id('uma'), owner: true },
  ])
  await db
    .update(users)
    .set({ notify_applications: true })
    .where(
      inArray(
        users.email,
        ['pam', 'uma'].map((name) => emailOf(name as Name)),
      ),
    )
  harness.after(() => db.update(users).set({ notify_applications: false }))
  harness.after(() => db.delete(hiringTeams))
  const { received, to } = await arrived({ job_id })
  const recipients = received.map((message) => header(message, 'To') ?? '').sort()
  expect(recipients).toEqual(
    ['mira@example.org', emailOf('mo'), emailOf('pam')].map((address) =>
      expect.stringContaining(address),
    ),
  )
  expect(unfolded(to(emailOf('mo')))).toContain('you are an owner of this job')
  expect(unfolded(to(emailOf('pam')))).toContain('turn it off in your profile')
})

test('an answer is text of its own: no colon after a question mark, no name of a file', () => {
  const responses: Answer[] = [
    {
      question_id: 1,
      kind: 'short_text',
      label: 'Which city would you work from?',
      value: 'Lisbon',
    },
    { question_id: 2, kind: 'file', label: 'A work sample', value: 'mira.docx' },
    { question_id: 3, kind: 'short_text', label: 'Your website', value: 'see evil.example/x' },
  ]
  const about = {
    job_title: 'Baker',
    language: null,
    email: 'a@b.c',
    first_name: 'Mira',
    last_name: 'B',
    answers: responses,
  }
  const frame = { site: 'Bread', base, from: 'x@y.z', answer_by: '2026-11-27' }
  const [staff] = notices(about, [], { ...frame, notify_email: 'desk@example.org' })
  for (const { text, html } of [confirmation(about, bread, 'x@y.z', base), staff!.notice]) {
    expect(text).toContain('Which city would you work from?\nLisbon\n')
    expect(text).toContain('A work sample: 1 file\n')
    expect(text).toContain('Your website: see evil.\u200bexample/x\n')
    expect(text + html).not.toMatch(/\?:|docx|evil\.example/)
  }
})

test.each([
  'sign in at https://evil.example/x',
  'Mira www.evil.example',
  'evil.example',
  'Mira evil。example',
  'joe@evil.example',
  'http://1.2.3.4/evil',
  'evil 1.2.3.4',
])('a notice to staff has no link from the name %s', (name) => {
  const [first_name = '', ...rest] = name.split(' ')
  const about = {
    job_title: 'Baker',
    language: null,
    email: 'a@b.c',
    answers: [],
    first_name,
    last_name: rest.join(' '),
  }
  const frame = { site: 'Bread', base, from: 'x@y.z', answer_by: '2026-11-27' }
  for (const {
    notice: { subject, text, html },
  } of notices(about, [{ email: 'r@b.c', first_name: 'R', last_name: 'R', asked: true }], {
    ...frame,
    notify_email: 'desk@example.org',
  }))
    for (const part of [subject, text, html]) {
      expect(part.replaceAll('\u200b', '')).toContain(name)
      expect(part).not.toMatch(/:\/\/(?:evil|1)|@evil|evil\.example|evil。example|1\.2\.3\.4/)
    }
})

test('staff get twenty notices an hour, and one email about all other applications', async () => {
  const { db } = harness.world()
  await set('notify_email', 'desk@example.org')
  for (let n = 0; n < 23; n++) await harness.apply({ email: `mira${n}@example.org` })
  const staff = (await harness.mails()).filter((mail) => mail.to_address === 'desk@example.org')
  expect(staff.map(({ kind }) => kind)).toEqual([...Array(20).fill('notice'), 'notice_bundle'])
  const past = new Date(Date.now() - 1000).toISOString()
  const now = new Date().toISOString()
  await db
    .update(table)
    .set({ held_until: now, next_try_at: past })
    .where(eq(table.kind, 'notice_bundle'))
  const server = await mailServer()
  harness.after(server.close)
  harness.worker(server)
  await harness.allBecome({ sent_at: expect.any(String) })
  const bundle = server.received.find((message) => /^More/.test(header(message, 'Subject') ?? ''))
  expect(header(bundle ?? '', 'Subject')).toBe('More new applications: 3')
  expect(unfolded(bundle ?? '')).toContain('New applications: 3')
})
