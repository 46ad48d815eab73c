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
})
