import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, list, problem, requests, type Stubs } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'

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

const section = page.getByRole('region', { name: 'Messages with Mira' })
const field = section.getByRole('textbox', { name: 'Message to Mira' })
const button = section.getByRole('button', { name: 'Send message' })
const sent = () => requests.filter(({ method }) => method === 'POST')

async function openRecord(messages: object[], stubs: Stubs = {}) {
  await page.viewport(1000, 800)
  return openBackOffice('/applications/5', {
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
  await expect.element(lines.nth(2)).toMatchTextContent(/^Mira.*New/)
  await expect
    .element(lines.nth(3))
    .toMatchTextContent(/No longer needed.*Please send: Certificate/)
  await expect.element(lines.nth(0)).not.toMatchTextContent(/No longer needed/)
  await expect.element(section).toMatchTextContent(/Comments are only for your colleagues/)
  expect(await axeViolations()).toEqual([])
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
  await section.getByRole('combobox', { name: 'Insert a template' }).selectOptions('Interview')
  await expect
    .element(field)
    .toHaveValue(`Hi\n\nDear Mira,\n\nCan we talk about ${application.job_title}?`)
})
