import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

/** Chromium's virtual authenticator, as a phone or laptop with a fingerprint reader. */
async function plugIn(page: Page) {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the finger on the reader is its owner's. */
    recognizes: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** Adds one by keyboard alone; the button that opens the dialog has the focus. */
async function add(page: Page, name: string) {
  const field = page.getByRole('textbox', { name: 'Name *', exact: true })
  await expect.poll(() => field.evaluate((it) => document.activeElement === it)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

describe('Passkeys', () => {
  // WebAuthn knows no IP addresses; the server's own address is used without a public URL.
  const journey = startJourney()

  test('a passkey is added, named, signs in alone, is asked for after the password, and removed', async () => {
    const rita = await journey.createStaff(['review_applications'])
    const page = await journey.open('/backoffice/profile', { as: rita, closes: true })
    const device = await plugIn(page)
    const button = section(page).getByRole('button', { name: 'Add a passkey' })

    // What was typed stays when the device doesn't recognize its owner.
    await device.recognizes(false)
    await button.press('Enter')
    await add(page, 'My laptop')
    await page.getByText('No passkey was added: the request was canceled').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name *', exact: true }).inputValue()).toBe(
      'My laptop',
    )
    expect(await axeViolations(page)).toEqual([])
    await device.recognizes(true)
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await page.getByText('The passkey “My laptop” was added').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await device.credentials()).toMatchObject([
      { isResidentCredential: true, rpId: new URL(journey.url).hostname, userName: rita.email },
    ])

    // The same device keeps one for an account.
    await button.press('Enter')
    await add(page, 'Again')
    await page.getByText('This device already has a passkey for your account.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: 'Logout' }).click()
    await heading(page, 'Sign in to your account')
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${journey.url}/backoffice/applications?status=pending`)
    await page.getByLabel('Email').fill('kept@example.org')
    await device.recognizes(false)
    await withPasskey(page).press('Enter')
    await page.getByText('Not signed in: the request was canceled').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('kept@example.org')
    await device.recognizes(true)
    await withPasskey(page).press('Enter')
    await heading(page, 'Applications Management')
    expect(page.url()).toBe(`${journey.url}/backoffice/applications?status=pending`)

    await page.getByRole('button', { name: 'Logout' }).click()
    await heading(page, 'Sign in to your account')
    await signInOn(page, rita)
    await heading(page, 'Two-step sign-in')
    expect(await axeViolations(page)).toEqual([])
    await expect
      .poll(() => withPasskey(page).evaluate((it) => document.activeElement === it))
      .toBe(true)
    await page.keyboard.press('Enter')
    await heading(page, 'Welcome back, Nia Newcomer')

    await page.goto(`${journey.url}/backoffice/profile`)
    await section(page).getByText('last used').waitFor()
    await section(page).getByRole('button', { name: 'Rename My laptop' }).click()
    await page.getByRole('textbox', { name: 'Name *', exact: true }).fill('Work laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await section(page).getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByText('your password alone is enough to sign in').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The passkey “Work laptop” was removed').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await heading(page, 'Sign in to your account')
    await withPasskey(page).press('Enter')
    await page.getByText("This passkey can't sign you in").waitFor()
    await signInOn(page, rita)
    await heading(page, 'Welcome back, Nia Newcomer')
  })

  // Must be last: afterwards nobody can do anything without a second factor.
  test('a passkey satisfies required two-step sign-in, and the last one stays', async () => {
    const pam = await journey.createStaff(['edit_pages'], 'Pam')
    const boss = await journey.open('/backoffice/profile', { as: administrator, closes: true })
    await plugIn(boss)
    await section(boss).getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await add(boss, 'Office')
    await boss.getByText('The passkey “Office” was added').waitFor()
    await boss.goto(`${journey.url}/backoffice/settings`)
    const title = 'Require Second Factor'
    await boss.getByRole('button', { name: `Edit ${title}` }).click()
    await boss.getByRole('switch', { name: title }).check()
    // No dialog: this admin has a second factor.
    await boss.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    const stored = "select value from settings where key = 'require_second_factor'"
    await expect.poll(() => journey.rows(stored)).toEqual([{ value: 'true' }])

    const page = await journey.open('/backoffice/pages?page=1', { closes: true })
    await plugIn(page)
    await signInOn(page, pam)
    await heading(page, 'Set up two-step sign-in')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await add(page, 'Phone')
    await page.getByRole('link', { name: 'New Page' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/backoffice/pages')
    await page.goto(`${journey.url}/backoffice/profile`)
    await section(page).getByRole('button', { name: 'Remove Phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your company requires two-step sign-in. Add another passkey').waitFor()
  })
})
