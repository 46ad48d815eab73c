import { describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { StatusBadge } from '#admin/status/StatusBadge.tsx'
import { serverError } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, job, listedPage } from '#scripts/testing/components/rows.ts'

const rowOf = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, level: 2, exact: true }) })
const hrefs = (links: Locator) => links.elements().map((link) => link.getAttribute('href'))
async function expectWords(place: Locator, words: (string | null)[]) {
  for (const word of words) await expect.element(place).toMatchTextContent(word ?? '')
}

describe('Lists show', () => {
  test('title, path, state, description and date of a page', async () => {
    const draft = {
      ...listedPage,
      id: 3,
      title: 'Notes for later',
      slug: 'later',
      meta_description: null,
      is_published: false,
      changed_by: 'Pam Pages',
    }
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const changed = { ...listedPage, updated_at: twoHoursAgo, changed_by: 'Rita Reviewer' }
    await openBackOffice('/pages', {
      'GET /api/pages': [changed, draft],
      'GET /api/pages/unlinked': [],
      'GET /api/pages/unfinished': [],
    })
    const about = rowOf('About Brackwater')
    await expectWords(about, ['/page/about', 'Published', 'Who we are'])
    await expectWords(about, ['Created 2 Mar 2026', 'Changed 2 hours ago by Rita Reviewer'])
    const view = about.getByRole('link', { name: /^View/ })
    await expect.element(view).toHaveAttribute('href', '/page/about')
    await expect.element(view).toHaveAttribute('target', '_blank')
    const later = rowOf('Notes for later')
    await expectWords(later, ['Draft', 'No description', 'Created 2 Mar 2026 by Pam Pages'])
    await expect.poll(() => later.getByRole('link', { name: /^View/ }).query()).toBe(null)
    expect(
      later
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    ).toEqual(['Publish', 'Delete'])
    expect(hrefs(later.getByRole('link', { name: 'Edit Notes for later' }))).toEqual([
      '/backoffice/pages/3/edit',
    ])
    await expect
      .element(page.getByRole('link', { name: 'New Page' }))
      .toHaveAttribute('href', '/backoffice/pages/new')
    expect(await axeViolations()).toEqual([])
  })

  test('title, state, applications, excerpt, location, salary and date of a job', async () => {
    const closed = { ...job, id: 2, title: 'Diver', is_active: false, closed_at: job.created_at }
    const long = { ...job, description: `<p>${'You check the probes. '.repeat(30)}</p>` }
    await openBackOffice('/jobs', {
      'GET /api/jobs': [long, closed],
      'GET /api/jobs/suggestions': serverError,
    })
    const row = rowOf('Calibration Technician')
    await expectWords(row, [
      'Active',
      '3 applications',
      'Port Ellery, Ireland',
      '€34,000–39,000 a year',
      'Created 2 Mar 2026',
    ])
    const text = row.getByText(/You check the probes/).element()
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    const view = row.getByRole('link', { name: /^View/ })
    await expect.element(view).toHaveAttribute('href', '/jobs/1')
    await expect.element(view).toHaveAttribute('target', '_blank')
    await expectWords(rowOf('Diver'), ['Inactive'])
    await expect.poll(() => rowOf('Diver').getByRole('link', { name: /^View/ }).query()).toBe(null)
    expect(
      rowOf('Diver')
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    ).toEqual(['Activate', 'Delete', ''])
    expect(await axeViolations()).toEqual([])
  })

  test('name, role, state, email, permissions and date of a user', async () => {
    const rita = {
      ...account,
      id: 2,
      first_name: 'Rita',
      last_name: 'Marchetti',
      email: 'rita.marchetti@example.com',
      role: 'user' as const,
      permissions: ['review_applications' as const],
    }
    await openBackOffice('/users', { 'GET /api/users': [account, rita] })
    const row = rowOf('Rita Marchetti')
    await expectWords(row, [
      'User',
      'Active',
      'rita.marchetti@example.com',
      'Review applications',
      'Created 2 Mar 2026',
    ])
    await expect.element(row.getByRole('button', { name: 'Delete Rita Marchetti' })).toBeVisible()
    await expect.element(row.getByRole('link', { name: 'Edit Rita Marchetti' })).toBeVisible()
    const ada = rowOf('Ada Halloran')
    await expectWords(ada, ['Admin', 'Active', 'All permissions'])
    await expect
      .poll(() => ada.getByRole('button', { name: 'Delete Ada Halloran' }).query())
      .toBe(null)
    expect(ada.getByText('Admin', { exact: true }).element().querySelector('svg')).not.toBe(null)
    await expect
      .element(page.getByRole('link', { name: 'New User' }))
      .toHaveAttribute('href', '/backoffice/users/new')
    expect(await axeViolations()).toEqual([])
  })

  test.each([
    ['pending', 'Pending', 'yellow'],
    ['shortlisted', 'Shortlisted', 'blue'],
    ['rejected', 'Rejected', 'red'],
    ['selected', 'Selected', 'green'],
  ] as const)('status %s as the word %s with an icon, in %s', async (status, word, tone) => {
    await render(<StatusBadge status={status} />)
    const badge = page.getByText(word).element()
    expect(badge.className).toBe(`badge state ${tone}`)
    expect(badge.querySelectorAll('svg')).toHaveLength(1)
  })
})
