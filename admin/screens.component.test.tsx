import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { may, permissions } from '#api/auth/contract/access.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'
import { screens } from './screens.tsx'

const guarded = Object.entries(screens).filter(([, { permission }]) => permission)
const staff = { ...own, role: 'user' as const }

/** Each screen, and every permission that does not open it. */
const denied = guarded.map(([path, screen]) => {
  const others = permissions.filter(
    (one) => !may({ ...staff, permissions: [one] }, screen.permission!),
  )
  return { path, screen, user: { ...staff, permissions: others } }
})

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
        expect(page.getByRole('link', { name: screen.nav.label, exact: true }).query()).toBe(null)
    },
  )
})
