import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { still } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { resumeFile, words as text } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { german, offerGerman } from '#scripts/testing/languages/german.ts'
import { layoutFaults } from '#scripts/testing/languages/layout-faults.ts'
import { openMailbox, releaseHeldMails } from '#scripts/testing/mailbox.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

describe('A site in four languages', async () => {
  const mailbox = await openMailbox()
  const journey = startJourney({ SMTP_URL: mailbox.url })
  const call = staffCalls(journey)
  const further = ['de', 'es', 'fr'] as const

  beforeAll(() => call('PUT', '/settings/key/site_languages', { value: further.join() }))

  async function faultsOn(page: Page, name: string) {
    await page.evaluate(async () => void (await document.fonts.ready))
    const found = await axeViolations(page)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      found.push(...(await layoutFaults(page)))
    }
    return found.map((fault) => `${name}: ${fault}`)
  }

  test('public screens in each further language fit and are accessible', async () => {
    const page = await journey.open('/', still)
    const faults: string[] = []
    const look = async (name: string) => void faults.push(...(await faultsOn(page, name)))
    for (const language of further) {
      for (const path of [
        '',
        '/jobs',
        '/application/success?jobId=1',
        '/accessibility',
        '/page/privacy',
        '/jobs/1/apply',
      ]) {
        await page.goto(`${journey.url}/${language}${path}`)
        await look(`/${language}${path}`)
      }
      const { errors, form } = languages[language]
      const submit = page.getByRole('button', { name: form.submit })
      await submit.scrollIntoViewIfNeeded()
      await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
      await submit.click()
      await page.getByText(errors.firstNameRequired).first().waitFor()
      await look(`/${language}, errors`)
    }
    expect(faults).toEqual([])
  })

  test('so do those of mailed and shared links', async () => {
    const [{ id }] = await call('GET', '/applications')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const share = await call('POST', '/shares', { ids: [id], name: 'Dr. Vogt', expires_at })
    const page = await journey.open('/', still)
    const faults: string[] = []
    for (const language of further) {
      const words = languages[language]
      const shows = async (name: string) => {
        await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        faults.push(...(await faultsOn(page, `${language}: ${name}`)))
      }
      const email = `${language}@example.org`
      await page.goto(`${journey.url}/${language}/alerts`)
      await shows(words.alerts.heading)
      await page.getByLabel(words.alerts.email).fill(email)
      await page.getByRole('button', { name: words.alerts.send }).click()
      await shows(words.alerts.sentTitle)
      const { text } = await mailbox.next(email)
      await page.goto(journey.url + /\/alerts\/confirm\/\S+/.exec(text)?.[0])
      await shows(words.alerts.confirm.heading)
      await page.getByRole('button', { name: words.alerts.confirm.button }).click()
      await page.getByText(words.alerts.confirm.doneTitle).waitFor()
      await shows(words.alerts.manageTitle)
      await page.getByRole('button', { name: words.alerts.leave }).click()
      await shows(words.alerts.leftTitle)
      await page.goto(`${journey.url}${new URL(share.url).pathname}?lang=${language}`)
      await page.getByRole('heading', { name: words.form.labels.resume }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      faults.push(...(await faultsOn(page, `${language}: shared`)))
      await page.goto(`${journey.url}/shared/unknown?lang=${language}`)
      await shows(words.shared.gone)
    }
    expect(faults).toEqual([])
  })

  test('a browser that prefers another language is offered it, and nothing moves', async () => {
    const page = await journey.open('/jobs?q=a', { locale: 'de-AT', closes: true })
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries().length))
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => setTimeout(resolve, 100, 0))
        }),
    )
    expect(moved).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const link = page.getByRole('link', { name: languages.de.site.thisPage })
    expect(await link.getAttribute('lang')).toBe('de')
    expect(await link.getAttribute('hreflang')).toBe('de')
    await link.click()
    await page.getByRole('heading', { name: languages.de.jobs.heading, level: 1 }).waitFor()
    expect(page.url()).toBe(`${journey.url}/de/jobs?q=a`)
    expect(await page.locator('.in-your-language').count()).toBe(0)
    // Pages of one language offer none.
    await page.goto(`${journey.url}/jobs/1/apply`)
    expect(await page.locator('.in-your-language').count()).toBe(0)
  })

  test('labels that staff wrote are in the language of the site', async () => {
    const pages = await (await fetch(`${journey.url}/api/pages/slug/about`)).json()
    await call('PUT', '/menus/footer', [{ label: 'Our house', page_id: pages.id }])
    const page = await journey.open('/de/jobs')
    const label = page.getByRole('contentinfo').getByRole('link', { name: 'Our house' })
    expect(await label.getAttribute('lang')).toBe('en')
    const own = page.getByRole('banner').getByRole('link', { name: languages.de.site.menu.jobs })
    expect(await own.getAttribute('lang')).toBe(null)
  })
})

