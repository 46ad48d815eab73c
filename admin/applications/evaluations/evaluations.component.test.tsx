import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  list,
  problem,
  requests,
  type StubbedRequest,
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
  noEvaluation,
  own,
} from '#scripts/testing/components/rows.ts'

const updated_at = '2026-03-03T09:00:00.000Z'
const criteria = [{ name: 'Craft', score: null as number | null }]
const none = { ...noEvaluation, criteria, given: 1, expected: 2 }
const rita = {
  id: 1,
  user_id: 7,
  author_name: 'Rita Marchetti',
  verdict: 4,
  text: 'Asked good questions.',
  criteria: [{ name: 'Craft', score: 3 }],
  waived: true,
  created_at: updated_at,
  updated_at,
}
const reviewer = {
  ...own,
  id: 8,
  role: 'user' as const,
  permissions: ['review_applications'] as const,
}
const at = '/api/applications/5/evaluation'

/** The server keeps what is put. */
function open(stubs: Stubs = {}, { stored = none as object, user = reviewer as object } = {}) {
  let evaluation = stored as { verdict?: number | null; waived?: boolean }
  const tagged = () => Response.json(evaluation, { headers: { ETag: '"one"' } })
  return openBackOffice(
    '/applications/5?tab=evaluation',
    {
      'GET /api/applications/5': application,
      'GET /api/applications/5/activity': [],
      'GET /api/applications/5/also-applied': [],
      'GET /api/applications/5/email': [],
      'GET /api/applications/5/resume': new Response('%PDF-1.7'),
      'GET /api/applications/reviewers': [],
      'GET /api/applications': list([listedApplication]),
      'GET /api/jobs/1': job,
      'GET /api/bulk': [],
      'GET /api/templates': [],
      'GET /api/settings': [],
      'GET /api/outbox/server': { mail_server: true },
      [`GET ${at}`]: tagged,
      [`PUT ${at}`]: ({ body }: StubbedRequest) => {
        const given = body as object
        evaluation = { ...none, ...evaluation, ...given, updated_at } as never
        return tagged()
      },
      [`GET ${at}s`]: () =>
        evaluation.verdict || evaluation.waived || user !== reviewer
          ? list([rita])
          : problem(403, { error: 'Give your own evaluation first' }),
      ...stubs,
    },
    { ...own, ...user },
  )
}

const part = page.getByRole('region', { name: 'Evaluations' })
const verdict = (name: string) =>
  part.getByRole('group', { name: 'Your verdict' }).getByRole('radio', { name, exact: true })
const save = part.getByRole('button', { name: 'Save evaluation' })
const looks = () => requests.filter(({ url }) => url.pathname === `${at}s`)
const puts = () => requests.filter(({ method }) => method === 'PUT')
const focusOf = (locator: { element(): Element }) => (locator.element() as HTMLElement).focus()

test('those of others are hidden until one’s own is saved, by keyboard alone', async () => {
  await page.viewport(1000, 800)
  await open()
  await expect.element(part.getByText('1 evaluation, hidden until yours.')).toBeVisible()
  expect(looks()).toEqual([])
  expect(part.getByRole('button', { name: 'Look as an admin' }).query()).toBe(null)
  // The verdict first.
  expect(part.getByRole('group', { name: 'Craft' }).query()).toBe(null)
  expect(save.query()).toBe(null)
  focusOf(verdict('Strong no'))
  // The key chooses here, and does not decide about the candidate.
  await userEvent.keyboard('3')
  await expect.element(verdict('Yes')).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(verdict('Strong yes')).toBeChecked()
  const craft = part.getByRole('group', { name: 'Craft' })
  focusOf(craft.getByRole('radio', { name: 'Weak' }))
  await userEvent.keyboard('4')
  focusOf(craft.getByRole('button', { name: 'Clear Craft' }))
  await userEvent.keyboard('{Enter}')
  expect(craft.element().contains(document.activeElement)).toBe(true)
  await expect.element(craft.getByRole('radio', { name: 'Strong' })).not.toBeChecked()
  await userEvent.keyboard('2')
  focusOf(part.getByLabelText(/^Why/))
  await userEvent.keyboard('Careful.{Control>}{Enter}{/Control}')
  await expect.element(part.getByRole('article', { name: 'Rita Marchetti' })).toBeVisible()
  expect(
    puts().map(({ url, body, headers }) => [url.pathname, body, headers.get('if-match')]),
  ).toEqual([
    [at, { verdict: 4, text: 'Careful.', criteria: [{ name: 'Craft', score: 2 }] }, '"one"'],
  ])
  await expect
    .element(part.getByRole('article', { name: 'Yours' }))
    .toMatchTextContent('Strong yes')
  await expect.element(page.getByRole('tab', { name: 'Evaluation 1/2' })).toBeVisible()
  await expect.element(part.getByText('after seeing the others')).toBeVisible()
  await expect.element(part.getByText(/1 strong yes$/)).toBeVisible()
  const change = part.getByRole('button', { name: 'Change yours' })
  await expect.poll(() => document.activeElement).toBe(change.element())
  expect(await axeViolations()).toEqual([])
})

