import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  held,
  list,
  problem,
  requests,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  application,
  job,
  listedApplication,
  publicSettings,
} from '#scripts/testing/components/rows.ts'

const at = '2026-11-20T09:00:00.000Z'
const fromStaff = {
  id: 1,
  application_id: 5,
  from: 'staff' as const,
  author_id: 1,
  author_name: 'Rita Reviewer',
  text: 'Could you start in May?\nOr in June?',
  is_withdrawn: false,
  created_at: at,
  read_at: at as string | null,
  mail_state: 'sent' as 'sent' | 'failed' | null,
}
const fromCandidate = {
  ...fromStaff,
  id: 2,
  from: 'candidate' as const,
  author_id: null,
  author_name: null,
  text: 'Yes. My work: https://аррle.example/x.',
  read_at: null,
  mail_state: null,
}

const section = page.getByRole('region', { name: 'Conversation' })
const field = section.getByRole('textbox', { name: 'Message to Mira' })
const button = section.getByRole('button', { name: 'Send message' })
const entries = section.getByRole('list', { name: 'Conversation' }).getByRole('listitem')
const kind = (name: string) => section.getByRole('radio', { name })
const sent = () => requests.filter(({ method }) => method === 'POST')

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))

async function openRecord(messages: object[], stubs: Stubs = {}, place = '?tab=conversation') {
  await page.viewport(1000, 800)
  return openBackOffice(`/applications/5${place}`, {
    'GET /api/applications/5': application,
    'GET /api/applications/5/activity': [],
    'GET /api/applications/5/also-applied': [],
    'GET /api/applications/5/email': [],
    'GET /api/applications/5/resume': new Response('%PDF-1.7'),
    'GET /api/applications/5/messages': messages,
    'GET /api/applications/reviewers': [],
    'GET /api/bulk': [],
    'GET /api/applications': list([listedApplication]),
    'GET /api/jobs/1': job,
    'GET /api/templates': [],
    'GET /api/settings': [],
    'GET /api/outbox/server': { mail_server: true },
    ...stubs,
  })
}

test('a message that was new when the record was opened stays marked while it is read', async () => {
  let reads = 0
  await openRecord([], {
    'GET /api/applications/5/messages': () => {
      reads++
      return [{ ...fromCandidate, read_at: reads > 1 ? at : null }]
    },
  })
  const mark = section.getByText('New', { exact: true })
  await expect.element(mark).toBeVisible()
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => reads).toBeGreaterThan(1)
  // Proves absence: the second answer would have removed the mark by then.
  await new Promise((done) => setTimeout(done, 100))
  await expect.element(mark).toBeVisible()
})

test('its tab says how many messages are new; a former link with #messages opens it', async () => {
  let unread_messages = 2
  const stubs = {
    'GET /api/applications/5': () => ({ ...application, unread_messages }),
    'GET /api/applications/5/messages': () => {
      unread_messages = 0
      return [fromCandidate]
    },
  }
  const { unmount } = await openRecord([], stubs, '')
  const tab = page.getByRole('tab', { name: 'Conversation 2 new' })
  await expect.element(tab).toBeVisible()
  await tab.click()
  await expect.element(page.getByRole('tab', { name: /^Conversation$/ })).toBeVisible()
  await unmount()
  await openRecord([], stubs, '#messages')
  await expect.element(section).toBeVisible()
})

test('shows who wrote what, what is new, and whether the candidate opened it', async () => {
  await openRecord([
    fromStaff,
    { ...fromStaff, id: 3, read_at: null, mail_state: 'failed', text: 'Hello?' },
    fromCandidate,
    { ...fromStaff, id: 4, text: 'Please send: Certificate', is_withdrawn: true },
  ])
  const lines = section.getByRole('listitem')
  await expect.element(lines.nth(0)).toMatchTextContent(/Rita Reviewer.*Could you start.*Opened/s)
  await expect.element(lines.nth(1)).toMatchTextContent(/Hello\?The email could not be sent/)
  await expect.element(lines.nth(2)).toMatchTextContent(/^Mira.*New.*Yes\. My work/)
  await expect
    .element(lines.nth(3))
    .toMatchTextContent(/No longer needed.*Please send: Certificate/)
  await expect.element(lines.nth(0)).not.toMatchTextContent(/No longer needed/)
  for (const place of [0, 1, 2, 3])
    await expect.element(lines.nth(place)).toMatchTextContent(/Read by Mira and your team/)
  expect(await axeViolations()).toEqual([])
})

