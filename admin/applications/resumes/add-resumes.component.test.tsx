import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  held,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job as jobRow } from '#scripts/testing/components/rows.ts'
import { handOver } from './dropped.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = (part: string) => page.getByText(part, { exact: false })
const field = (label: string, file: string) => page.getByLabelText(`${label}, ${file}`)
const pdf = (name: string) => new File([name], name)
const entered = () =>
  requests.filter(({ url }) => url.pathname === '/api/applications/manual').map(({ body }) => body)

const guessed = {
  name: 'ann.pdf',
  staged_resume: 'token-ann.pdf',
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@example.org',
  application_id: null,
  error: null,
}
/** By the name of the file. */
function staged(rows: Record<string, object>) {
  return ({ body }: StubbedRequest) => {
    const { name } = (body as FormData).get('resumes') as File
    const row = rows[name]
    return row instanceof Response
      ? row
      : Response.json([{ ...guessed, name, staged_resume: `token-${name}`, ...row }], {
          status: 201,
        })
  }
}
const answer = ({ body }: StubbedRequest) => {
  const id = (body as { staged_resume: string }).staged_resume === 'token-ann.pdf' ? 21 : 22
  return Response.json({ ...application, id }, { status: 201 })
}

async function open(stubs: Stubs = {}) {
  await openBackOffice('/applications/resumes?job_id=7', {
    'GET /api/jobs': [{ ...jobRow, id: 7, title: 'Baker' }],
    'GET /api/bulk': [],
    'POST /api/jobs/7/resumes': staged({}),
    'POST /api/applications/manual': answer,
    'GET /api/applications': [],
    ...stubs,
  })
  await expect.element(button('Choose Resumes')).toBeVisible()
}
const choose = (...names: string[]) =>
  page
    .getByLabelText(/Choose (Resumes|More)/)
    .last()
    .upload(names.map(pdf))

