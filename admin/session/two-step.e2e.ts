import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { authenticator } from '#scripts/testing/authenticator.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Sets up two-step sign-in with the keyboard alone; resolves to the app and the recovery codes. */
async function setUp(page: Page, password: string) {
  const field = page.getByRole('textbox', { name: 'Current password *' }).last()
  await expect.poll(() => field.evaluate((it) => document.activeElement === it)).toBe(true)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const app = authenticator(key.replaceAll(' ', ''))
  // The text above the field has the focus.
  await page.keyboard.press('Tab')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not right').waitFor()
  expect(await page.getByLabel('Code from the app *').inputValue()).toBe('000000')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(app.code())
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  expect(await axeViolations(page)).toEqual([])
  return { app, codes: await list.getByRole('listitem').allTextContents() }
}

describe('Two-step sign-in', () => {
  const journey = startJourney()

  test('two-step sign-in is set up, asked for, bypassed by a recovery code, and reset', async () => {
    const rita = await journey.createStaff(['review_applications'])
    const page = await journey.open('/backoffice/profile', { as: rita })
    await page.route('**/api/auth/second-factor', (route) => route.abort())
    await page.reload()
    await heading(page, 'Failed to load your two-step sign-in')
    await page.unroute('**/api/auth/second-factor')
    await section(page).getByRole('button', { name: 'Retry' }).click()
    await section(page).getByRole('button', { name: 'Set up' }).press('Enter')
    const { app, codes } = await setUp(page, rita.password)
    expect(codes).toHaveLength(10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('recovery-codes.txt')
    await page.getByRole('button', { name: "I've saved them" }).click()
    await section(page).getByText('10 recovery codes remain.').waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    await heading(page, 'Sign in to your account')
    await page.goto(`${journey.url}/backoffice/applications?status=pending`)
    await signInOn(page, rita)
    await heading(page, 'Two-step sign-in')
    const code = page.getByLabel('Code', { exact: true })
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    await expect.poll(() => code.evaluate((field) => document.activeElement === field)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('Enter the code from your authenticator app').waitFor()
    await page.keyboard.type('000 000')
    await page.keyboard.press('Enter')
    await page.getByText('This code is not right').waitFor()
    expect(await code.inputValue()).toBe('000 000')
    expect(await axeViolations(page)).toEqual([])
    await code.fill(app.code(1).replace(/(...)/, ' $1 '))
    await page.keyboard.press('Enter')
    await heading(page, 'Applications Management')
    expect(page.url()).toBe(`${journey.url}/backoffice/applications?status=pending`)

    await page.getByRole('button', { name: 'Logout' }).click()
    await heading(page, 'Sign in to your account')
    await signInOn(page, rita)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await signInButton(page).click()
    await heading(page, 'Welcome back, Nia Newcomer')
    await page.goto(`${journey.url}/backoffice/profile`)
    await section(page).getByText('9 recovery codes remain.').waitFor()

    const [{ id } = {}] = journey.rows(`select id from users where email = '${rita.email}'`)
    const admin = await journey.open(`/backoffice/users/${id}/edit`, { as: administrator })
    await admin.getByRole('button', { name: 'Reset', exact: true }).click()
    expect(await axeViolations(admin)).toEqual([])
    await admin.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await admin.getByText("Nia Newcomer's two-step sign-in was reset").waitFor()
    await page.reload()
    await signInOn(page, rita)
    await heading(page, 'Your Profile')
  })

  // Must be last: afterwards nobody can do anything without two-step sign-in.
  test('required two-step sign-in is set up first and then leads to the requested URL', async () => {
    const pam = await journey.createStaff(['edit_pages'])
    const boss = await journey.open('/backoffice/settings', { as: administrator })
    const title = 'Require Second Factor'
    await boss.getByRole('button', { name: `Edit ${title}` }).click()
    const toggle = boss.getByRole('switch', { name: title })
    await toggle.check()
    await boss.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    const dialog = boss.getByRole('dialog', { name: "You haven't set up two-step sign-in" })
    await dialog.getByText('everyone (including you) must set it up').waitFor()
    expect(await axeViolations(boss)).toEqual([])
    await boss.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await toggle.isChecked()).toBe(true)
    const stored = "select value from settings where key = 'require_second_factor'"
    expect(journey.rows(stored)).toEqual([{ value: 'false' }])
    await boss.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.waitFor({ state: 'detached' })
    await heading(boss, 'Set up two-step sign-in')
    expect(journey.rows(stored)).toEqual([{ value: 'true' }])

    const page = await journey.open('/backoffice/pages?page=1')
    await signInOn(page, pam)
    await heading(page, 'Set up two-step sign-in')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await setUp(page, pam.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'New Page' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/backoffice/pages')
  })
})
