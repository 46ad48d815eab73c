import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const passwordSection = (page: Page) => page.getByRole('region', { name: 'Password' })
const sessions = (page: Page) => page.getByRole('region', { name: 'Active sessions' })

describe('Profile screen', () => {
  const journey = startJourney()

  test('changing the email requires the current password', async () => {
    const pam = await journey.createStaff(['edit_pages'])
    const page = await journey.open('/backoffice/profile', { as: pam })
    const account = page.getByRole('region', { name: 'Name and email' })
    await page.getByLabel('Email *').waitFor()
    expect(await account.getByRole('textbox', { name: 'Current password' }).count()).toBe(0)
    await page.getByLabel('Email *').fill('pam.new@example.com')
    await save(page)
    await account.getByText('Enter your current password to change the email').waitFor()
    await account.getByRole('textbox', { name: 'Current password' }).fill(pam.password)
    // What is typed later is kept later.
    await page.getByLabel('Email *').fill('pam.newer@example.com')
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(kept).toContain('pam.newer@example.com')
    expect(await kept()).not.toContain(pam.password)
    await save(page)
    await account.getByRole('textbox', { name: 'Current password' }).waitFor({ state: 'detached' })
    const changed = { ...pam, email: 'pam.newer@example.com' }
    expect((await signIn(journey.url, changed)).token).toBeTruthy()
  })

  test('changing the password signs out all other sessions', async () => {
    const joe = await journey.createStaff(['manage_jobs'])
    const page = await journey.open('/backoffice/profile', { as: joe })
    const other = await journey.open('/backoffice/jobs', { as: joe })
    const section = passwordSection(page)
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByText('Enter your current password').waitFor()
    await section.getByText('Use at least 12 characters').waitFor()
    await section.getByRole('textbox', { name: 'Current password' }).fill('wrong')
    await section.getByRole('textbox', { name: 'New password' }).fill('three green bottles')
    await section.getByRole('button', { name: 'Change password' }).click()
    await section.getByText('This is not your current password').waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await section.getByRole('textbox', { name: 'Current password' }).fill(joe.password)
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    await expect.poll(() => sessions(page).getByRole('listitem').count()).toBe(1)
    expect(await section.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('')
    await other.reload()
    await heading(other, 'Sign in to your account')
    await signInOn(other, { ...joe, password: 'three green bottles' })
    await heading(other, 'Jobs Management')
  })

  test('sessions are listed by browser and can be signed out singly or all at once', async () => {
    const sam = await journey.createStaff(['manage_settings'])
    const first = await journey.open('/login')
    await signInOn(first, sam)
    await heading(first, 'Welcome back, Nia Newcomer')
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
    const second = await journey.open('/login', { userAgent })
    await signInOn(second, sam)
    await heading(second, 'Welcome back, Nia Newcomer')

    await first.goto(`${journey.url}/backoffice/profile`)
    const rows = sessions(first).getByRole('listitem')
    await rows.filter({ hasText: 'This device' }).getByText('Chrome on Linux').waitFor()
    await rows.getByText('Firefox on Windows').waitFor()
    expect(await rows.count()).toBe(2)
    await first.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await second.reload()
    await heading(second, 'Sign in to your account')

    await signInOn(second, sam)
    await heading(second, 'Welcome back, Nia Newcomer')
    await signIn(journey.url, sam)
    await first.reload()
    await first.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await second.reload()
    await heading(second, 'Sign in to your account')
    await first.reload()
    await heading(first, 'Your Profile')
  })
})
