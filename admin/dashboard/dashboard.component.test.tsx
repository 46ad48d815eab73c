import { describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { z } from 'zod'
import type { dashboardRow } from '#api/dashboard/contract/row.ts'
import { serverError, stubApi } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'

const dashboard = {
  since: own.created_at,
  new_applications: { count: 0, latest: [] },
  waiting: 2,
  jobs: { open: 0, rows: [] },
} satisfies z.infer<typeof dashboardRow>
const stubs = {
  'GET /api/dashboard': dashboard,
  'POST /api/dashboard/seen': undefined,
  'GET /api/setup': [],
  'GET /api/applications/stats': { pending: 4, shortlisted: 3, rejected: 2, selected: 1 },
}
const hrefs = (links: Locator) => links.elements().map((link) => link.getAttribute('href'))

describe('The dashboard', () => {
  test.each(['', '/dashboard'])(
    'at /backoffice%s it shows application counts and quick actions',
    async (path) => {
      await openBackOffice(path, stubs)
      await expect
        .element(page.getByRole('heading', { name: 'Welcome back, Ada Halloran', level: 1 }))
        .toBeVisible()
      const applications = page.getByRole('region', { name: 'Applications', exact: true })
      await expect
        .element(applications.getByRole('link', { name: /^2 waiting for a reply/ }))
        .toBeVisible()
      for (const [name, count] of [
        ['Pending', 4],
        ['Shortlisted', 3],
        ['Rejected', 2],
        ['Selected', 1],
      ] as const)
        await expect
          .element(applications.getByRole('link', { name: new RegExp(`^${name} ?${count}$`) }))
          .toHaveAttribute('href', `/backoffice/applications?status=${name.toLowerCase()}`)
      expect(hrefs(applications.getByRole('link'))).toEqual(
        expect.arrayContaining([
          '/backoffice/applications',
          '/backoffice/applications?waiting=true',
        ]),
      )
      const cards = page.getByRole('region', { name: 'Quick actions' }).getByRole('link')
      const places = ['pages', 'jobs', 'applications', 'users'].map((one) => `/backoffice/${one}`)
      expect(hrefs(cards)).toEqual(expect.arrayContaining([...places, '/']))
    },
  )

  test('the header shows the user, a link to the site and Logout', async () => {
    await openBackOffice('/dashboard', stubs)
    await expect.element(page.getByRole('banner')).toMatchTextContent('Ada Halloran')
    const site = page.getByRole('link', { name: 'View Site' }).first()
    await expect.element(site).toHaveAttribute('href', '/')
    await expect.element(site).toHaveAttribute('target', '_blank')
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('counts that fail to load are reported, and Retry loads them', async () => {
    await openBackOffice('/dashboard', { ...stubs, 'GET /api/applications/stats': serverError })
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the numbers." })
    await expect.element(alert).toBeVisible()
    stubApi({ 'GET /api/applications/stats': stubs['GET /api/applications/stats'] })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('link', { name: /^Pending ?4$/ })).toBeVisible()
  })
})
