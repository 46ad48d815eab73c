import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { may, permissions } from '#api/accounts/auth/contract/access.ts'
import { serverError } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'
import { formerPaths, type Path } from './paths.ts'
import { screens } from './screens.tsx'

const guarded = Object.entries(screens).filter(([, { permission }]) => permission)
const staff = { ...own, role: 'user' as const }

/** Each screen, and permissions that do not open it: of those that do so together only some. */
const denied = guarded.map(([path, screen]) => {
  const others = permissions.filter(
    (one) =>
      !may({ ...staff, permissions: [one] }, screen.permission!) ||
      (screen.and && !may({ ...staff, permissions: [one] }, screen.and)),
  )
  const some = others.filter((one) => !screen.and?.includes(one))
  return { path, screen, user: { ...staff, permissions: some } }
})

const dashboard = {
  'GET /api/dashboard': serverError,
  'GET /api/setup': serverError,
  'GET /api/applications/stats': serverError,
}

describe('Screens without their permission', () => {
  test.each(denied.filter(({ screen }) => !screen.denied))(
    '$path shows Access Denied and no menu entry to a user with all other permissions',
    async ({ path, screen, user }) => {
      await openBackOffice(path.replace('$id', '1'), {}, user)
      await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      await expect
        .element(page.getByRole('link', { name: 'Return to Dashboard' }))
        .toHaveAttribute('href', '/backoffice/dashboard')
      if (screen.nav)
        await expect.poll(() => document.querySelector(`nav a[href$="${path}"]`)).toBe(null)
    },
  )

  test.each(denied.filter(({ screen }) => screen.denied))(
    '$path redirects to the dashboard with the reason',
    async ({ path, screen, user }) => {
      await openBackOffice(path.replace('$id', '1'), dashboard, user)
      await expect.element(page.getByText(screen.denied ?? '')).toBeVisible()
      await expect.element(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
      expect(location.pathname).toBe('/backoffice/dashboard')
      await expect
        .poll(() => page.getByRole('link', { name: 'Users', exact: true }).query())
        .toBe(null)
    },
  )
})

describe('Former paths', () => {
  test.each(Object.entries(formerPaths) as [string, Path][])(
    '%s shows %s, with query and fragment',
    async (from, to) => {
      await openBackOffice(`${from}?q=Mira#top`, { '*': serverError })
      await expect.element(page.getByRole('heading', { name: screens[to].title })).toBeVisible()
      await expect
        .poll(() => location.pathname + location.search + location.hash)
        .toBe(`/backoffice${to}?q=Mira#top`)
    },
  )
})