test('an email that was saved without a mail server is not called a failure', async () => {
  await openRecord([{ ...fromStaff, read_at: null, mail_state: 'failed', text: 'Hello?' }], {
    'GET /api/outbox/server': { mail_server: false },
  })
  await expect
    .element(section.getByRole('listitem'))
    .toMatchTextContent(/Hello\?The email is saved, not sent\. Mira sees the message/)
})

test('a link from the candidate has its true host beside it and tells the other site nothing', async () => {
  await openRecord([fromCandidate])
  const link = section.getByRole('link')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect
    .element(section)
    .toMatchTextContent('https://аррle.example/x (xn--le-6kc8da.example).')
})

test('Ctrl+Enter sends; a second try has the same key, and a failure keeps the text', async () => {
  let tries = 0
  await openRecord([], {
    'POST /api/applications/5/messages': () =>
      tries++ ? Response.json(fromStaff, { status: 201 }) : problem(503, { error: 'Try again' }),
  })
  await field.fill('Could you start in May?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(section.getByRole('alert')).toMatchTextContent(/Try again/)
  await expect.element(field).toHaveValue('Could you start in May?')
  await button.click()
  await expect.element(field).toHaveValue('')
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a double click sends the message once, and keeps what is typed in the meantime', async () => {
  const answer = held(Response.json(fromStaff, { status: 201 }))
  await openRecord([], { 'POST /api/applications/5/messages': answer.stub })
  await field.fill('One')
  await button.dblClick()
  await field.fill('Two')
  answer.release()
  await expect.element(button).toBeVisible()
  await expect.element(field).toHaveValue('Two')
  expect(sent()).toHaveLength(1)
})

test('a template is filled in and inserted below the text so far', async () => {
  const template = {
    id: 4,
    name: 'Interview',
    subject: 'Interview',
    body: '<p>Dear {first_name},</p><p>Can we talk about {job_title}?</p>',
    status: null,
    created_at: at,
    updated_at: at,
  }
  await openRecord([], { 'GET /api/templates': list([template]) })
  await field.fill('Hi')
  await section.getByRole('button', { name: /^Insert a template/ }).click()
  await page.getByRole('menuitem', { name: 'Template: Interview' }).click()
  await expect
    .element(field)
    .toHaveValue(`Hi\n\nDear Mira,\n\nCan we talk about ${application.job_title}?`)
})

const email = {
  id: 20,
  application_id: 5,
  kind: 'answer' as 'answer' | 'receipt' | 'message',
  to_address: 'mira@example.org',
  subject: 'Can we talk?',
  body: '<p>Dear Mira</p>',
  state: 'sent' as 'sent' | 'waiting' | 'failed',
  tells: null as 'rejected' | null,
  sender_name: 'Rita Reviewer',
  reply_to: null,
  held_until: null as string | null,
  attempts: 1,
  next_try_at: at,
  sent_at: '2026-11-21T09:00:00.000Z' as string | null,
  failed_at: null,
  last_error: null as string | null,
  created_at: '2026-11-21T08:59:00.000Z',
}
const receipt = {
  ...email,
  id: 10,
  kind: 'receipt' as const,
  subject: 'We have your application',
  body: '',
  sender_name: '',
  sent_at: '2026-11-01T09:00:00.000Z',
}
const comment = {
  kind: 'comment',
  at: '2026-11-22T09:00:00.000Z',
  by: 'Ada Halloran',
  comment: {
    id: 30,
    application_id: 5,
    author_id: 1,
    author_name: 'Ada Halloran',
    text: 'Strong letter.',
    mentions: [],
    created_at: '2026-11-22T09:00:00.000Z',
    updated_at: '2026-11-22T09:00:00.000Z',
  },
}

test('messages, emails and comments are one list in order of time, each with its readers', async () => {
  const scheduled = {
    ...email,
    id: 21,
    subject: 'No, with thanks',
    state: 'waiting' as const,
    tells: 'rejected' as const,
    sent_at: null,
    held_until: '2090-01-01T00:00:00.000Z',
  }
  const notice = { ...email, id: 22, kind: 'message' as const, subject: 'You have a message' }
  await openRecord([fromStaff], {
    'GET /api/applications/5/email': list([scheduled, notice, email, receipt]),
    'GET /api/applications/5/activity': [comment],
  })
  await expect.element(entries).toHaveLength(5)
  const lines = [
    /^Automatic.*Read by Mira and your team.*Sent.*We have your application.*To mira@example/s,
    /^Rita Reviewer.*Message.*Read by Mira and your team.*Could you start/s,
    /^Rita Reviewer.*Email.*Read by Mira and your team.*Sent.*Can we talk/s,
    /^Ada Halloran.*Comment.*Read by Only your team.*Strong letter/s,
    /^Rita Reviewer.*Email about “Rejected”.*Scheduled.*No, with thanks.*held until/s,
  ]
  for (const [place, line] of lines.entries())
    await expect.element(entries.nth(place)).toMatchTextContent(line)
  expect(entries.nth(4).element().querySelector('time')?.dateTime).toBe(scheduled.held_until)
  expect(await axeViolations()).toEqual([])
})

test('an email that failed says why, and can be sent again', async () => {
  const failed = {
    ...email,
    state: 'failed' as const,
    sent_at: null,
    last_error: 'Mailbox unavailable',
  }
  await openRecord([], {
    'GET /api/applications/5/email': list([failed]),
    'POST /api/applications/5/email/20/retry': { ...failed, state: 'waiting', last_error: null },
  })
  await expect.element(entries).toMatchTextContent(/Not sent.*Mailbox unavailable/s)
  await section.getByRole('button', { name: 'Retry “Can we talk?”' }).click()
  await expect
    .poll(() => sent().map(({ url }) => url.pathname))
    .toEqual(['/api/applications/5/email/20/retry'])
})

test('each kind keeps its text, also after leaving the record', async () => {
  const { unmount } = await openRecord([])
  await field.fill('A message')
  await kind('Comment for the team').click()
  const comment = section.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.fill('A comment')
  await expect.element(field).not.toBeInTheDocument()
  await kind('Message').click()
  await expect.element(field).toHaveValue('A message')
  // Within the pause after which drafts are stored.
  await unmount()
  await openRecord([])
  await expect.element(field).toHaveValue('A message')
  await kind('Comment for the team').click()
  await expect.element(comment).toHaveValue('A comment')
})

test.each([
  ['message', 'Message to Mira', 'Send message', 'POST /api/applications/5/messages'],
  ['comment', 'Comment', 'Comment', 'POST /api/applications/5/comments'],
])(
  'a %s that is left while it is being sent is no draft afterwards',
  async (kindOf, name, action, route) => {
    const answer = held(Response.json(fromStaff, { status: 201 }))
    await openRecord([], { [route]: answer.stub })
    if (kindOf === 'comment') await kind('Comment for the team').click()
    const written = section.getByRole('textbox', { name, exact: true })
    await written.fill('Once')
    await section.getByRole('button', { name: action, exact: true }).click()
    await expect.poll(() => sent()).toHaveLength(1)
    await page.getByRole('tab', { name: 'Application' }).click()
    await expect.element(written).not.toBeInTheDocument()
    expect(drafts()).toHaveLength(1)
    answer.release()
    await expect.poll(drafts).toEqual([])
  },
)

test.each([
  ['message', 'Message to Mira'],
  ['comment', 'Comment'],
])('a restored %s that is emptied does not come back', async (kindOf, name) => {
  const written = section.getByRole('textbox', { name, exact: true })
  const { unmount } = await openRecord([])
  if (kindOf === 'comment') await kind('Comment for the team').click()
  await written.fill('No')
  await unmount()
  expect(drafts()).toHaveLength(1)
  await openRecord([])
  await expect.element(written).toHaveValue('No')
  await written.fill('')
  await expect.poll(drafts).toEqual([])
})

test('what is written says who reads it; a key chooses and focuses it', async () => {
  await openRecord([])
  await expect.element(section).toMatchTextContent(/Mira and your team read it/)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('c')
  await expect.element(section.getByRole('textbox', { name: 'Comment', exact: true })).toHaveFocus()
  await expect.element(section).toMatchTextContent(/Only your team reads it/)
  await userEvent.keyboard('{Escape}e')
  await expect.element(section.getByRole('textbox', { name: 'Subject *' })).toHaveFocus()
  await expect.element(section).toMatchTextContent(/To mira\S+\. Your team reads it here/)
  expect(await axeViolations()).toEqual([])
})

test('a candidate without links gets messages by email, and the composer says why', async () => {
  await openRecord([], {
    'GET /api/applications/5': { ...application, gets_links: false },
  })
  await expect
    .element(section)
    .toMatchTextContent(/Mira gets it by email and answers by email: no link to the private page/)
})

test('an email is sent once, with subject and text, and the composer is empty again', async () => {
  const answer = held(Response.json(email, { status: 201 }))
  await openRecord([], { 'POST /api/applications/5/email': answer.stub })
  await kind('Email').click()
  await section.getByRole('textbox', { name: 'Subject *' }).fill('Can we talk?')
  await userEvent.fill(section.getByRole('textbox', { name: 'Message *' }), 'Dear Mira')
  const send = section.getByRole('button', { name: 'Send email' })
  await send.dblClick()
  answer.release()
  await expect.element(section.getByRole('textbox', { name: 'Subject *' })).toHaveValue('')
  expect(sent().map(({ body }) => body)).toEqual([
    { subject: 'Can we talk?', body: '<p>Dear Mira</p>', reply_to: 'me', about_decision: false },
  ])
  expect(drafts()).toEqual([])
})

test('an email about a decision that the candidate doesn’t know starts with its template', async () => {
  const template = {
    id: 4,
    name: 'No, with thanks',
    subject: 'Your application',
    body: '<p>Dear {first_name},</p>',
    status: 'rejected' as const,
    created_at: at,
    updated_at: at,
  }
  await openRecord([], {
    'GET /api/applications/5': { ...application, status: 'rejected', told_status: null },
    'GET /api/templates': list([template]),
  })
  await kind('Email').click()
  const subject = section.getByRole('textbox', { name: 'Subject *' })
  await expect.element(subject).toHaveValue('Your application')
  await expect
    .element(section.getByRole('checkbox', { name: 'Mark Mira as informed (Rejected)' }))
    .toBeChecked()
  await subject.fill('Mine')
  await section.getByRole('button', { name: /^Insert a template/ }).click()
  await page.getByRole('menuitem', { name: 'Template: No, with thanks' }).click()
  await section.getByRole('button', { name: 'Keep my text' }).click()
  await expect.element(subject).toHaveValue('Mine')
})

test('an email says which of sending and testing failed last, and keeps its text', async () => {
  await openRecord([], {
    'POST /api/applications/5/email': serverError,
    'POST /api/applications/5/email/test': serverError,
  })
  await kind('Email').click()
  const subject = section.getByRole('textbox', { name: 'Subject *' })
  await subject.fill('Meet us')
  await userEvent.fill(section.getByRole('textbox', { name: 'Message *' }), 'On Monday?')
  const alert = section.getByRole('alert').filter({ hasText: 'wrong' })
  await section.getByRole('button', { name: 'Send me a test' }).click()
  await expect.element(alert).toMatchTextContent("The test email wasn't sent. Something went wrong")
  await section.getByRole('button', { name: 'Send email' }).click()
  await expect.element(alert).toMatchTextContent("The email wasn't sent. Something went wrong")
  await expect.element(subject).toHaveValue('Meet us')
  stubApi({ 'POST /api/applications/5/email': Response.json({}, { status: 201 }) })
  await section.getByRole('button', { name: 'Send email' }).click()
  await expect.element(subject).toHaveValue('')
})

test('the composer names the candidate’s other language, and inserts templates in it', async () => {
  const template = {
    id: 3,
    name: 'Thanks',
    subject: 'Thanks',
    body: '<p>Thank you</p>',
    status: null,
    translations: { de: { subject: 'Danke', body: '<p>Vielen Dank, {first_name}</p>' } },
    created_at: at,
    updated_at: at,
  }
  await openRecord([], {
    'GET /api/applications/5': { ...application, language: 'de' },
    'GET /api/settings/public': [...publicSettings, { key: 'site_languages', value: 'de,fr' }],
    'GET /api/templates': list([template]),
  })
  await expect.element(section.getByText(/Reads German\./)).toBeVisible()
  await section.getByRole('button', { name: 'Insert a template or ask for a file' }).click()
  await page.getByRole('menuitem', { name: 'Template: Thanks' }).click()
  await expect.element(field).toHaveValue('Vielen Dank, Mira')
})
