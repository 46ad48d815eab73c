import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#api/accounts/auth/contract/access.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { type Work, work } from './staff-work.ts'

const workByPermission = Object.entries(work) as [Permission, Work][]
const reducedMotion = { reducedMotion: 'reduce' } as const

async function expectAccessible(page: Page) {
  await page.getByRole('status').getByText('Loading').waitFor({ state: 'detached' })
  expect([page.url(), ...(await axeViolations(page))]).toEqual([page.url()])
}

/** The link texts of the sidebar. */
const menuOf = async (page: Page) =>
  (
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link').allTextContents()
  ).map((text) => text.trim())

describe('Permissions in the back office', () => {
  const journey = startJourney()

  test.each(workByPermission)(
    'a user with only %s sees only its menu entries and can do its work',
    async (permission, { menuEntries, screens, work, done }) => {
      const someone = await journey.createStaff([permission])
      const page = await journey.open('/backoffice', reducedMotion)
      await signInOn(page, someone)
      await page.getByRole('heading', { name: 'Welcome back, Nia Newcomer' }).waitFor()
      expect(await menuOf(page)).toEqual(['Dashboard', ...menuEntries, 'View Site'])
      const cards = page.getByRole('region', { name: 'Quick actions' }).getByRole('link')
      const carded = menuEntries.filter((entry) => /^(Pages|Jobs|Applications|Users)$/.test(entry))
      await expect.poll(() => cards.count()).toBe(carded.length + 1)
      const tiles = page.getByRole('link', { name: /^(Pending|Shortlisted|Rejected|Selected)/ })
      await expect.poll(() => tiles.count()).toBe(permission === 'review_applications' ? 4 : 0)
      await expectAccessible(page)
      for (const screen of screens) {
        await page.goto(`${journey.url}/backoffice${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(new URL(page.url()).pathname).toBe(`/backoffice${screen}`)
      }
      await page.goto(`${journey.url}/backoffice${screens[0]}`)
      await work(page, expectAccessible)
      await expect.poll(() => journey.rows(done).length).toBeGreaterThan(0)
    },
  )

  test('an admin sees the seven menu entries, and a granted permission adds one for a user', async () => {
    const page = await journey.open('/backoffice', { ...reducedMotion, as: administrator })
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    expect(await menuOf(page)).toEqual([
      'Dashboard',
      'Applications',
      'Interviews',
      'Jobs',
      'Pages',
      'Users',
      'Settings',
      'View Site',
    ])
    await expectAccessible(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
    const places = page.getByRole('navigation', { name: 'Settings' })
    await places.getByRole('link', { name: 'API' }).click()
    const jobs = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem')
    await jobs.filter({ hasText: 'Change a job' }).getByText('/jobs/{id}').first().waitFor()
    const newcomer = await journey.open('/backoffice', {
      ...reducedMotion,
      as: { email: 'edit_pages@example.com', password: administrator.password },
    })
    const [row] = journey.rows("SELECT id FROM users WHERE email = 'edit_pages@example.com'")
    await page.goto(`${journey.url}/backoffice/users/${row?.id}/edit`)
    await page.getByLabel('Manage jobs').check()
    await page.getByRole('button', { name: 'Update User' }).click()
    await page.getByRole('heading', { name: 'Users Management' }).waitFor()
    await newcomer.reload()
    await newcomer.getByRole('link', { name: 'Jobs', exact: true }).waitFor()
    expect(await menuOf(newcomer)).toEqual(['Dashboard', 'Jobs', 'Pages', 'View Site'])
  })
})