test('each file is a row to check; a missing field is asked for, then one application is made of each', async () => {
  await open({
    'POST /api/jobs/7/resumes': staged({
      'ben.pdf': { first_name: '', last_name: '', email: '', application_id: 9 },
    }),
  })
  await choose('ann.pdf', 'ben.pdf')
  await expect.element(field('Email', 'ann.pdf')).toHaveValue('ann@example.org')
  await expect.element(field('Email', 'ben.pdf')).toHaveValue('')
  await expect.element(text('Has applied for this job already')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await button('Add 2 Applications').click()
  await expect.element(text('Nothing was added: a row has a field to fill in')).toBeVisible()
  await expect.element(field('First name', 'ben.pdf')).toHaveFocus()
  expect(entered()).toEqual([])
  await userEvent.keyboard('Ben')
  await field('Last name', 'ben.pdf').fill('Ray')
  await field('Email', 'ben.pdf').fill('ben@example.org')
  await button('Add 2 Applications').dblClick()
  await expect.element(text('2 Applications added')).toBeVisible()
  const ann = { job_id: 7, first_name: 'Ann', last_name: 'Lee', email: 'ann@example.org' }
  expect(entered()).toEqual([
    { ...ann, staged_resume: 'token-ann.pdf' },
    {
      job_id: 7,
      first_name: 'Ben',
      last_name: 'Ray',
      email: 'ben@example.org',
      staged_resume: 'token-ben.pdf',
    },
  ])
  await expect.poll(() => location.pathname).toBe('/backoffice/applications')
})

test('a bad file says why, a lost one is sent again, and both can be removed', async () => {
  await open({
    'POST /api/jobs/7/resumes': staged({
      'bad.pdf': { staged_resume: null, error: 'This file is not a PDF' },
    }),
  })
  await choose('bad.pdf', 'notes.txt')
  await expect.element(text('This file is not a PDF')).toBeVisible()
  const others = page.getByRole('link', { name: 'See the applications for this job' })
  await expect.element(others).toHaveAttribute('href', '/backoffice/applications?job_id=7')
  await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
  stubApi({ 'POST /api/jobs/7/resumes': 'offline' })
  await choose('ann.pdf')
  await expect.element(text('reach the server')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  stubApi({ 'POST /api/jobs/7/resumes': staged({}) })
  await button('Try Again').click()
  await expect.element(field('Email', 'ann.pdf')).toHaveValue('ann@example.org')
  await expect.element(others).not.toBeInTheDocument()
  for (const [name, next] of [
    ['bad.pdf', 'Remove notes.txt'],
    ['notes.txt', 'Remove ann.pdf'],
  ] as const) {
    await button(`Remove ${name}`).click()
    await expect.element(button(next)).toHaveFocus()
  }
  await expect.element(button('Add 1 Application')).toBeVisible()
  await expect.element(text('not a PDF')).not.toBeInTheDocument()
  await button('Remove ann.pdf').click()
  await expect.element(button('Choose Resumes')).toHaveFocus()
})

test('a refused row keeps its fields, and added rows are not sent again', async () => {
  await open({
    'POST /api/applications/manual': (request: StubbedRequest) =>
      (request.body as { email: string }).email === 'ben@example.org'
        ? problem(400, {
            error: 'Enter another address',
            details: [{ path: ['email'], message: 'Enter another address' }],
          })
        : answer(request),
    'POST /api/jobs/7/resumes': staged({ 'ben.pdf': { email: 'ben@example.org' } }),
  })
  await choose('ann.pdf', 'ben.pdf')
  await expect.element(button('Add 2 Applications')).toBeVisible()
  await button('Add 2 Applications').click()
  await expect.element(text('Enter another address')).toBeVisible()
  await expect.element(field('Email', 'ben.pdf')).toHaveValue('ben@example.org')
  await expect.element(text('Added:')).toBeVisible()
  // Stored before the tab is left.
  dispatchEvent(new Event('pagehide'))
  const stored = () =>
    Object.entries(sessionStorage).find(([key]) => key.endsWith('resumes-7'))?.[1]
  await expect.poll(stored).toMatch(/ben\.pdf/)
  expect(stored()).not.toMatch(/ann\.pdf/)
  await field('Email', 'ben.pdf').fill('b@example.org')
  await button('Add 1 Application').click()
  await expect.element(text('1 Application added')).toBeVisible()
  expect(entered()).toHaveLength(3)
})

test('a lost line stops at the row, and the next click goes on with it', async () => {
  await open({ 'POST /api/applications/manual': 'offline' })
  await choose('ann.pdf', 'eve.pdf')
  await expect.element(text('The same address as ann.pdf')).toBeVisible()
  await button('Add 2 Applications').click()
  await expect.element(text('Not all were added')).toBeVisible()
  expect(entered()).toHaveLength(1)
  stubApi({ 'POST /api/applications/manual': answer })
  await button('Add 2 Applications').click()
  await expect.element(text('2 Applications added')).toBeVisible()
})

test('leaving asks, and what was read comes back after a reload', async () => {
  const { stub, release } = held(staged({}))
  await open({ 'POST /api/jobs/7/resumes': stub })
  await choose('ann.pdf')
  await expect.element(button('Reading...')).toHaveAttribute('aria-disabled', 'true')
  release()
  await field('First name', 'ann.pdf').fill('Annabel')
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await expect.element(text('Leave without saving?')).toBeVisible()
  await button('Keep editing').click()
  // Stored before the tab is left.
  dispatchEvent(new Event('pagehide'))
  await expect
    .poll(() => Object.keys(sessionStorage).filter((key) => key.endsWith('resumes-7')))
    .toHaveLength(1)
  await openBackOffice('/applications/resumes?job_id=7', { 'GET /api/jobs': [] })
  await expect.element(field('First name', 'ann.pdf')).toHaveValue('Annabel')
  await expect.element(text('We restored your unsaved changes')).toBeVisible()
  await button('Discard').click()
  await expect.element(button('Choose Resumes')).toBeVisible()
})

test('files that wait for the choice of a job are not lost unasked', async () => {
  handOver([pdf('ann.pdf')])
  await openBackOffice('/applications/resumes', {
    'GET /api/jobs': [{ ...jobRow, id: 7, title: 'Baker' }],
    'GET /api/bulk': [],
    'GET /api/applications': [],
  })
  await expect.element(text('Choose the job for the file')).toBeVisible()
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await expect.element(text('Leave without saving?')).toBeVisible()
  await button('Leave').click()
  await expect.poll(() => location.pathname).toBe('/backoffice/applications')
})
