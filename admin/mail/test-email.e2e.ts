import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { administrator } from '#scripts/testing/serve.ts'

const env: Record<string, string> = {}

describe('Test email in the settings', () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  let refuses = true
  beforeAll(async () => {
    server = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(refuses ? refusal(550, 'Relaying denied') : null),
    })
    env.SMTP_URL = server.url
  })
  afterAll(() => server.close())
  const journey = startJourney(env)

  test('the result says why the mail server refused the email, or that it accepted it', async () => {
    const page = await journey.open('/backoffice/settings', { as: administrator })
    const button = page.getByRole('button', { name: 'Send me a test email' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: "The test email wasn't sent" }).waitFor()
    await page.getByText('The mail server refuses the recipient: 550 Relaying denied').waitFor()
    expect(await axeViolations(page)).toEqual([])
    refuses = false
    await button.click()
    await page.getByText('The mail server accepted the test email.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(server.received.map((message) => header(message, 'To'))).toEqual([administrator.email])
  })
})
