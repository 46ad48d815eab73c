import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const env: Record<string, string> = {}

describe('Mail screen', () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  let refuses = true
  const open = (port = 0) =>
    mailServer({
      port,
      onRcptTo: ({ address }, _session, done) =>
        done(refuses && address.startsWith('nobody') ? refusal(550, 'No such user') : null),
    })
  // Reserves the mail server's address and closes it: the site starts with its mail server down.
  beforeAll(async () => {
    server = await open()
    await server.close()
    env.SMTP_URL = server.url
  })
  afterAll(() => server.close())
  const journey = startJourney(env)

  const apply = async (email: string) => {
    const body = applicationForm({ job_id: 1, email })
    const response = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect(response.status).toBe(201)
  }
  const row = (page: Page, email: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .filter({ hasText: email })
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'State' }).getByRole('link', { name })

  test('an unreachable mail server is reported, and its mail stays under Waiting', async () => {
    await apply('mira@example.org')
    await apply('nobody@example.org')
    const page = await journey.open('/backoffice/email?state=waiting', as)
    await page.getByRole('heading', { name: 'Email is down' }).waitFor()
    await page.getByText('Nothing answers at the address of the mail server').waitFor()
    await page.getByText(/Next try \d/).waitFor()
    await row(page, 'mira@example.org').getByText('Waiting').waitFor()
    expect(await page.getByText(/^Tried/).count()).toBe(0)
    await expect.poll(() => tab(page, 'Waiting').textContent()).toBe('Waiting4')
    expect(await axeViolations(page)).toEqual([])
  })

  test('Retry sends waiting mail at once; a refused mail is under Failed with the reason', async () => {
    const page = await journey.open('/backoffice/email', as)
    const retry = row(page, 'mira@example.org').getByRole('button', { name: /^Retry/ })
    await retry.focus()
    // Not earlier, or the worker may send the mail at the end of its pause.
    server = await open(server.port)
    await page.keyboard.press('Enter')
    await page.getByText('Resending to mira@example.org').waitFor()
    await row(page, 'mira@example.org')
      .getByText(/^Sent \d/)
      .waitFor()
    await expect.poll(() => page.getByText('Email is down').count()).toBe(0)
    const recipients = server.received.map((message) => header(message, 'To'))
    expect(recipients.filter((to) => to?.includes('mira@example.org'))).toHaveLength(1)
    await tab(page, 'Failed').click()
    const refused = row(page, 'nobody@example.org')
    await refused.getByText('The mail server refuses the recipient: 550 No such user').waitFor()
    await refused.getByText('Tried once').waitFor()
    await expect.poll(() => row(page, 'mira@example.org').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  test('Retry on a failed mail sends it and moves it to Sent', async () => {
    refuses = false
    const page = await journey.open('/backoffice/email?state=failed', as)
    await row(page, 'nobody@example.org')
      .getByRole('button', { name: /^Retry/ })
      .click()
    await page.getByRole('heading', { name: 'No emails have failed' }).waitFor()
    // The focused row is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Email')
    await tab(page, 'Sent').click()
    await row(page, 'nobody@example.org').getByText('Tried 2 times').waitFor()
    expect(await row(page, 'nobody@example.org').getByRole('button').count()).toBe(0)
    await page
      .getByRole('link', { name: /^Your application to/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Mira Østergård-Nguyễn', level: 1 }).waitFor()
  })
})
