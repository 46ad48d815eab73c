import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list, problem, requests, type Stubs } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'

const open = {
  id: 1,
  application_id: 5,
  message_id: 1,
  name: 'Certificate',
  kind: 'document',
  due_on: '2090-03-31',
  requested_name: 'Rita Reviewer',
  created_at: '2026-11-20T09:00:00.000Z',
  file_name: null as string | null,
  type: null as string | null,
  size: null as number | null,
  received_at: null as string | null,
}
const received = {
  ...open,
  id: 2,
  message_id: 2,
  name: 'Photo of your license',
  kind: 'image',
  file_name: 'license.jpg',
  type: 'jpg',
  size: 200_000,
  received_at: '2026-11-21T09:00:00.000Z',
}
const path = '/api/applications/5/document-requests'

const section = page.getByRole('region', { name: 'Conversation' })
const entries = section.getByRole('list', { name: 'Conversation' }).getByRole('listitem')
const more = section.getByRole('button', { name: /ask for a file$/ })
const ask = page.getByRole('menuitem', { name: 'Ask for a file' })

async function openRecord(rows: object[], stubs: Stubs = {}) {
  await page.viewport(1000, 800)
  return openBackOffice('/applications/5?tab=conversation', {
    'GET /api/applications/5': application,
    'GET /api/applications/5/activity': [],
    'GET /api/applications/5/also-applied': [],
    'GET /api/applications/5/email': [],
    'GET /api/applications/5/resume': new Response('%PDF-1.7'),
    [`GET ${path}`]: rows,
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

const asked = {
  id: 1,
  application_id: 5,
  from: 'staff',
  author_id: 1,
  author_name: 'Rita Reviewer',
  text: 'Please send by 31 March 2090: Certificate',
  is_withdrawn: false,
  created_at: open.created_at,
  read_at: null,
  mail_state: 'sent',
}

test('a request is part of the message that asks for it; a file that came can be downloaded', async () => {
  await openRecord([open, received], {
    'GET /api/applications/5/messages': [asked, { ...asked, id: 2, text: 'Please send: Photo' }],
  })
  await expect.element(entries).toHaveLength(3)
  await expect
    .element(entries.nth(0))
    .toMatchTextContent(/Rita Reviewer.*File request.*Certificate.*Waiting for Mira.*2090/s)
  await expect.element(entries.nth(1)).toMatchTextContent(/File request.*Photo.*Received/s)
  await expect.element(entries.nth(2)).toMatchTextContent(/^Mira.*Photo of your license.*JPG/s)
  await expect
    .element(section.getByRole('button', { name: 'Download Photo of your license' }))
    .toBeVisible()
  expect(await axeViolations()).toEqual([])
})

test('withdrawing asks first, and says when the file arrived first', async () => {
  let tries = 0
  await openRecord([open], {
    [`DELETE ${path}/1`]: () =>
      tries++
        ? new Response(null, { status: 204 })
        : problem(409, { error: 'The candidate has already sent this file' }),
  })
  await section.getByRole('button', { name: 'Withdraw Certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw “Certificate”?' })
  await expect.element(dialog).toMatchTextContent(/no longer needed/)
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  const confirm = dialog.getByRole('button', { name: 'Withdraw request' })
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/already sent/)
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname))
    .toEqual([`${path}/1`, `${path}/1`])
})

test('asks for a file; an error is shown under its field, and the input is kept', async () => {
  let tries = 0
  const refusal = 'Choose today or a later day'
  await openRecord([], {
    [`POST ${path}`]: () =>
      tries++
        ? Response.json(open, { status: 201 })
        : problem(400, { error: refusal, details: [{ path: ['due_on'], message: refusal }] }),
  })
  await more.click()
  await ask.click()
  const form = section.getByRole('form', { name: 'Ask for a file' })
  await form.getByRole('textbox', { name: 'What do you need?' }).fill('Certificate')
  await form.getByRole('combobox', { name: 'Type' }).selectOptions('image')
  await form.getByLabelText('Due on (optional)').fill('2020-01-01')
  expect(await axeViolations()).toEqual([])
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect
    .element(form.getByLabelText('Due on (optional)'))
    .toHaveAccessibleDescription(refusal)
  await expect
    .element(form.getByRole('textbox', { name: 'What do you need?' }))
    .toHaveValue('Certificate')
  await form.getByLabelText('Due on (optional)').fill('2090-03-31')
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(section.getByRole('textbox', { name: 'Message to Mira' })).toHaveFocus()
  const sent = requests.filter(({ method }) => method === 'POST')
  expect(sent.at(-1)?.body).toEqual({
    name: 'Certificate',
    kind: 'image',
    due_on: '2090-03-31',
  })
})

test('a request that is left is kept, unless it is canceled; the focus goes to the message', async () => {
  await openRecord([])
  const form = section.getByRole('form', { name: 'Ask for a file' })
  const name = form.getByRole('textbox', { name: 'What do you need?' })
  const message = section.getByRole('textbox', { name: 'Message to Mira' })
  const open = async () => {
    await more.click()
    await ask.click()
  }
  await open()
  await name.fill('Certificate')
  await section.getByRole('radio', { name: 'Comment for the team' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await section.getByRole('radio', { name: 'Message' }).click()
  await open()
  await expect.element(name).toHaveValue('Certificate')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(message).toHaveFocus()
  await open()
  await expect.element(name).toHaveValue('')
})

test('nothing can be asked for once the application is withdrawn', async () => {
  await openRecord([received], {
    'GET /api/applications/5': { ...application, withdrawn_at: '2026-11-22T09:00:00.000Z' },
  })
  await expect.element(entries.nth(1)).toBeVisible()
  expect(more.query()).toBeNull()
})
