import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const mira = { email: 'mira@example.org', password: 'three green bottles' }

describe('User management', () => {
  const journey = startJourney()
  const rowOf = (email: string) =>
    journey.rows(`SELECT * FROM users WHERE email = '${email}'`)[0] as Record<string, unknown>

  test('a new reviewer sees only applications; deactivation ends the session', async () => {
    const page = await journey.open('/backoffice/users/new', as)
    await page.getByLabel('First name *').fill('Mira')
    await page.getByLabel('Last name *').fill('Ostergard')
    await page.getByLabel('Email *').fill(mira.email)
    await page.getByLabel('Set a password now').check()
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill(mira.password)
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    expect(await page.getByLabel('Active').isChecked()).toBe(true)
    await page.getByLabel('Review applications').check()
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(kept).toContain(mira.email)
    expect(await kept()).not.toContain(mira.password)
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
      ' Dashboard',
      ' Applications',
      ' Interviews',
      ' Tags',
      ' View Site',
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
})