describe('A German-speaking candidate', async () => {
  const mailbox = await openMailbox()
  const journey = startJourney({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://careers.example.com' })
  const call = staffCalls(journey)
  const { de } = languages
  const { title } = german.job
  const heading = (page: Page, name: string, level = 1) =>
    page.getByRole('heading', { name, level, exact: true }).waitFor()
  const pdf = resumeFile('mira.pdf', 'Mira Østergård (Lebenslauf).pdf')

  beforeAll(() => offerGerman(call))

  test.each([
    { script: 'with script', options: {} },
    { script: 'without script', options: { javaScriptEnabled: false } },
  ])('applies $script, is rejected, and reads German throughout', async ({ script, options }) => {
    const page = await journey.open('/de/jobs', options)
    await heading(page, de.jobs.heading)
    await page.getByRole('link', { name: title }).click()
    await heading(page, title)
    expect(new URL(page.url()).pathname).toBe('/de/jobs/1/apply')
    await page.getByText('Sie prüfen Durchflussmessgeräte.').waitFor()

    const { labels, submit } = de.form
    const email = `${script.replace(' ', '.')}@example.org`
    await page.getByLabel(labels.first_name).fill('Mira')
    await page.getByLabel(labels.last_name).fill('Østergård')
    await page.getByLabel(labels.email).fill(email)
    const letter = `Erster Absatz & mehr.\n\nZweiter. ${text(400)}`
    if (script === 'with script') {
      await page.getByRole('textbox', { name: labels.motivation_letter }).click()
      await page.getByRole('toolbar', { name: labels.motivation_letter }).waitFor()
      for (const [n, part] of letter.split('\n\n').entries()) {
        if (n) await page.keyboard.press('Enter')
        await page.keyboard.insertText(part)
      }
    } else await page.getByLabel(labels.motivation_letter).fill(letter)
    const buffer = Buffer.from(await pdf.arrayBuffer())
    const file = { name: pdf.name, mimeType: 'application/pdf', buffer }
    await page.getByLabel(labels.resume).setInputFiles(file)
    await page.getByRole('button', { name: submit }).click()
    await heading(page, de.thanks.heading)
    expect(new URL(page.url()).pathname).toBe('/de/application/success')
    await heading(page, de.nextSteps.heading, 2)
    await page.getByText(`Vielen Dank für Ihre Bewerbung: ${title}.`).waitFor()
    await page.reload()
    await heading(page, de.thanks.heading)

    const receipt = await mailbox.next(email)
    expect(receipt.subject).toMatch(
      /^Ihre Bewerbung bei Brackwater Instruments: Kalibriertechniker:in/,
    )
    expect(receipt.text).toContain('Guten Tag Mira Østergård,')
    const own = /\/application\/[\w-]{43}/.exec(receipt.text)?.[0]
    await page.goto(journey.url + own)
    await heading(page, title)
    await heading(page, de.application.state.pending, 2)
    await page.getByText(pdf.name).waitFor()

    const [row] = await call('GET', `/applications?q=${email}`)
    const sent = await call('GET', `/applications/${row.id}`)
    // Two lines or two paragraphs, as the editor came before or after the first.
    expect(sent.motivation_letter).toMatch(/^<p>Erster Absatz &amp; mehr\.<.*>Zweiter\. /)
    expect(journey.rows(`SELECT resume_size FROM applications WHERE id = ${row.id}`)).toEqual([
      { resume_size: pdf.size },
    ])
    await call('PUT', `/applications/${row.id}`, { status: 'rejected', tell: 'now' })
    await releaseHeldMails(journey, journey.rows)
    const rejection = await mailbox.next(email, 2)
    expect(rejection.subject).toBe(`Zu Ihrer Bewerbung: ${title}`)
    expect(rejection.text).toContain('leider haben wir uns für andere entschieden')
    await expect
      .poll(() => journey.rows(`SELECT told_status FROM applications WHERE id = ${row.id}`))
      .toEqual([{ told_status: 'rejected' }])
    await page.reload()
    await heading(page, de.application.state.rejected, 2)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByText(de.application.events.decision).waitFor()
  })
})
