import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { linkIn, openMailbox } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'

const mailbox = await openMailbox()
const as = { as: administrator }
const mira = { email: 'mira@example.org', password: 'three green bottles' }
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

async function choose(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await heading(page, 'Sign in to your account')
}

const journey = startJourney({ SMTP_URL: mailbox.url })

describe('Invitations', () => {
  const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })
  const idOf = (email: string) =>
    journey.rows(`SELECT id FROM users WHERE email = '${email}'`)[0]?.id

  test('an invited user chooses a password through the mailed link', async () => {
    const page = await journey.open('/backoffice/users/new', as)
    await page.getByLabel('First name *').fill('Mira')
    await page.getByLabel('Last name *').fill('Ostergard')
    await page.getByLabel('Email *').fill(mira.email)
    await page.getByLabel('Review applications').check()
    await page.getByLabel('Set a password now').check()
    await page.getByRole('textbox', { name: 'Password' }).fill('three')
    await page.getByLabel('Email an invitation').check()
    expect(await page.getByRole('textbox', { name: 'Password' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Create User' }).click()
    await rowOf(page, mira.email).getByText('No password yet').waitFor()

    const mail = await mailbox.next(mira.email)
    expect(mail.subject).toBe("Ada Halloran invited you to Brackwater Instruments's hiring site")
    const hers = await journey.open('/login')
    await hers.goto(linkIn(mail) ?? '')
    await choose(hers, mira.password)
    await signInOn(hers, mira)
    await heading(hers, 'Welcome back, Mira Ostergard')
    await page.reload()
    await rowOf(page, mira.email).getByText('Active', { exact: true }).waitFor()
    expect(await rowOf(page, mira.email).getByText('No password yet').count()).toBe(0)
  })

  test('a second invitation can be sent', async () => {
    const invited = 'rita.marchetti@example.com'
    const page = await journey.open(`/backoffice/users/${idOf(invited)}/edit`, as)
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await page.getByText(`Invitation sent to ${invited}`).waitFor()
    const first = linkIn(await mailbox.next(invited)) ?? ''
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    const second = linkIn(await mailbox.next(invited, 2)) ?? ''
    const hers = await journey.open('/login')
    await hers.goto(first)
    await hers.getByRole('textbox', { name: 'New password' }).fill(mira.password)
    await hers.getByRole('button', { name: 'Save password' }).click()
    await heading(hers, "This link doesn't work")
    await hers.goto('about:blank')
    await hers.goto(second)
    await choose(hers, mira.password)
  })
})
