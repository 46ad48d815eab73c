import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const at = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.token, localStorage.user, sessionStorage.intendedDestination])
const signInPage = (page: Page) =>
  page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()

describe('Sign-in and sessions', () => {
  const journey = startJourney()

  test('a wrong password keeps the form, and the right one leads to the requested URL', async () => {
    const page = await journey.open('/backoffice/applications?status=rejected&q=a')
    await signInPage(page)
    await page.getByText('Access the admin panel').waitFor()
    await signInOn(page, { ...administrator, password: 'not-the-password' })
    await page.getByRole('alert').getByText('Invalid email or password').waitFor()
    expect(at(page)).toBe('/login')
    await signInOn(page)
    await page.getByRole('heading', { name: 'Applications Management' }).waitFor()
    expect(at(page)).toBe('/backoffice/applications?status=rejected&q=a')
    expect((await stored(page))[2]).toBeUndefined()
  })

  test('Enter pressed before the script has loaded signs in once it has', async () => {
    const page = await journey.open('/healthz')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/_astro\/.*\.js/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(`${journey.url}/login`, { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) requested.push(request.url())
    })
    await page.keyboard.press('Enter')
    arrive()
    await page.getByRole('heading', { name: 'Welcome back, Ada Halloran' }).waitFor()
    expect(requested.filter((url) => url.startsWith(`${journey.url}/login`))).toEqual([])
  })

  test('Logout ends the session on the server and signs out every tab', async () => {
    const page = await journey.open('/backoffice/jobs', { as: administrator })
    const token = await page.evaluate(() => localStorage.token as string)
    const other = await page.context().newPage()
    await other.goto(`${journey.url}/backoffice/applications`)
    await other.getByRole('heading', { name: 'Applications Management' }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInPage(page)
    await signInPage(other)
    expect((await stored(page)).slice(0, 2)).toEqual([undefined, undefined])
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${journey.url}/api/auth/profile`, { headers })).status).toBe(401)
    await page.goto(`${journey.url}/backoffice/jobs`)
    await signInPage(page)
  })

  test('an expired session leads to the sign-in form', async () => {
    const page = await journey.open('/login', { as: administrator })
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    // Where no screen reads anything with the stale token.
    await page.goto(`${journey.url}/robots.txt`)
    await page.evaluate(() => localStorage.setItem('token', 'stale'.repeat(8)))
    await page.goto(`${journey.url}/backoffice/jobs?page=1`)
    await signInPage(page)
    expect((await stored(page)).slice(0, 2)).toEqual([undefined, undefined])
    await signInOn(page)
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
  })

  test('a note being edited survives the end of the session', async () => {
    const page = await journey.open('/backoffice/applications', { as: administrator })
    await page
      .getByRole('button', { name: /^Notes on / })
      .first()
      .click()
    const notes = page.getByRole('dialog').getByRole('textbox', { name: 'Notes' })
    await page.getByRole('dialog').getByRole('toolbar').waitFor()
    const title = await page.getByRole('dialog').getByRole('heading').first().textContent()
    await notes.press('Control+End')
    await page.keyboard.type(' She asked good questions.')
    const token = await page.evaluate(() => localStorage.token as string)
    await fetch(`${journey.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await signInPage(page)
    await page.getByText("You've been signed out").waitFor()
    await signInOn(page)
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: title ?? '' })
      .waitFor()
    await notes.getByText('She asked good questions.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [row] = journey.rows("SELECT id FROM applications WHERE notes LIKE '%good questions.%'")
    expect(row).toBeDefined()
  })
})
