import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { linkIn, openMailbox } from '#scripts/testing/mailbox.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'

const mailbox = await openMailbox()
const { email } = administrator
const newPassword = 'three green bottles'
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const password = (page: Page) => page.getByRole('textbox', { name: 'New password' })
const save = (page: Page) => page.getByRole('button', { name: 'Save password' }).click()
/** Forces a reload: navigating to the same page with another fragment doesn't. */
const openFresh = async (page: Page, url: string) => {
  await page.goto('about:blank')
  await page.goto(url)
}

describe('Password reset', () => {
  const journey = startJourney({ SMTP_URL: mailbox.url })

  test('a mailed link sets a new password, works once and ends all sessions', async () => {
    const elsewhere = await journey.open('/backoffice/jobs', { as: administrator })
    await heading(elsewhere, 'Jobs Management')
    const page = await journey.open('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading(page, 'Forgot your password?')
    expect(new URL(page.url()).pathname).toBe('/forgot-password')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Email is required').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await heading(page, 'Check your email')
    const mail = await mailbox.next(email)
    expect(mail.subject).toMatch(/^Choose a new password for /)
    const link = linkIn(mail) ?? ''
    expect(link).toContain(`${journey.url}/reset-password#token=`)

    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await openFresh(page, link)
    await heading(page, 'Choose a password')
    await password(page).fill('too short')
    await save(page)
    await page.getByText('Use at least 12 characters').waitFor()
    await password(page).fill('1qaz2wsx3edc')
    await save(page)
    await page.getByText('Many people use this password.').waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password(page).getAttribute('type')).toBe('text')
    await password(page).fill(newPassword)
    await save(page)
    await page.getByText('Password updated. You can sign in now.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    // The token was sent to no server, as it is in the fragment.
    const [, token = ''] = link.split('token=')
    expect(requested.filter((url) => url.replace(/#.*/, '').includes(token))).toEqual([])

    await signInOn(page, { email, password: administrator.password })
    await page.getByRole('alert').getByText('Invalid email or password').waitFor()
    await signInOn(page, { email, password: newPassword })
    await heading(page, 'Welcome back, Ada Halloran')
    await elsewhere.reload()
    await heading(elsewhere, 'Sign in to your account')
    await page.goBack()
    expect(page.url()).not.toContain('token')

    await openFresh(page, link)
    await password(page).fill('another good one')
    await save(page)
    await page.getByText('This link has expired or was used already.').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await heading(page, 'Forgot your password?')
    expect((await signIn(journey.url, { email, password: newPassword })).token).toBeTruthy()
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const page = await journey.open('/forgot-password')
    await page.getByLabel('Email').fill('nobody@example.com')
    // The button is disabled until the form's script has loaded.
    await page.getByRole('button', { name: 'Send the link', disabled: false }).waitFor()
    await page.getByLabel('Email').press('Enter')
    await heading(page, 'Check your email')
    await page.getByText('nobody@example.com').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await heading(page, 'Sign in to your account')
    expect(await page.getByRole('status').count()).toBe(0)
    expect(mailbox.to('nobody@example.com')).toEqual([])
  })

  test.each(['/reset-password', '/reset-password#token=', '/reset-password#x=1'])(
    '%s says that the link is incomplete',
    async (path) => {
      const page = await journey.open(path)
      await heading(page, "This link doesn't work")
      await page.getByText('This link is incomplete.').waitFor()
    },
  )

  test('an unreachable server shows an error and keeps the email', async () => {
    const page = await journey.open('/forgot-password', { closes: true })
    await page.getByLabel('Email').fill(email)
    // Waits for hydration; before it the browser would submit the form itself.
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('alert').getByText("Couldn't send the link.").waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
  })

  test.each([
    ['/forgot-password', 'Please enable JavaScript to reset your password'],
    ['/reset-password', 'Please enable JavaScript to choose a password'],
  ])('%s says that it needs JavaScript', async (path, sentence) => {
    const answer = await fetch(journey.url + path)
    expect(answer.headers.get('referrer-policy')).toBeTruthy()
    expect(await answer.text()).toMatch(new RegExp(`<noscript>.*${sentence}.*</noscript>`, 's'))
    const posted = await fetch(journey.url + path, {
      method: 'POST',
      body: new URLSearchParams({ newPassword: 'typed before the script was there' }),
      redirect: 'manual',
    })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, path])
  })

  test('the sign-in pages stay open during maintenance and load no analytics', async () => {
    const { token } = await signIn(journey.url, { email, password: newPassword })
    const set = (key: string, value: string) =>
      fetch(`${journey.url}/api/settings/key/${key}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ value }),
      })
    await set('google_analytics_id', 'G-ABCDEFGH12')
    await set('maintenance_mode', 'true')
    for (const path of ['/login', '/forgot-password', '/reset-password']) {
      const answer = await fetch(journey.url + path)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('G-ABCDEFGH12')
      expect(answer.headers.get('content-security-policy')).not.toContain('google')
    }
    expect((await fetch(`${journey.url}/jobs`)).status).toBe(503)
  })
})
