import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import {
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  serverError,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication, own } from '#scripts/testing/components/rows.ts'
import { setException } from '../status/exceptions.ts'
import type { Step } from '../steps/queries.ts'

const call: Step = {
  id: 1,
  name: 'Phone call',
  status: 'pending',
  days: 7,
  template_id: null,
  application_count: 0,
}
const offer: Step = { ...call, id: 2, name: 'Offer', status: 'shortlisted' }

type Row = typeof listedApplication

beforeEach(() => page.viewport(1440, 900))

/** A board whose server keeps what is moved. */
async function openBoard(
  given: Row[],
  stubs: Stubs = {},
  user: Parameters<typeof openBackOffice>[2] = own,
) {
  let rows = given
  const stubbed = {
    'GET /api/applications': ({ url: { searchParams: asked } }: StubbedRequest) =>
      list(
        rows.filter(
          ({ status, step_id }) =>
            [status, 'all'].includes(asked.get('status') ?? 'all') &&
            [String(step_id ?? 'none'), null].includes(asked.get('step_id')),
        ),
      ),
    'PUT /api/applications/5': ({ body }: StubbedRequest) => {
      const { status, step_id = null } = body as { status: 'pending'; step_id?: number | null }
      const step_name = [call, offer].find(({ id }) => id === step_id)?.name ?? null
      rows = rows.map((row) => (row.id === 5 ? { ...row, status, step_id, step_name } : row))
      return { ...application, status, step_id, step_name }
    },
    'GET /api/applications/5': application,
    'GET /api/applications/6': application,
    'GET /api/hiring-steps': [call, offer],
    'GET /api/bulk': [],
    'GET /api/jobs': list([job]),
    ...stubs,
  }
  await openBackOffice('/applications?view=board', stubbed, user)
}

const column = (name: string) => page.getByRole('region', { name })
const sent = () =>
  requests
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => {
      const { status, step_id } = body as { status: string; step_id: number | null }
      return [status, step_id]
    })
const mira = listedApplication
const other: Row = { ...mira, id: 6, first_name: 'Ove', status: 'rejected' }