test('skipping asks first, shows those of others, and one’s own can be given later', async () => {
  await open()
  const skip = part.getByRole('button', { name: /^See others without giving mine/ })
  const dialog = page.getByRole('dialog', { name: 'See others without giving yours?' })
  await skip.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(puts()).toEqual([])
  await skip.click()
  await dialog.getByRole('button', { name: 'See others' }).click()
  await expect.element(part.getByRole('article', { name: 'Rita Marchetti' })).toBeVisible()
  expect(puts().map(({ body }) => body)).toEqual([{ waived: true }])
  await expect
    .poll(() => document.activeElement)
    .toBe(part.getByRole('heading', { name: 'Evaluations' }).element())
  await part.getByRole('button', { name: 'Give yours' }).click()
  await verdict('No').click()
  await save.click()
  await expect.element(part.getByRole('button', { name: 'Change yours' })).toBeVisible()
})

test('it is one line while one person evaluates and the job has no criteria', async () => {
  await open(
    { 'GET /api/applications/reviewers': [{ id: 8, first_name: 'Rita', last_name: 'Reviewer' }] },
    { stored: noEvaluation },
  )
  const group = part.getByRole('group', { name: 'Give a verdict' })
  await expect.element(group).toBeVisible()
  expect(group.element().getBoundingClientRect().height).toBeLessThan(48)
  expect(part.getByRole('button').query()).toBe(null)
  await group.getByRole('radio', { name: 'Yes', exact: true }).click()
  await expect.element(save).toBeVisible()
  expect(await axeViolations()).toEqual([])
})

test('an admin can look without either, and is told that it is recorded', async () => {
  await open({}, { user: own })
  await expect.element(part.getByText(/the activity log records it/)).toBeVisible()
  expect(looks()).toEqual([])
  await part.getByRole('button', { name: 'Look as an admin' }).click()
  await expect.element(part.getByRole('article', { name: 'Rita Marchetti' })).toBeVisible()
  expect(looks()).toHaveLength(1)
  expect(puts()).toEqual([])
  await expect.element(verdict('Yes')).toBeVisible()
})

test('text is kept after a failure and a reload', async () => {
  const { unmount } = await open({ [`PUT ${at}`]: serverError })
  await verdict('No').click()
  await userEvent.fill(part.getByLabelText(/^Why/), 'Too far.')
  await save.click()
  await expect.element(part.getByRole('alert').getByText(/was not saved/)).toBeVisible()
  await expect.element(part.getByLabelText(/^Why/)).toHaveValue('Too far.')
  await expect
    .poll(() => Object.entries(sessionStorage).some(([, value]) => value.includes('Too far.')))
    .toBe(true)
  await unmount()
  await open()
  await expect.element(part.getByLabelText(/^Why/)).toHaveValue('Too far.')
  await expect.element(verdict('No')).toBeChecked()
  await save.click()
  await expect.element(part.getByRole('button', { name: 'Change yours' })).toBeVisible()
  expect(Object.keys(sessionStorage).filter((key) => key.includes('evaluation'))).toEqual([])
})

test('on legal hold one that is given can’t be changed', async () => {
  await open(
    { 'GET /api/applications/5': { ...application, legal_hold: 'A claim' } },
    { stored: { ...none, verdict: 2, updated_at } },
  )
  await expect.element(part.getByText(/On legal hold/)).toBeVisible()
  expect(part.getByRole('button', { name: 'Change yours' }).query()).toBe(null)
})

test('failures offer Retry, and nobody else is said so', async () => {
  await open({ [`GET ${at}`]: serverError })
  await expect.element(part.getByText('Failed to load your evaluation')).toBeVisible()
  stubApi({
    [`GET ${at}`]: { ...none, verdict: 3, updated_at },
    [`GET ${at}s`]: serverError,
  })
  await part.getByRole('button', { name: 'Retry' }).click()
  await expect.element(part.getByText('Failed to load the evaluations')).toBeVisible()
  stubApi({ [`GET ${at}s`]: [] })
  await part.getByRole('button', { name: 'Retry' }).click()
  await expect.element(part.getByText(/Nobody else has evaluated/)).toBeVisible()
})

test('on a phone the four steps fit beside each other and can be touched', async () => {
  await page.viewport(390, 800)
  await open()
  await expect.element(verdict('Yes')).toBeInTheDocument()
  await verdict('Yes').click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const labels = [...part.element().querySelectorAll('label:has([type="radio"])')]
  expect(labels).toHaveLength(8)
  for (const label of labels) {
    const { height, width } = label.getBoundingClientRect()
    expect([height >= 36, width >= 44]).toEqual([true, true])
    expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth)
  }
})

test('Compare has the verdicts of those whom one has evaluated', async () => {
  await page.viewport(1440, 900)
  await openBackOffice(
    '/applications/compare?ids=5,6',
    {
      'GET /api/applications/5': application,
      'GET /api/applications/6': { ...application, id: 6, first_name: 'Bo' },
      'GET /api/jobs/1': job,
      'GET /api/bulk': [],
      [`GET ${at}`]: { ...none, verdict: 3, updated_at },
      [`GET ${at}s`]: [rita, { ...rita, id: 2, verdict: 2 }],
      'GET /api/applications/6/evaluation': { ...none, given: 2 },
      'GET /api/applications/6/interviews': [],
    },
    { ...own, ...reviewer, permissions: ['review_applications'] },
  )
  const cells = () =>
    [...document.querySelectorAll('tbody tr')]
      .find((row) => row.querySelector('th')?.textContent === 'Evaluations')
      ?.querySelectorAll('td')
  await expect
    .poll(() => [...(cells() ?? [])].map(({ innerText }) => innerText))
    .toEqual(['1 strong yes, 1 no', '2 evaluations, hidden until yours'])
  expect(requests.some(({ url }) => url.pathname.endsWith('/6/evaluations'))).toBe(false)
})
