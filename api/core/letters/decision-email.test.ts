import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications, outbox } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { placeholderError, unknownPlaceholders } from '../templates/contract.ts'
import { checkedText, decisionEmail, queueDecisionEmail } from './decision-email.ts'

const mira = {
  id: 18,
  reference: 'K7M3QX',
  first_name: 'Mira',
  last_name: 'Brook',
  email: 'mira@example.org',
  job_title: 'Baker',
  language: null,
}
const frame = {
  base: 'https://bread.test',
  from: 'Jobs <jobs@bread.test>',
  reply_to: 'me' as const,
  sender: { id: 3, name: 'Rita Reviewer', email: 'rita@bread.test' },
  site: { site_name: 'Bread & Sons', site_language: 'en', site_languages: '' },
}
const text = checkedText({
  subject: 'Your application for {job_title} ({reference})',
  body: '<p>Dear {first_name} {last_name},</p><p>see our <a href="/page/about">story</a>.</p><p>{sender_name}, {site_name}</p>',
})

test('decisionEmail fills in subject, text, HTML and the body that is kept', () => {
  const mail = decisionEmail(mira, text, frame)
  expect(mail).toMatchObject({
    kind: 'answer',
    application_id: 18,
    to_address: 'mira@example.org',
    to_name: 'Mira Brook',
    subject: 'Your application for Baker (K7M3QX)',
    sender_id: 3,
    sender_name: 'Rita Reviewer',
    reply_to: 'rita@bread.test',
    tells: null,
    held_until: null,
    body: '<p>Dear Mira Brook,</p><p>see our <a href="https://bread.test/page/about" rel="noopener noreferrer">story</a>.</p><p>Rita Reviewer, Bread &amp; Sons</p>',
  })
  expect(mail.text).toBe(`Dear Mira Brook,

see our story (https://bread.test/page/about).

Rita Reviewer, Bread & Sons

See your application:

https://bread.test/application/\u0002

-- 
Bread & Sons
You're receiving this because you applied to Bread & Sons.`)
  expect(mail.html).toContain('Dear Mira Brook,')
  expect(decisionEmail(mira, text, { ...frame, reply_to: 'shared' }).reply_to).toBeNull()
})

test('a name injects neither markup, nor headers, nor placeholders', () => {
  const hostile = {
    ...mira,
    first_name: '<img src=x onerror=alert(1)>\r\nBcc: all@evil.example',
    last_name: '{sender_name} "&amp;',
  }
  const mail = decisionEmail(hostile, { ...text, subject: '{first_name} {last_name}' }, frame)
  expect(mail.subject).toBe(
    '<img src=x onerror=alert(1)> Bcc: all@evil.example {sender_name} "&amp;',
  )
  for (const html of [mail.html, mail.body]) {
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('{sender_name} &quot;&amp;amp;')
  }
})

test('a right-to-left name is isolated in subject and text', () => {
  const mail = decisionEmail({ ...mira, first_name: 'مريم' }, text, frame)
  expect(mail.text).toContain('Dear \u2068مريم\u2069 Brook')
  expect(mail.body).toContain('Dear مريم Brook')
})

test.each([
  ['{salary}', /^\{salary\} is not a placeholder. Use \{first_name\}, .* or \{reference\}\.$/],
  ['{first name}', /^\{first name\} is not a placeholder/],
  ['{{first_name}}', /^\{\{first_name\}\} is not a placeholder/],
  ['{}', /^\{\} is not a placeholder/],
  ['&#123;salary&#125;', /^\{salary\} is not/],
  ['{first_<strong>name</strong>}', /^Part of \{first_name\} is formatted differently/],
  ['<a href="https://x.test/{reference}">x</a>', /^A link can’t contain a placeholder/],
])('checkedText refuses %s in the body', (body, sentence) => {
  expect(() => checkedText({ subject: 'Hello', body: `<p>${body}</p>` })).toThrow(sentence)
})

test('checkedText refuses an unknown placeholder in the subject', () => {
  expect(() => checkedText({ subject: '{job}', body: '<p>x</p>' })).toThrow('{job} is not')
})

test('braces that enclose nothing are text', () => {
  expect(unknownPlaceholders('a { b { first_name } c')).toEqual(['{ first_name }'])
  expect(placeholderError('} 1 { {first_name}')).toBeUndefined()
})

test('queueDecisionEmail queues for an application that exists and meets the condition', async () => {
  const { db, newJob, newApplication, remove } = await world()
  try {
    const job = await newJob({})
    const id = await newApplication(job)
    const mail = (to: number) => decisionEmail({ ...mira, id: to }, text, frame)
    const sender = { ...frame.sender, id: 1 }
    const queued = decisionEmail({ ...mira, id }, text, { ...frame, sender })
    const [[first], none, untrue] = await db.batch([
      queueDecisionEmail(db, queued, eq(applications.status, 'pending')),
      queueDecisionEmail(db, mail(id + 1)),
      queueDecisionEmail(db, mail(id), eq(applications.status, 'rejected')),
    ])
    expect([none, untrue]).toEqual([[], []])
    expect(await db.select().from(outbox)).toMatchObject([{ ...queued, id: first?.id }])
  } finally {
    await remove()
  }
})
