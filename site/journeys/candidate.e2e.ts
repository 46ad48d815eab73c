import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ariaOutline } from '#scripts/testing/aria-outline.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm, resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const off = { javaScriptEnabled: false }
// Without a public address, the confirmation email has no link.
const env: Record<string, string> = {
  LOG_LEVEL: 'debug',
  PUBLIC_URL: 'https://careers.example.com',
}

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level }).waitFor()

const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

const upload = async (fixture: string, name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await resumeFile(fixture).arrayBuffer()),
})

const tokenIn = (url: string) => /([\w-]{43})(?:\?.*)?$/.exec(url)?.[1] ?? ''

/** The browser's own validation would keep an invalid address from the server. */
const acceptAnyText = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    input.type = 'text'
  })

/** Presses Tab until the control has focus. */
async function tabTo(page: Page, name: string) {
  const control = page.getByRole('main').getByText(name, { exact: true }).first()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

describe("A candidate's private page", () => {
  let mails: Awaited<ReturnType<typeof mailServer>>
  beforeAll(async () => {
    mails = await mailServer()
    env.SMTP_URL = mails.url
  })
  afterAll(() => mails.close())
  const journey = startJourney(env)

  /** The path of the link in the email that arrives after the action. */
  async function mailed(path: RegExp, action?: () => Promise<void>) {
    const earlier = action ? mails.received.length : 0
    await action?.()
    const find = () =>
      mails.received
        .slice(earlier)
        .map((mail) => path.exec(unfolded(mail))?.[0])
        .find(Boolean) ?? ''
    await expect.poll(find).not.toBe('')
    return find()
  }

  test('leads from applying without JavaScript to changes, withdrawal and erasure', async () => {
    const page = await journey.open('/jobs/1/apply', off)
    const fields = {
      'First name': 'Mira',
      'Last name': 'Østergård',
      Email: 'mira.private@example.org',
      'Motivation letter': `First paragraph.\n\nSecond. ${words(400)}`,
    }
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.getByLabel('Resume').setInputFiles(await upload('mira.pdf', 'Mira (CV).pdf'))
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await heading(page, 'Application Submitted Successfully!')
    await page.getByText('You will receive an email confirmation shortly.').waitFor()
    const [cookie] = await page.context().cookies(`${journey.url}/application`)
    expect(cookie).toMatchObject({ path: '/application', httpOnly: true, sameSite: 'Lax' })
    await page.getByText(/^Reference [A-Z2-9]{6}$/).waitFor()
    await page.getByRole('link', { name: 'View Your Application' }).click()
    await heading(page, 'Calibration Technician')
    expect(page.url()).toBe(`${journey.url}/application`)
    expect(await page.title()).toBe(
      'Your application: Calibration Technician | Brackwater Instruments',
    )
    const first = cookie?.value ?? ''
    await page.goto(`${journey.url}/application/${first}`)
    await page.getByText('Mira Østergård', { exact: true }).waitFor()
    await page.getByText('Mira (CV).pdf').waitFor()
    await page.getByText('First paragraph.').waitFor()

    // What is asked for comes first, and of many messages the latest.
    journey.rows(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
      INSERT INTO messages (application_id, author_name, text, idempotency_key)
      SELECT id, 'Ada', 'Please send: ' || i, 'document-request ' || i FROM applications, n
      WHERE email = 'mira.private@example.org' RETURNING id`)
    journey.rows(`
      INSERT INTO document_requests (application_id, message_id, name, kind, requested_name)
      SELECT application_id, id, 'Certificate', 'document', 'Ada' FROM messages
      WHERE idempotency_key = 'document-request 7' RETURNING id`)
    const asked = await page.reload()
    expect(await invalidHtml((await asked?.text()) ?? '')).toEqual([])
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Files we need from you',
      'We have your application',
      'Messages',
      'What you sent',
      'Motivation letter',
      'History',
      'Manage your application',
    ])
    const written = page.getByRole('region', { name: 'Messages' })
    const entries = written.getByRole('listitem').filter({ visible: true })
    const needed = (await entries.allTextContents()).map(
      (text) => `${/send: (\d)/.exec(text)?.[1]}${/no longer need/.test(text) ? ' not' : ''}`,
    )
    expect(needed).toEqual(['3 not', '4 not', '5 not', '6 not', '7'])
    await written.getByText('Earlier messages (2)').click()
    expect(await entries.count()).toBe(7)
    // Nothing is cut: what is too long is refused with a sentence, and stays to be shortened.
    const message = page.getByLabel('Your message')
    for (const text of ['a'.repeat(2046), 'a'.repeat(40_000)]) {
      await message.fill(text)
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByRole('alert').getByText('Must be at most 2,000 characters').waitFor()
      expect((await message.inputValue()).length).toBe(text.length)
    }
    await page.getByLabel('Certificate').setInputFiles(await upload('mira.pdf', 'My "best".pdf'))
    await page.getByRole('button', { name: 'Send file' }).click()
    await page.getByText('The file you sent').click()
    await page.getByText('Received: My "best".pdf').waitFor()

    const link = await mailed(/\/application\/[\w-]{43}/)
    expect(link).not.toContain(first)
    const other = await journey.open('/')
    const response = await other.goto(`${journey.url}${link}.`)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(await invalidHtml((await response?.text()) ?? '')).toEqual([])
    // Only the page's own, which compare a chosen file and keep a message that is being written.
    expect(await other.locator('script').count()).toBe(2)
    expect(await other.locator('script[src]').count()).toBe(1)
    expect(await axeViolations(other)).toEqual([])

    await other.getByText('Change phone number').click()
    await other.getByLabel('Phone').fill('+45 98 76')
    await other.getByRole('button', { name: 'Save phone number' }).click()
    await status(other, 'Your phone number is saved.')
    await other.getByRole('definition').getByText('+45 98 76').waitFor()

    await other.getByText('Change email address').click()
    const email = other.getByLabel('New email address')
    await acceptAnyText(email)
    await email.fill('mira@')
    await other.getByRole('button', { name: 'Send the link' }).click()
    await other.getByRole('alert').getByText('name@example.com').waitFor()
    expect(await email.inputValue()).toBe('mira@')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await axeViolations(other)).toEqual([])
    const newAddress = await mailed(/\/application\/confirm\/[\w-]{43}/, async () => {
      await email.fill('mira.new@example.org')
      await other.getByRole('button', { name: 'Send the link' }).click()
      await status(other, 'We emailed a link to your new address.')
    })
    await other.goto(journey.url + newAddress)
    await heading(other, 'Use this email address?')
    expect(await axeViolations(other)).toEqual([])
    await other.getByRole('button', { name: 'Confirm email address' }).click()
    await heading(other, 'Your email address is confirmed')
    await other.reload()
    await heading(other, 'Your email address is confirmed')
    await other.goto(journey.url + link)
    await other.getByRole('definition').getByText('mira.new@example.org').waitFor()

    await other.getByText('Replace your resume').click()
    const file = other.getByLabel('New resume')
    await file.setInputFiles({
      name: 'notes.pdf',
      mimeType: 'text/plain',
      buffer: Buffer.from('Hello'),
    })
    // Before it is sent.
    await other.getByText('Resume must be a real PDF').waitFor()
    const path = join(journey.folder, 'Mira 1.pdf')
    await writeFile(path, await resumeFile('mira.pdf').bytes())
    await file.setInputFiles(path)
    await appendFile(path, ' ')
    await other.getByRole('button', { name: 'Replace resume' }).click()
    await other.getByText('Mira 1.pdf has changed since you chose it; choose it again').waitFor()
    expect(await file.getAttribute('aria-invalid')).toBe('true')
    await file.setInputFiles(await upload('mira.pdf', 'Mira 2.pdf'))
    await other.getByRole('button', { name: 'Replace resume' }).click()
    await status(other, 'Your resume is replaced.')
    await other.getByText('Mira 2.pdf').waitFor()
    expect(await axeViolations(other)).toEqual([])

    await other.getByRole('link', { name: 'Withdraw application' }).click()
    await heading(other, 'Withdraw your application for Calibration Technician?')
    expect(await axeViolations(other)).toEqual([])
    await other.getByRole('button', { name: 'Withdraw application' }).click()
    await status(other, 'Your application is withdrawn.')
    expect(await axeViolations(other)).toEqual([])
    // The other device, without JavaScript.
    await page.reload()
    await heading(page, 'You withdrew this application', 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await status(page, 'We are considering your application again.')
    await heading(page, 'We have your application', 2)

    const newLink = await mailed(/\/application\/[\w-]{43}/, async () => {
      await page.getByText('Get a new link').click()
      await page.getByRole('button', { name: 'Email a new link' }).click()
      await status(page, 'We are emailing you a new link.')
    })
    // The older link is void once the new one is used.
    const older = page.url()
    expect((await page.reload())?.status()).toBe(200)
    await page.goto(journey.url + newLink)
    expect((await other.goto(older))?.status()).toBe(404)

    const confirmation = await mailed(/\/application\/confirm\/[\w-]{43}/, async () => {
      await page.getByRole('link', { name: 'Erase everything' }).click()
      await heading(page, 'Erase everything about your application for Calibration Technician?')
      await page.getByRole('button', { name: 'Email the confirmation link' }).click()
      await status(page, 'Nothing is erased yet.')
    })
    // A mail scanner.
    for (const method of ['HEAD', 'GET'])
      expect((await fetch(journey.url + confirmation, { method })).status).toBe(200)
    await other.goto(journey.url + confirmation)
    await heading(other, 'Erase everything about your application for Calibration Technician?')
    expect(await axeViolations(other)).toEqual([])
    const mine = "SELECT id FROM applications WHERE email = 'mira.new@example.org'"
    expect(journey.rows(mine)).toHaveLength(1)
    await other.getByRole('button', { name: 'Erase everything' }).click()
    await heading(other, 'Everything is erased')
    expect(await axeViolations(other)).toEqual([])
    expect(journey.rows(mine)).toEqual([])
    // Reload, Back and the link again say what is true.
    await other.reload()
    await heading(other, 'Everything is erased')
    await other.getByRole('link', { name: 'View Open Positions' }).click()
    await other.goBack()
    await heading(other, 'Everything is erased')
    const elsewhere = await journey.open(confirmation)
    await heading(elsewhere, 'This link no longer works')
    expect(await axeViolations(elsewhere)).toEqual([])

    expect((await page.goto(journey.url + newLink))?.status()).toBe(404)
    await heading(page, 'This link does not work')
    await acceptAnyText(page.getByLabel('Email'))
    await page.getByLabel('Email').fill('nobody@')
    await page.getByRole('button', { name: 'Email my link' }).click()
    await page.getByText('Enter an email address like name@example.com').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@')
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.getByRole('button', { name: 'Email my link' }).click()
    await heading(page, 'Check your email')
    for (const path of [`/application/${first}`, '/application', '/application?sent']) {
      await other.goto(journey.url + path)
      expect([path, await axeViolations(other)]).toEqual([path, []])
    }
    const output = journey.server.output()
    expect(output).toContain('/application/[redacted]')
    for (const token of [first, ...[link, newAddress, newLink, confirmation].map(tokenIn)])
      expect(output).not.toContain(token)
  })

  test('works by keyboard, in a narrow window and on paper', async () => {
    const page = await journey.open('/robots.txt')
    const body = applicationForm({ job_id: 1, email: 'keys.private@example.org' })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const [pair = ''] = (sent.headers.get('Set-Cookie') ?? '').split(';')
    const [name = '', value = ''] = pair.split('=')
    const { hostname: domain } = new URL(journey.url)
    await page.context().addCookies([{ name, value, domain, path: '/application' }])
    await page.goto(`${journey.url}/application`)
    await heading(page, 'Calibration Technician')
    const token = value
    expect(await ariaOutline(page.getByRole('main'))).toMatchInlineSnapshot(`
      [
        "- heading "Calibration Technician" [level=1]",
        "- link "View the job"",
        "- button "Sign out of this page"",
        "- region "We have your application"",
        "- heading "We have your application" [level=2]",
        "- region "Messages"",
        "- heading "Messages" [level=2]",
        "- textbox "Your message"",
        "- button "Send message"",
        "- region "What you sent"",
        "- heading "What you sent" [level=2]",
        "- term: Name",
        "- term: Email",
        "- term: Phone",
        "- term: Resume",
        "- term: Sent",
        "- region "Motivation letter"",
        "- heading "Motivation letter" [level=2]",
        "- region "History"",
        "- heading "History" [level=2]",
        "- region "Manage your application"",
        "- heading "Manage your application" [level=2]",
        "- group: Change phone number",
        "- group: Change email address",
        "- group: Replace your resume",
        "- group: Get a new link",
        "- link "Download a copy of your application"",
        "- link "Withdraw application"",
        "- link "Erase everything"",
      ]
    `)
    await tabTo(page, 'Change phone number')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('+45 11 22')
    await page.keyboard.press('Enter')
    await status(page, 'Your phone number is saved.')
    await tabTo(page, 'Withdraw application')
    await page.keyboard.press('Enter')
    await heading(page, 'Withdraw your application for Calibration Technician?')
    await tabTo(page, 'Withdraw application')
    await page.keyboard.press('Enter')
    await status(page, 'Your application is withdrawn.')
    await tabTo(page, 'Undo')
    await page.keyboard.press('Enter')
    await status(page, 'We are considering your application again.')

    // Neither Chromium's copy of the form nor ours shows what was sent.
    await page.getByLabel('Your message').fill('Only once')
    await page.getByRole('button', { name: 'Send message' }).click()
    await status(page, 'Your message is sent.')
    await page.goBack()
    await heading(page, 'Calibration Technician')
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    await page.getByLabel('Your message').fill('Not sent')
    await page.reload()
    expect(await page.getByLabel('Your message').inputValue()).toBe('Not sent')

    // 1280 px at 400 % (WCAG 2.2 SC 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.emulateMedia({ forcedColors: 'active' })
    // Backgrounds are gone, so lines must show what is a control and which one has the focus.
    await tabTo(page, 'Erase everything')
    const lines = await page.getByRole('link', { name: 'Erase everything' }).evaluate((link) => {
      const { borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(link)
      return [borderTopWidth, outlineStyle, Number.parseFloat(outlineWidth) >= 2]
    })
    expect(lines).toEqual(['1px', 'solid', true])
    await page.emulateMedia({ media: 'print', forcedColors: 'none' })
    const useless = page.locator('nav, form, button, .button, summary, .notice')
    expect(await useless.filter({ visible: true }).count()).toBe(0)
    await heading(page, 'What you sent', 2)

    const zip = await fetch(`${journey.url}/api/candidate/${token}/export`)
    expect([zip.status, zip.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
    await zip.arrayBuffer()
    const post = async (act: string, headers: Record<string, string>) => {
      const url = `${journey.url}/application/${token}?act=${act}`
      const response = await fetch(url, { method: 'POST', headers, redirect: 'manual' })
      await response.text()
      return response.status
    }
    expect(await post('withdraw', { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await post('withdraw', { Origin: 'https://other.example' })).toBe(403)
    // Browsers without Fetch Metadata, on a page without referrer.
    expect(await post('phone', { Origin: 'null' })).toBe(303)
    expect(
      journey.rows(
        `SELECT withdrawn_at FROM applications WHERE email = 'keys.private@example.org'`,
      ),
    ).toEqual([{ withdrawn_at: null }])
    expect(journey.server.output()).not.toContain(token)

    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${journey.url}/application`)
    await page.getByRole('button', { name: 'Sign out of this page' }).click()
    await status(page, 'You have signed out of this page on this device.')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Not sent')
    await page.goBack()
    await heading(page, 'Find your application')
    expect((await fetch(`${journey.url}/application/${token}`)).status).toBe(200)
  })

  test('shows times of interviews in the visitor’s zone beside the company’s, where they differ', async () => {
    const email = 'zone.private@example.org'
    const body = applicationForm({ job_id: 1, email })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    const { pathname } = new URL(candidate_url)
    const [row] = journey.rows(`
      INSERT INTO interviews (application_id, minutes, place, uid, proposed_name)
      SELECT id, 45, 'Room 1', 'zone@example.com', 'Ada' FROM applications
      WHERE email = '${email}' RETURNING id`)
    journey.rows(`INSERT INTO interview_times (interview_id, time)
      VALUES (${row?.id}, '2099-01-12T09:00:00.000Z') RETURNING time`)
    const there = await journey.open(pathname, { timezoneId: 'Asia/Kathmandu', closes: true })
    const choice = there.getByRole('radio', { name: /^Monday.* 12 January 2099 at 09:00–09:45/ })
    await choice.waitFor()
    // Browsers call it Katmandu, too.
    await there
      .getByText(/^Monday.* 12 January at 14:45 in your time zone, Asia\/Kath?mandu$/)
      .waitFor()
    const here = await journey.open(pathname, { timezoneId: 'UTC', closes: true })
    await here.getByRole('radio', { name: /09:00–09:45$/ }).waitFor()
    expect(await here.getByText('in your time zone').filter({ visible: true }).count()).toBe(0)
  })

  test('fits a phone with text at 200 %, in maintenance too', async () => {
    const body = applicationForm({ job_id: 1, email: 'large.private@example.org' })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    const { pathname } = new URL(candidate_url)
    const page = await journey.open('/robots.txt', {
      viewport: { width: 390, height: 844 },
      closes: true,
    })
    const set = (value: string) =>
      journey.rows(
        `UPDATE settings SET value = '${value}' WHERE key = 'maintenance_mode' RETURNING id`,
      )
    set('true')
    try {
      // Written past the server, which notices within a second.
      await expect.poll(async () => (await fetch(`${journey.url}/jobs`)).status).toBe(503)
      for (const query of ['', '?ask=withdraw', '?ask=erase']) {
        const response = await page.goto(journey.url + pathname + query)
        expect([query, response?.status()]).toEqual([query, 200])
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([query, width]).toEqual([query, 390])
      }
    } finally {
      set('false')
    }
  })
})
