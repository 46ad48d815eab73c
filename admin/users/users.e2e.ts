import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const mira = { email: 'mira@example.org', password: 'three green bottles' }

describe('User management', () => {
  const journey = startJourney()
  const rowOf = (email: string) =>
    journey.rows(`SELECT * FROM users WHERE email = '${email}'`)[0] as Record<string, unknown>

  test('an incomplete user shows its errors and focuses the first field', async () => {
    const page = await journey.open('/backoffice/users', as)
    await page.getByRole('link', { name: 'New User' }).click()
    await page.getByRole('heading', { name: 'Create New User' }).waitFor()
    expect(await page.getByLabel('Email an invitation').isChecked()).toBe(true)
    await page.getByLabel('Set a password now').check()
    await page.getByRole('button', { name: 'Create User' }).click()
    await page.getByText('First name is required').waitFor()
    await page.getByText('Last name is required').waitFor()
    await page.getByText('Email is required').waitFor()
    await page.getByText('Password is required').waitFor()
    const first = page.getByLabel('First name *')
    expect(await first.evaluate((field) => document.activeElement === field)).toBe(true)
    await first.fill('Mira')
    await page.getByLabel('Last name *').fill('Ostergard')
    await page.getByLabel('Email *').fill(administrator.email.toUpperCase())
    await page.getByRole('textbox', { name: 'Password' }).fill(mira.password)
    await page.getByRole('button', { name: 'Create User' }).click()
    await page.getByText('Someone already uses this email address').waitFor()
  })

  test('a new reviewer sees only applications; deactivation ends the session', async () => {
    const page = await journey.open('/backoffice/users/new', as)
    await page.getByLabel('First name *').fill('Mira')
    await page.getByLabel('Last name *').fill('Ostergard')
    await page.getByLabel('Email *').fill(mira.email)
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill(mira.password)
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    expect(await page.getByLabel('Active').isChecked()).toBe(true)
    await page.getByLabel('Review applications').check()
    await page.waitForTimeout(600)
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(kept).toContain(mira.email)
    expect(kept).not.toContain(mira.password)
    await page.getByRole('button', { name: 'Create User' }).click()
    await page.getByRole('heading', { name: 'Users Management' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: mira.email })
    await row.getByText('Review applications').waitFor()
    await row.getByText('Active', { exact: true }).waitFor()

    const hers = await journey.open('/login')
    await signInOn(hers, mira)
    await hers.getByRole('heading', { name: 'Welcome back, Mira Ostergard' }).waitFor()
    const places = hers.getByRole('navigation', { name: 'Back office' })
    expect(await places.getByRole('link').allTextContents()).toEqual([
      ...[' Dashboard', ' Applications', ' View Site'],
    ])
    await places.getByRole('link', { name: 'Applications' }).click()
    await hers.getByRole('heading', { name: 'Applications Management' }).waitFor()
    await hers.goto(`${journey.url}/backoffice/jobs`)
    await hers.getByRole('heading', { name: 'Access Denied' }).waitFor()

    await page.getByRole('link', { name: 'Edit Mira Ostergard' }).click()
    await page.getByRole('heading', { name: 'Edit User' }).waitFor()
    await page.getByLabel('Active').uncheck()
    await page.getByRole('button', { name: 'Update User' }).click()
    await row.getByText('Inactive').waitFor()
    await hers.goto(`${journey.url}/backoffice/applications`)
    await hers.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
    await signInOn(hers, mira)
    await hers.getByRole('alert').getByText('Invalid email or password').waitFor()
  })

  test("deleting a user asks first; one's own account has no delete button", async () => {
    const page = await journey.open('/backoffice/users', as)
    const own = page.getByRole('listitem').filter({ hasText: administrator.email })
    await own.getByText('Admin', { exact: true }).waitFor()
    expect(await own.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Delete Mira Ostergard' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Are you sure you want to delete this user?').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText(mira.email).count()).toBe(0)
    expect(rowOf(mira.email)).toBeUndefined()
  })

  test("a blank password is kept, and a colleague's earlier save is merged", async () => {
    const joe = await journey.createStaff(['manage_jobs'])
    const { id, password_hash } = rowOf(joe.email)
    const page = await journey.open(`/backoffice/users/${id}/edit`, as)
    const other = await journey.open(`/backoffice/users/${id}/edit`, as)
    await other.getByLabel('Last name *').fill('Other')
    await page.getByLabel('First name *').fill('Joe')
    await page.getByRole('link', { name: 'Back to Users' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Update User' }).click()
    await page.getByRole('heading', { name: 'Users Management' }).waitFor()
    expect(rowOf(joe.email)).toMatchObject({ first_name: 'Joe', password_hash })
    await other.getByRole('button', { name: 'Update User' }).click()
    await other.getByRole('heading', { name: 'Users Management' }).waitFor()
    expect(rowOf(joe.email)).toMatchObject({ first_name: 'Joe', last_name: 'Other' })
  })

  test('a user manager can grant only their own permissions and reads why', async () => {
    const uma = await journey.createStaff(['manage_users'])
    const { id } = rowOf(uma.email)
    const page = await journey.open('/backoffice/users/new', { as: uma })
    expect(await page.getByLabel('Role *').isDisabled()).toBe(true)
    await page.getByText('Only an admin can change a role').waitFor()
    expect(await page.getByLabel('Edit pages').isDisabled()).toBe(true)
    expect(await page.getByLabel('Manage users').isEnabled()).toBe(true)
    await page.getByText('You can only give permissions you have yourself.').waitFor()
    await page.goto(`${journey.url}/backoffice/users/${id}/edit`)
    await page.getByText("You can't deactivate yourself").waitFor()
    await page.getByLabel('First name *').fill('Uma')
    await page.getByRole('button', { name: 'Update User' }).click()
    await page.getByText('Uma Newcomer').first().waitFor()
    expect(rowOf(uma.email)).toMatchObject({ is_active: 1, permissions: '["manage_users"]' })
    await page.goto(`${journey.url}/backoffice/users/${rowOf(administrator.email).id}/edit`)
    await page.getByText('Only an admin can change an admin.').waitFor()
    expect(await page.getByLabel('First name *').isDisabled()).toBe(true)
  })

  test('a user manager can neither delete nor restrict someone with more permissions', async () => {
    const uma = { email: 'manage_users@example.com', password: administrator.password }
    const rita = rowOf('rita.marchetti@example.com')
    const page = await journey.open('/backoffice/users', { as: uma })
    await page.getByRole('link', { name: 'Edit Rita Marchetti' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete Rita Marchetti' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Delete Uma Krishnan' }).count()).toBe(1)
    await page.goto(`${journey.url}/backoffice/users/${rita.id}/edit`)
    const active = page.getByLabel('Active')
    await active.waitFor()
    expect([await active.isDisabled(), await active.isChecked()]).toEqual([true, true])
    await page.getByText("You can't activate or deactivate someone").waitFor()
    expect(await page.getByLabel('Review applications').isDisabled()).toBe(true)
    expect(await page.getByLabel('Manage users').isEnabled()).toBe(true)
    await page.getByText('To remove one, you need all').waitFor()
    await page.getByLabel('Manage users').check()
    await page.getByRole('button', { name: 'Update User' }).click()
    await page.getByRole('heading', { name: 'Users Management' }).waitFor()
    expect(rowOf('rita.marchetti@example.com')).toMatchObject({
      permissions: '["manage_users","review_applications"]',
    })
  })

  test('a user without manage_users is redirected to the dashboard with the reason', async () => {
    const rita = await journey.createStaff(['review_applications'])
    for (const path of ['/users', '/users/new', '/users/1/edit']) {
      const page = await journey.open(`/backoffice${path}`, { as: rita })
      await page.getByText("You don't have permission to manage users").waitFor()
      await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/backoffice/dashboard')
    }
  })

  test('an unknown user id shows User not found', async () => {
    const page = await journey.open('/backoffice/users/987654/edit', as)
    await page.getByRole('heading', { name: 'Failed to load user data' }).waitFor()
    await page.getByText('User not found').waitFor()
  })
})
