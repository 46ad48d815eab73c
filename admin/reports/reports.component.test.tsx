import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { HiringReport } from '#api/office/reports/contract/row.ts'
import { requests, serverError } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'

const none = {
  views: 0,
  applications: 0,
  shortlisted: 0,
  selected: 0,
  rejected: 0,
  withdrawn: 0,
  days_to_response: null,
  days_to_decision: null,
}
const january = {
  ...none,
  views: 1200,
  applications: 14,
  shortlisted: 5,
  selected: 3,
  rejected: 8,
  withdrawn: 2,
  days_to_response: 4,
  days_to_decision: 8.5,
}
const report: HiringReport = {
  from: '2026-01-01',
  to: '2026-02-28',
  since: '2025-11-20',
  rows: [
    { key: '2026-01', label: 'Jan 2026', ...january },
    { key: '2026-02', label: 'Feb 2026', ...none },
  ],
  total: january,
}
const stubs = (shown: HiringReport = report) => ({
  'GET /api/reports/hiring': shown,
  'GET /api/jobs': [],
})
const cells = (name: RegExp) => page.getByRole('row', { name }).element().textContent

describe('Reports', () => {
  test('shows the numbers of the period, a table, and a plot that only eyes see', async () => {
    await openBackOffice('/applications/reports', stubs())
    await expect.element(page.getByRole('table', { name: 'By month' })).toBeVisible()
    expect(cells(/^Jan 2026/)).toBe('Jan 20261,20014538248.5')
    expect(cells(/^Feb 2026/)).toBe('Feb 2026000000––')
    expect(page.getByRole('figure').elements()).toEqual([])
    await expect.element(page.getByText(/from 1 Jan 2026 to 28 Feb 2026/)).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('views that are not counted have no column', async () => {
    const total = { ...january, views: 0 }
    await openBackOffice('/applications/reports', stubs({ ...report, total }))
    await expect.element(page.getByRole('table', { name: 'By month' })).toBeVisible()
    expect(page.getByRole('columnheader', { name: 'Views' }).elements()).toEqual([])
  })

  test('asks for another group, period and job, which the address has', async () => {
    await openBackOffice('/applications/reports', stubs())
    await page.getByRole('radio', { name: 'Source' }).click({ force: true })
    await page.getByRole('combobox', { name: 'Period' }).selectOptions('Last month')
    await expect.poll(() => location.search).toMatch(/group=source.*from=\d{4}-\d\d-01/)
    const asked = requests.findLast(({ url }) => url.pathname === '/api/reports/hiring')
    expect(asked?.url.searchParams.get('group')).toBe('source')
  })

  test('says since when days are counted, if the period began before', async () => {
    await openBackOffice('/applications/reports', stubs({ ...report, since: '2026-01-20' }))
    await expect.element(page.getByText(/Days and steps are counted since/)).toBeVisible()
  })

  test('without applications says so', async () => {
    await openBackOffice('/applications/reports', stubs({ ...report, rows: [], total: none }))
    await expect.element(page.getByText('No applications in this period')).toBeVisible()
  })

  test('offers to try again', async () => {
    await openBackOffice('/applications/reports', {
      ...stubs(),
      'GET /api/reports/hiring': serverError(),
    })
    await expect.element(page.getByText('Failed to load the report')).toBeVisible()
  })

  test('is open to members of a hiring team', async () => {
    await openBackOffice('/applications/reports', stubs(), {
      ...own,
      role: 'user',
      permissions: [],
      team_jobs: [1],
    })
    await expect.element(page.getByRole('table', { name: 'By month' })).toBeVisible()
  })
})
