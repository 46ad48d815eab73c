import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, ownAddress } from '#scripts/testing/mail-server.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const saved = 'Emails are saved, not sent'

describe('Back office without a mail server', () => {
  const journey = startJourney({ SMTP_URL: '' })
  test('the email screen says in one line that nothing was sent, and each email is saved, not failed', async () => {
    const body = applicationForm({ job_id: 1, email: 'mira@example.org' })
    const response = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect(response.status).toBe(201)
    const count = () => journey.rows('SELECT id FROM outbox WHERE failed_at IS NOT NULL').length
    await expect.poll(count).toBe(2)
    expect(await readdir(join(journey.folder, 'outbox'))).toHaveLength(2)
    const page = await journey.open('/backoffice/email', as)
    await page.getByText(saved).waitFor()
    await page.getByRole('link', { name: 'Connect your email' }).waitFor()
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.getByText('Saved', { exact: true }).count()).toBe(2)
    expect(await rows.getByText('Failed').count()).toBe(0)
    expect(await page.getByText(/^Sent \d/).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await rows.getByRole('link', { name: /^Your application/ }).click()
    await page.getByRole('heading', { name: 'Mira Østergård-Nguyễn', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^Conversation/ }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
  })

  test('creating a user shows an invitation link that sets the password', async () => {
    const page = await journey.open('/backoffice/users/new', {
      ...as,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByLabel('First name *').fill('Nina')
    await page.getByLabel('Last name *').fill('New')
    await page.getByLabel('Email *').fill('nina@example.org')
    await page.getByLabel('Create an invitation link').check()
    await page.getByRole('button', { name: 'Create User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this link' })
    const link = await dialog.getByLabel('Link').inputValue()
    expect(link).toMatch(/\/reset-password#token=[\w-]{43}$/)
    expect(await axeViolations(page)).toEqual([])
    // The button has the focus.
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.keyboard.press('Escape')
    // First, as it goes away by itself.
    await page.getByText('“Nina New” was created').waitFor()
    await page.getByRole('heading', { name: 'Users Management' }).waitFor()

    const colleague = await journey.open(new URL(link).pathname + new URL(link).hash)
    await colleague.getByRole('textbox', { name: 'New password' }).fill('three green bottles')
    await colleague.getByRole('button', { name: 'Save password' }).click()
    await colleague.getByText('Password updated.').waitFor()
  })

  test('an admin connects a mail server, and the success page promises a confirmation', async () => {
    const server = await mailServer({ host: ownAddress(), port: 2525 })
    try {
      const success = await journey.open('/application/success')
      expect(await success.getByText('email confirmation').count()).toBe(0)
      const page = await journey.open('/backoffice/email', as)
      await page.getByRole('link', { name: 'Connect your email' }).click()
      await page.getByRole('radio', { name: 'Other' }).check()
      await page.getByLabel('Host *').fill(server.host)
      await page.getByLabel('Port').selectOption('2525')
      await page.getByLabel('Encryption').selectOption('none')
      await page.getByLabel('Sender name').fill('Brackwater')
      await page.getByLabel('Sender address *').fill('jobs@brackwater.example')
      await page.getByLabel('Your own password *').fill(administrator.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Test email sent to/ }).waitFor()
      await page.getByRole('button', { name: 'Check again' }).waitFor()
      expect(await axeViolations(page)).toEqual([])
      const sender = server.received.map((message) => header(message, 'From'))
      expect(new Set(sender)).toEqual(new Set(['Brackwater <jobs@brackwater.example>']))
      await success.reload()
      await success.getByText('email confirmation').waitFor()
    } finally {
      await server.close()
    }
  })
})
