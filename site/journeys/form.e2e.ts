import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ariaOutline } from '#scripts/testing/aria-outline.ts'
import { words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Motivation letter' })
const describes = async (page: Page, label: string) =>
  page.getByRole('textbox', { name: label }).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  )
const scripts = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url())
  })
  return asked
}

describe('The application form', () => {
  const journey = startJourney()

  test('loads no script before it is in view, and the editor on focus', async () => {
    const page = await journey.open('/')
    const asked = scripts(page)
    await page.goto(`${journey.url}/jobs/1/apply`, { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    await page.getByLabel('First name').scrollIntoViewIfNeeded()
    await page.getByText('0/400 characters').waitFor()
    expect(asked.filter((url) => url.includes('Editor'))).toEqual([])
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    expect(asked.some((url) => url.includes('Editor'))).toBe(true)
  })

  test('replaces the letter field by an editor without layout shift, lost text or moved caret', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/Editor/, async (route) => {
      await arrived
      await route.continue()
    })
    const submit = page.getByRole('button', { name: 'Submit Application' })
    await editor(page).click()
    await page.keyboard.type('Dear people,\n\nI write  slowly ')
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowLeft')
    const before = await submit.boundingBox()
    arrive()
    await page.getByRole('toolbar').waitFor()
    expect((await submit.boundingBox())?.y).toBe(before?.y)
    await page.keyboard.type('very ')
    expect(await editor(page).evaluate((field) => document.activeElement === field)).toBe(true)
    const text = await editor(page).evaluate((field) =>
      [...field.querySelectorAll('p')].map((paragraph) => paragraph.textContent),
    )
    expect(text.join('\n').replaceAll('\u00a0', ' ')).toMatch(
      /^Dear people,\n+I write {2}very slowly $/,
    )
  })

  test('keeps text typed before hydration', async () => {
    const page = await journey.open('/')
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/_astro\/.*\.js/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(`${journey.url}/jobs/1/apply#apply`)
    await page.getByLabel('First name').fill('Early')
    await page.getByLabel('Email').fill('early@example.org')
    const buffer = Buffer.from('%PDF-1.7')
    await page.getByLabel('Resume').setInputFiles({ name: 'early.pdf', mimeType: '', buffer })
    await editor(page).click()
    await page.keyboard.type('I was quicker than the script')
    arrive()
    await page.getByText('29/400 characters').waitFor()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type(', was I not')
    await page.getByText('40/400 characters').waitFor()
    expect(await editor(page).textContent()).toBe('I was quicker than the script, was I not')
    expect(await page.getByLabel('First name').inputValue()).toBe('Early')
    expect(await page.getByLabel('Email').inputValue()).toBe('early@example.org')
    expect(await page.getByLabel('Resume').inputValue()).toMatch(/early\.pdf$/)
  })

  test('has no layout shift on hydration', async () => {
    const page = await journey.open('/healthz')
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${journey.url}/jobs/1/apply#apply`)
    await page.getByText('0/400 characters').waitFor()
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    )
  })

  test('counts neutrally before the first key, then in red below the minimum and in green from it', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    const tone = async (text: string) => {
      const counter = page.getByText(text)
      await counter.waitFor()
      return counter.evaluate((element) =>
        getComputedStyle(element).color === getComputedStyle(element.parentElement!).color
          ? 'neutral'
          : getComputedStyle(element).color,
      )
    }
    expect(await tone('0/400 characters – about 70 words')).toBe('neutral')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    expect(await tone('0/400 characters')).toBe('neutral')
    await page.keyboard.type('a')
    const red = await tone('1/400 characters – 399 more to go')
    expect(red).not.toBe('neutral')
    await page.keyboard.press('Backspace')
    expect(await tone('0/400 characters – 400 more to go')).toBe(red)
    await page.keyboard.insertText(words(399))
    expect(await tone('399/400 characters – 1 more to go')).toBe(red)
    await page.keyboard.type('!')
    const green = await tone('400/400 characters – long enough')
    expect(['neutral', red]).not.toContain(green)
    await page.keyboard.press('Backspace')
    expect(await tone('399/400 characters')).toBe(red)
  })

  test('turns the counter red when an empty letter is submitted', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    const counter = page.getByText('0/400 characters')
    const color = () => counter.evaluate((element) => getComputedStyle(element).color)
    const before = await color()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect.poll(color).not.toBe(before)
  })

  test('announces the count every hundred characters and at the minimum, not at each key', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      const status = document.querySelector('.visually-hidden[role=status]')!
      new MutationObserver(() => heard.push(status.textContent)).observe(status, {
        characterData: true,
        childList: true,
        subtree: true,
      })
    })
    await page.keyboard.type('x'.repeat(405))
    await page.getByText('405/400 characters').waitFor()
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      'Over 100 of 400 characters',
      'Over 200 of 400 characters',
      'Over 300 of 400 characters',
      '400 characters reached, long enough',
    ])
  })

  test('shows an error at each field, focuses the first, and clears errors on input', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const summary = page.getByRole('alert')
    await summary.getByText('5 things need your attention').waitFor()
    const first = page.getByLabel('First name')
    expect(await first.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(await describes(page, 'First name')).toBe('First name is required')
    expect(await describes(page, 'Email')).toBe('Email is required')
    expect(await describes(page, 'Motivation letter')).toContain('Motivation letter is required')
    await page.getByText('Resume is required').waitFor()
    expect(await ariaOutline(page.getByRole('main'))).toMatchInlineSnapshot(`
      [
        "- link "All open positions"",
        "- heading "Calibration Technician" [level=1]",
        "- region "About this job"",
        "- heading "About this job" [level=2]",
        "- term: Location",
        "- term: Workplace",
        "- term: Employment type",
        "- term: Team",
        "- term: Pay",
        "- term: Posted",
        "- link "Apply Now"",
        "- link "Email this job"",
        "- button "Copy link"",
        "- status",
        "- heading "Job Description" [level=2]",
        "- heading "What you will do" [level=3]",
        "- heading "Requirements" [level=2]",
        "- form "Apply for this position"",
        "- heading "Apply for this position" [level=2]",
        "- alert",
        "- link "First name"",
        "- link "Last name"",
        "- link "Email"",
        "- link "Motivation letter"",
        "- link "Resume"",
        "- textbox "First name" [invalid]",
        "- textbox "Last name" [invalid]",
        "- textbox "Email" [invalid]",
        "- textbox "Phone (optional)"",
        "- textbox "Motivation letter" [invalid]",
        "- status",
        "- button "Resume"",
        "- button "Submit Application"",
        "- status",
        "- checkbox "Keep what I enter and my files on this device for 30 days"",
        "- status",
        "- region "Other open positions"",
        "- heading "Other open positions" [level=2]",
        "- link "Workshop Assistant"",
        "- link "Technical Author and Translator for Installation Manuals, Calibration Certificates and Training Material in English, French and Spanish"",
        "- link "Sales Engineer, Ports and Harbours"",
      ]
    `)
    await page.keyboard.type('M')
    expect(await first.getAttribute('aria-invalid')).toBe('false')
    expect(await describes(page, 'First name')).toBe('')
    expect(await first.evaluate((field) => document.activeElement === field)).toBe(true)
    await summary.getByRole('link', { name: 'Motivation letter' }).click()
    await page.getByRole('toolbar').waitFor()
    await expect
      .poll(() => editor(page).evaluate((field) => document.activeElement === field))
      .toBe(true)
  })

  test.each([
    ['a picture', 'photo.png', 1000, 'Resume must be a PDF, DOC or DOCX file'],
    ['an empty file', 'resume.pdf', 0, 'This file is empty'],
    ['a file of 6 MB', 'resume.pdf', 6 * 1_048_576, 'Resume must be at most 5 MB'],
  ])('rejects %s as resume at once', async (_what, name, size, sentence) => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    const buffer = Buffer.alloc(size, 'x')
    await page.getByLabel('Resume').setInputFiles({ name, mimeType: '', buffer })
    await page.getByText(sentence).waitFor()
    expect(await page.getByLabel('Resume').getAttribute('aria-invalid')).toBe('true')
  })

  test.each([
    [
      'a PDF with a password',
      'encrypted-pdf/aes-256-locked.pdf',
      'This file is protected by a password, so our reviewers could not open it. Save a copy without a password and choose it again.',
    ],
    [
      'an OpenDocument text',
      'mira.odt',
      'Save it as PDF and choose it again: in LibreOffice Writer, File > Export As > Export as PDF.',
    ],
  ])('explains why %s is rejected as soon as it is chosen', async (_what, fixture, sentence) => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    const resume = page.getByLabel('Resume')
    await resume.setInputFiles(`scripts/testing/fixtures/${fixture}`)
    await page.getByText(sentence).waitFor()
    expect(await resume.getAttribute('aria-invalid')).toBe('true')
    await resume.setInputFiles('scripts/testing/fixtures/encrypted-pdf/aes-256-open.pdf')
    await expect.poll(() => resume.getAttribute('aria-invalid')).toBe('false')
    await page.waitForTimeout(500)
    expect(await resume.getAttribute('aria-invalid')).toBe('false')
  })

  test('does not send a resume with a password', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Nguyen')
    await page.getByLabel('Email').fill('mira@example.org')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.insertText(words(400))
    await page
      .getByLabel('Resume')
      .setInputFiles('scripts/testing/fixtures/encrypted-pdf/rc4-128-locked.pdf')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.getByRole('alert').getByText('One thing needs your attention: Resume').waitFor()
    expect(sent).toEqual([])
  })

  test('restores typed text after a reload', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Phone').fill('+45 12')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type('Some words, ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.getByText('16/400 characters').waitFor()
    await page.reload()
    await page.getByText('16/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Mira')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+45 12')
    await editor(page).getByRole('strong').getByText('bold').waitFor()
    await page.goto(`${journey.url}/jobs/2/apply#apply`)
    await page.getByText('0/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
  })

  test('restores the letter after Back, beside fields that the browser restored', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    // Pages with an unload handler are not kept in the back/forward cache.
    await page.evaluate(() => addEventListener('unload', () => {}))
    await page.getByText('0/400 characters').waitFor()
    await page.getByLabel('First name').fill('Mira')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.insertText(words(430))
    await page.getByText('430/400 characters').waitFor()
    await page.goto(`${journey.url}/jobs`)
    await page.goBack()
    await page.getByText('430/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Mira')
    await page.getByLabel('Last name').pressSequentially('F')
    await page.reload()
    await page.getByText('430/400 characters').waitFor()
    await editor(page).getByText(words(430)).waitFor()
  })

  test('keeps a cleared field empty after a reload', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Phone').fill('12')
    await page.getByLabel('Phone').fill('')
    await page.reload()
    await page.getByText('0/400 characters').waitFor()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mira')
    expect(await page.getByLabel('Phone').inputValue()).toBe('')
  })

  test('keeps text typed before hydration after a restored letter, with the caret behind it', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type('The old letter.')
    await page.getByText('15/400 characters').waitFor()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/_astro\/.*\.js/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.reload()
    await editor(page).click()
    await page.keyboard.type('And more')
    arrive()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type(' of it')
    await expect
      .poll(() => editor(page).evaluate((field) => [...field.children].map((p) => p.textContent)))
      .toEqual(['The old letter.', 'And more of it'])
  })
})
