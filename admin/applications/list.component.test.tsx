import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayIn, daysLater } from '#api/jobs/contract/dates.ts'
import { list, type Stubs } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job, listedApplication } from '#scripts/testing/components/rows.ts'

const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }

const openList = (search = '', rows = [listedApplication], stubs: Stubs = {}) =>
  openBackOffice(`/applications${search}`, {
    'GET /api/applications': list(rows),
    'GET /api/applications/stats': stats,
    'GET /api/applications/former-options': [],
    'GET /api/jobs': [job],
    'GET /api/bulk': [],
    'GET /api/views': [],
    'GET /api/settings': [],
    'GET /api/templates': [],
    ...stubs,
  })

const today = dayIn('UTC')
const due = (id: number, days: number, more: Partial<typeof listedApplication> = {}) => ({
  ...listedApplication,
  id,
  first_name: `Mira${id}`,
  answer_by: daysLater(today, days),
  ...more,
})

test('a row says when a reply is due, in red only when it is late', async () => {
  await page.viewport(1440, 900)
  await openList('', [
    due(1, 2),
    due(2, 0),
    due(3, -3, { overdue: true }),
    due(4, -3, { overdue: true, answer_by: null }),
    due(5, 0, { overdue: true, answer_by: null, status: 'rejected' }),
    due(6, 0, { answer_by: null, status: 'selected' }),
  ])
  const cells = page.getByRole('row').getByRole('gridcell')
  await expect.element(page.getByText('in 2 days')).toBeVisible()
  const words = ['in 2 days', 'today', '3 days late', 'Overdue', 'Not notified']
  for (const text of words) await expect.element(cells.getByText(text)).toBeVisible()
  const color = (text: string) => getComputedStyle(page.getByText(text).element()).color
  expect(color('in 2 days')).toBe(color('today'))
  expect(color('3 days late')).not.toBe(color('today'))
  expect(color('3 days late')).toBe(color('Overdue'))
  await expect
    .element(page.getByText('today'))
    .toHaveAttribute('title', expect.stringMatching(/^Reply promised by \d+ \w+ \d{4}$/))
  expect(await axeViolations()).toEqual([])
})

test('on narrow lists the due date stands beside the job, in the second line', async () => {
  for (const width of [390, 768]) {
    await page.viewport(width, 800)
    await openList('', [due(1, 2)])
    await expect.element(page.getByText('in 2 days')).toBeVisible()
    const box = (text: string) =>
      page.getByRole('row').getByText(text).element().getBoundingClientRect()
    expect(box('in 2 days').top).toBeLessThan(box(job.title).bottom)
    expect(box('in 2 days').bottom).toBeGreaterThan(box(job.title).top)
    expect(box('in 2 days').left).toBeGreaterThan(box(job.title).left)
  }
})
