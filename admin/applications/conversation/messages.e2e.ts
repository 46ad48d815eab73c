import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const env: Record<string, string> = { PUBLIC_URL: 'https://careers.example.com' }
const off = { javaScriptEnabled: false }

describe('messages', () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  beforeAll(async () => {
    server = await mailServer()
    env.SMTP_URL = server.url
  })
  afterAll(() => server.close())
  const journey = startJourney(env)

  const mailTo = async (address: string, subject: RegExp) => {
    const find = () =>
      server.received.find(
        (mail) =>
          header(mail, 'To')?.includes(address) && subject.test(header(mail, 'Subject') ?? ''),
      ) ?? ''
    await expect.poll(find).not.toBe('')
    return unfolded(find())
  }

  test('staff write, the candidate gets an email and answers without script, staff see it unread', async () => {
    const email = 'mira.writes@example.org'
    const body = applicationForm({ job_id: 1, email })
    const applied = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect(applied.status).toBe(201)
    const [{ id } = {}] = journey.rows(`SELECT id FROM applications WHERE email = '${email}'`)

    const staff = await journey.open(`/backoffice/applications/${id}?tab=conversation`, {
      as: administrator,
    })
    const messages = staff.getByRole('region', { name: 'Conversation' })
    const writing = messages.getByRole('textbox', { name: 'Message to' })
    await writing.fill('Could you start in May?')
    // Survives a reload.
    await staff.reload()
    await expect.poll(() => writing.inputValue()).toContain('in May')
    await messages.getByRole('button', { name: 'Send message' }).click()
    await messages.getByRole('listitem').getByText('Could you start in May?').waitFor()
    expect(await axeViolations(staff)).toEqual([])

    // An open record would read what the candidate writes.
    const unread = `${journey.url}/backoffice/applications?unread_messages=true`
    await staff.goto(unread)
    await staff.getByText('No applications match').first().waitFor()

    const mail = await mailTo(email, /^You have a message/)
    expect(mail).not.toContain('in May')
    const path = /\/application\/[\w-]{43}/.exec(mail)?.[0] ?? ''
    const page = await journey.open(path, off)
    await page.getByText('Could you start in May?').waitFor()
    expect(await invalidHtml(await page.content())).toEqual([])
    const field = page.getByLabel('Your message')
    // The browser's own validation would keep an empty message from the server.
    await field.evaluate((area: HTMLTextAreaElement) => {
      area.required = false
    })
    await field.fill('  ')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Please write a message.' }).waitFor()
    await field.fill('Yes, in May.\nSee https://work.example.net/mira')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('status').getByText('Your message is sent.').waitFor()
    await page.getByText('(work.example.net)').waitFor()
    expect(await field.inputValue()).toBe('')

    await staff.reload()
    await staff.getByRole('row').getByText('1 unread message').waitFor()
    await staff.goto(`${journey.url}/backoffice/applications/${id}?tab=conversation`)
    await messages.getByText('New', { exact: true }).waitFor()
    const link = messages.getByRole('link', { name: 'https://work.example.net/mira' })
    expect(await link.getAttribute('rel')).toContain('nofollow')
    await staff.goto(unread)
    await staff.getByText('No applications match').first().waitFor()
  })

  test('with script, what a candidate types outlives a reload until it is sent', async () => {
    const body = applicationForm({ job_id: 1, email: 'mira.types@example.org' })
    const applied = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await applied.json()) as { candidate_url: string }
    const page = await journey.open(new URL(candidate_url).pathname)
    const field = page.getByLabel('Your message')
    await field.fill('When will you decide?')
    await page.reload()
    expect(await field.inputValue()).toBe('When will you decide?')
    await page.getByRole('button', { name: 'Send message' }).dblclick()
    await page.getByRole('status').getByText('Your message is sent.').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await page.getByText('When will you decide?').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    expect(await field.inputValue()).toBe('')
  })
})