test('a card moves by key, keeps the focus, and the counts follow', async () => {
  await openBoard([mira, other])
  await expect.element(column('Pending').first().getByText('1 application')).toBeVisible()
  const card = page.getByRole('link', { name: 'Mira Ostergard' })
  ;(card.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('link', { name: 'Ove Ostergard' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(card).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(column('Phone call, Pending').getByRole('link')).toHaveFocus()
  await expect.poll(sent).toEqual([['pending', 1]])
  await expect.element(column('Phone call, Pending').getByText('1 application')).toBeVisible()
  expect(await axeViolations()).toEqual([])
})

test('a card moves by the menu, and Undo brings it back', async () => {
  await openBoard([mira])
  await page.getByRole('button', { name: 'Move Mira Ostergard' }).click()
  await page.getByRole('menuitemradio', { name: 'Offer' }).click()
  await expect.element(column('Offer, Shortlisted').getByRole('link')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(column('Offer, Shortlisted').getByRole('link')).not.toBeInTheDocument()
  expect(sent()).toEqual([
    ['shortlisted', 2],
    ['pending', null],
  ])
})

test('a reason chosen in the message keeps to the choice that was made in the record', async () => {
  setException(5, 'later')
  onTestFinished(() => setException(5, undefined))
  const reasons = ['Skills', 'Pay'].map((name, n) => ({ id: n + 1, name, template_id: null }))
  await openBoard([mira], {
    'GET /api/rejection-reasons': reasons,
    'PUT /api/applications/5': ({ body }: StubbedRequest) => ({
      ...application,
      usual_tell: 'now',
      is_telling: true,
      ...(body as object),
    }),
  })
  await page.getByRole('button', { name: 'Move Mira Ostergard' }).click()
  await page.getByRole('menuitemradio', { name: 'Rejected' }).click()
  const select = page.getByLabelText('Reason for rejecting Mira Ostergard')
  await userEvent.selectOptions(select, 'Pay')
  const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await expect
    .poll(puts)
    .toMatchObject([{ tell: 'later' }, { reason_id: 2, status: 'rejected', tell: 'later' }])
})

test('the message shows the reason that is given already', async () => {
  await openBoard([mira], {
    'GET /api/rejection-reasons': [{ id: 2, name: 'Pay', template_id: null }],
    'PUT /api/applications/5': { ...application, status: 'rejected', reason_id: 2 },
  })
  await page.getByRole('button', { name: 'Move Mira Ostergard' }).click()
  await page.getByRole('menuitemradio', { name: 'Rejected' }).click()
  await expect.element(page.getByLabelText('Reason for rejecting Mira Ostergard')).toHaveValue('2')
})

test('a card is dragged to another column', async () => {
  await openBoard([mira])
  const card = page.getByRole('listitem').filter({ hasText: 'Mira Ostergard' })
  const call = column('Phone call, Pending')
  await userEvent.dragAndDrop(card, call, { targetPosition: { x: 40, y: 80 } })
  await expect.element(call.getByRole('link')).toBeVisible()
  expect(sent()).toEqual([['pending', 1]])
})

test('a column says when it could not be loaded, and a long one leads to the list', async () => {
  const long = list([mira], 45)
  await openBoard([mira], {
    'GET /api/applications': ({ url }: StubbedRequest) =>
      url.searchParams.get('status') === 'selected' ? serverError : long,
  })
  await expect.element(column('Selected').getByRole('button', { name: 'Retry' })).toBeVisible()
  const rest = page.getByRole('link', { name: 'All 45 in the list' }).first()
  await expect.element(rest).toHaveAttribute('href', expect.stringContaining('status=pending'))
})

test('the list leads to the board and back, with its filters', async () => {
  await openBoard([mira])
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect.element(page.getByRole('grid', { name: 'Applications' })).toBeVisible()
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect.element(column('Offer, Shortlisted')).toBeVisible()
})

test('columns reach to the foot of the window, and scroll by themselves', async () => {
  await openBoard(Array.from({ length: 30 }, (_, n) => ({ ...mira, id: 100 + n })))
  const last = () => page.getByRole('link', { name: 'Mira Ostergard' }).last().element()
  await expect
    .element(page.getByRole('link', { name: 'Mira Ostergard' }).last())
    .toBeInTheDocument()
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
  expect([scrollHeight, scrollWidth]).toEqual([clientHeight, clientWidth])
  const pending = column('Pending').first().element().getBoundingClientRect()
  expect(pending.bottom).toBeGreaterThan(850)
  expect(column('Selected').element().getBoundingClientRect().bottom).toBe(pending.bottom)
  expect(last().getBoundingClientRect().top).toBeGreaterThan(900)
  last().scrollIntoView()
  expect(last().getBoundingClientRect().bottom).toBeLessThan(900)
  expect(document.documentElement.scrollTop).toBe(0)
})

test('on a phone one column is shown, which tabs choose', async () => {
  await page.viewport(390, 844)
  await openBoard([mira, other])
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect.element(page.getByRole('link', { name: 'Mira Ostergard' })).toBeVisible()
  await expect.element(tab(/^Pending 1/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('link', { name: 'Ove Ostergard' })).not.toBeInTheDocument()
  await tab(/^Rejected/).click()
  await expect.element(page.getByRole('link', { name: 'Ove Ostergard' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Mira Ostergard' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab(/^Selected/)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(tab(/^Pending/)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(tab(/^Selected/)).toHaveFocus()
  const panel = page.getByRole('tabpanel')
  expect(panel.elements().map(({ id }) => id)).toEqual([
    tab(/^Selected/)
      .element()
      .getAttribute('aria-controls'),
  ])
  await expect.element(panel).toHaveAccessibleName(/^Selected/)
  expect(document.documentElement.scrollWidth).toBe(390)
  expect(await axeViolations()).toEqual([])
  await tab(/^Pending/).click()
  await page.getByRole('button', { name: 'Move Mira Ostergard' }).click()
  await page.getByRole('menuitemradio', { name: 'Offer' }).click()
  await expect.element(tab(/^Pending/)).toHaveFocus()
})

const trial = { id: 3, job_id: job.id, name: 'Trial', status: 'pending' as const }
const move = page.getByRole('button', { name: 'Move Mira Ostergard' })

test('a card of a job with its own steps moves to those only, by menu and by key', async () => {
  const probe = { ...mira, id: 7, job_id: 2, job_title: 'Baker', first_name: 'Ove' }
  await openBoard([mira, probe], { 'GET /api/hiring-steps/of-jobs': [trial] })
  await move.click()
  const choices = () =>
    page
      .getByRole('menu', { name: 'Move Mira Ostergard' })
      .getByRole('menuitemradio')
      .elements()
      .map(({ textContent }) => textContent)
  expect(choices()).toEqual(['Pending', 'Trial', 'Shortlisted', 'Rejected', 'Selected'])
  await userEvent.keyboard('{Escape}')
  const link = page.getByRole('link', { name: 'Mira Ostergard' })
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(sent).toEqual([['pending', 3]])
  await page.getByRole('button', { name: 'Move Ove Ostergard' }).click()
  await expect.element(page.getByRole('menuitemradio', { name: 'Phone call' })).toBeVisible()
})

test('a card dropped on a step that its job lacks stays, and a message says why', async () => {
  await openBoard([mira], { 'GET /api/hiring-steps/of-jobs': [trial] })
  const card = page.getByRole('listitem').filter({ hasText: 'Mira Ostergard' })
  await userEvent.dragAndDrop(card, column('Phone call, Pending'), {
    targetPosition: { x: 40, y: 80 },
  })
  const alert = page.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(
      'Mira Ostergard can’t move to Phone call: Calibration Technician doesn’t have that step.',
    )
  await expect.element(alert.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  expect(sent()).toEqual([])
})

const member = (...team_jobs: number[]) => ({
  ...own,
  role: 'user' as const,
  permissions: [],
  team_jobs,
})
const regions = () =>
  page
    .getByRole('region')
    .elements()
    .map((region) => region.getAttribute('aria-label'))

test('a member of one hiring team sees the steps of that job', async () => {
  const stubs = {
    'GET /api/hiring-steps': ({ url }: StubbedRequest) =>
      url.searchParams.get('job_id') === String(job.id) ? [trial] : [call],
  }
  await openBoard([mira], stubs, member(job.id))
  await expect.element(column('Trial, Pending').getByText('Pending')).toBeVisible()
  expect(regions()).not.toContain('Phone call, Pending')
})

test.each([
  [[1, 2], false],
  [[1, 3], true],
])('a member for jobs %j sees the company’s steps if one has them: %j', async (jobs, sees) => {
  const stubs = { 'GET /api/hiring-steps/of-jobs': [trial, { ...trial, id: 4, job_id: 2 }] }
  await openBoard([mira], stubs, member(...jobs))
  await expect.element(column('Selected')).toBeVisible()
  expect(regions().includes('Phone call, Pending')).toBe(sees)
})

test.each([
  ['refuses has no', () => problem(400, { error: 'Choose a step of this job' }), 0],
  ['fails to save has a', serverError, 1],
] as const)('a move that the server %s Retry', async (_, answer, count) => {
  await openBoard([mira], { 'PUT /api/applications/5': answer })
  await move.click()
  await page.getByRole('menuitemradio', { name: 'Phone call' }).click()
  const alert = page.getByRole('alert').filter({ hasText: "wasn't moved to Phone call" })
  await expect.element(alert).toBeVisible()
  expect(alert.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(count)
})

test('a card says when its step is due and when the interview is, which a rejection cancels', async () => {
  const today = dayIn('UTC')
  await openBoard([
    {
      ...mira,
      step_id: 1,
      step_name: 'Phone call',
      step_due: daysLater(today, -2),
      interview_at: `${Number(today.slice(0, 4)) + 1}-01-12T10:00:00.000Z`,
    },
    { ...mira, id: 6, first_name: 'Ove', step_id: 1, step_due: daysLater(today, 3) },
  ])
  const cards = column('Phone call, Pending').getByRole('listitem')
  await expect.element(cards.getByText('Step 2 days late')).toBeVisible()
  await expect.element(cards.getByText('Step due in 3 days')).toBeVisible()
  await expect.element(cards.getByText(/^Interview 12 Jan \d{4}, 10:00$/)).toBeVisible()
  await move.click()
  const reject = page.getByRole('menuitemradio', { name: /^Rejected/ })
  await expect
    .element(reject)
    .toMatchTextContent(
      /cancels the interview on 12 Jan \d{4}, 10:00, and Mira is emailed that it does not take place$/,
    )
  await reject.click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'moved to Rejected' }))
    .toMatchTextContent(
      /moved to Rejected\. The interview on 12 Jan \d{4}, 10:00 is canceled\. No email about the decision · email goes in \d\d s/,
    )
})
