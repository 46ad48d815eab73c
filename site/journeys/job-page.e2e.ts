import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'

const links = Array.from({ length: 12 }, (_, n) => `<p><a href="/page/${n}">Link ${n}</a></p>`)

const job = {
  ...{ title: 'Diver', description: `<p>Dive.</p>${links.join('')}`, requirements: '<p>Dry.</p>' },
  ...{ location: '', salary_range: 'Good pay', team: 'Probes', employment_types: ['PART_TIME'] },
  ...{ workplace: 'onsite', places: [{ locality: 'Port Ellery', country: 'IE' }] },
  ...{ pay_min: 20, pay_max: 25.5, pay_currency: 'EUR', pay_unit: 'hour' },
  ...{ closes_on: '2099-12-31', contact_name: 'Maeve Daly' },
  contact_text: 'Write to maeve@example.com.',
}
const phone = { viewport: { width: 390, height: 700 } }

describe('The page of a job', () => {
  const journey = startJourney()
  const address = () => `${journey.url}/jobs/1/apply`
  beforeAll(async () => {
    const { token } = await signIn(journey.url)
    const answer = await fetch(`${journey.url}/api/jobs/1`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(job),
    })
    expect(answer.status).toBe(200)
  })
  const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!
  const bar = (page: Page) =>
    page.getByRole('link', { name: 'Apply Now' }).filter({ visible: true })

  test('shows all facts beside the text, above it on small screens', async () => {
    const page = await journey.open('/jobs/1/apply', { viewport: { width: 1440, height: 900 } })
    const facts = page.getByRole('region', { name: 'About this job' })
    const texts = await facts.locator('dl > div').allInnerTexts()
    expect(texts.map((text) => text.replaceAll(/\s*\n\s*/g, ': '))).toEqual([
      ...['Location: Port Ellery, Ireland', 'Workplace: On site', 'Employment type: Part time'],
      ...['Team: Probes', 'Pay: Good pay'],
      expect.stringMatching(/^Posted: \d+ \w+ 20\d\d$/),
      'Closes: 31 December 2099',
    ])
    await facts.getByRole('heading', { name: 'Ask Maeve Daly' }).waitFor()
    const mail = facts.getByRole('link', { name: 'maeve@example.com' })
    expect(await mail.getAttribute('href')).toBe('mailto:maeve@example.com')
    expect((await box(page, '.facts')).x).toBeGreaterThan((await box(page, '.text')).x + 600)
    await page.setViewportSize({ width: 800, height: 900 })
    expect((await box(page, '.facts')).y).toBeLessThan((await box(page, '.text')).y)
  })

  test('on phones keeps Apply Now in view until the form is reached, off focused links', async () => {
    const page = await journey.open('/jobs/1/apply', phone)
    const { y, height } = (await bar(page).boundingBox())!
    expect(y + height).toBeLessThan(700)
    expect(y).toBeGreaterThan(600)
    for (let n = 0; n < 12; n++) {
      const link = page.getByRole('link', { name: `Link ${n}`, exact: true })
      await link.focus()
      const isOnTop = await link.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect()
        return document.elementFromPoint(left + 4, bottom - 2) === element
      })
      expect(isOnTop, `Link ${n}`).toBe(true)
    }
    await bar(page).click()
    await page.getByLabel('First name').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
  })

  async function newJob(fields: object) {
    const { token } = await signIn(journey.url)
    const answer = await fetch(`${journey.url}/api/jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Cook', description: '<p>Cook.</p>', ...fields }),
    })
    return ((await answer.json()) as { id: number }).id
  }

  test('keeps the focus on Apply Now when the form is just below it', async () => {
    const description = '<p>Cook.</p><p>Serve what you cooked.</p>'
    const page = await journey.open(`/jobs/${await newJob({ description })}/apply`, phone)
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    for (let n = 0; n < 20 && (await focused()) !== 'Apply Now'; n++)
      await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    expect(await focused()).toBe('Apply Now')
    expect(await bar(page).count()).toBe(1)
    const { y, height } = (await bar(page).boundingBox())!
    expect([y >= 0, y + height <= 700]).toEqual([true, true])
  })

  test('marks the texts of a job in another language, here and in the lists', async () => {
    const title = 'Köchin für die Werksküche'
    const id = await newJob({ title, requirements: '<p>Gern.</p>', language: 'de' })
    const page = await journey.open(`/jobs/${id}/apply`)
    const languageOf = (text: string) =>
      page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))
    for (const text of [title, 'Cook.', 'Gern.']) expect(await languageOf(text), text).toBe('de')
    for (const text of ['Job Description', 'Apply for this position'])
      expect(await languageOf(text), text).toBe('en')
    for (const path of ['/', '/jobs']) {
      await page.goto(journey.url + path)
      expect(await languageOf(title), path).toBe('de')
    }
    await page.goto(`${journey.url}/jobs/1/apply`)
    expect(await languageOf('Diver')).toBe('en')
  })

  test.each([
    ['', ['Cork, Ireland', 'Galway, Ireland', 'Sligo, Ireland', 'Tralee, Ireland']],
    ['Our four kitchens', ['Our four kitchens']],
  ])('with the location %j and four places shows %j', async (location, shown) => {
    const places = ['Cork', 'Galway', 'Sligo', 'Tralee'].map((locality) => ({
      ...{ locality, country: 'IE' },
    }))
    const id = await newJob({ location, places })
    const page = await journey.open(`/jobs/${id}/apply`)
    const [first = ''] = await page
      .getByRole('region', { name: 'About this job' })
      .locator('dl > div')
      .allInnerTexts()
    expect(first.split(/\s*\n\s*/)).toEqual(['Location', ...shown])
  })

  test('copies its link, and says so', async () => {
    const page = await journey.open('/jobs/1/apply', { closes: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('status').getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address())
  })

  /** Opens the page in a browser whose share sheet ends with this error, or opens without one. */
  async function openWithShareSheet(error: string) {
    const page = await journey.open('/healthz', { closes: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript((name) => {
      const share = async (data: ShareData) => {
        document.body.dataset.shared = JSON.stringify(data)
        if (name) throw new DOMException('', name)
      }
      Object.defineProperty(Navigator.prototype, 'share', { value: share })
    }, error)
    await page.goto(address())
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const shared = await page.locator('body').getAttribute('data-shared')
    expect(JSON.parse(shared ?? '')).toEqual({
      title: 'Diver - Careers | Brackwater Instruments',
      url: address(),
    })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    return { page, copied }
  }

  test.each([
    ['used', ''],
    ['dismissed', 'AbortError'],
  ])('shares its title and address; a share sheet that is %s copies nothing', async (_, error) => {
    const { page, copied } = await openWithShareSheet(error)
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('status').allTextContents()).not.toContain('Link copied')
    expect(await copied()).toBe('before')
  })

  test('copies its link when the share sheet fails', async () => {
    const { page, copied } = await openWithShareSheet('NotAllowedError')
    await page.getByRole('status').getByText('Link copied').waitFor()
    expect(await copied()).toBe(address())
  })

  test('has no Share button where the browser has no share sheet', async () => {
    const page = await journey.open('/healthz')
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'share', { value: undefined }),
    )
    await page.goto(address())
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)
  })

  test('ends with other open positions, of which none is the job itself', async () => {
    const page = await journey.open('/jobs/1/apply')
    const others = page.getByRole('region', { name: 'Other open positions' })
    const addresses = await others
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(new Set(addresses).size).toBe(3)
    expect(addresses).not.toContain('/jobs/1/apply')
    await others.getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Job Description' }).waitFor()
  })

  test('without script has its address as a link, and one to send it by email', async () => {
    const page = await journey.open('/jobs/1/apply', { javaScriptEnabled: false })
    const link = page.getByRole('link', { name: 'Link to this job' })
    expect(await link.getAttribute('href')).toBe(address())
    const mail = await page.getByRole('link', { name: 'Email this job' }).getAttribute('href')
    const { searchParams } = new URL(mail ?? '')
    expect(searchParams.get('subject')).toContain('Diver')
    expect(searchParams.get('body')).toBe(address())
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  })
})
