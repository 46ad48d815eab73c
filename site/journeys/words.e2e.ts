import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visibleText } from '#api/http/contract/text.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level, exact: true }).waitFor()
const description = (page: Page) => page.locator('meta[name=description]').getAttribute('content')
const wide = { viewport: { width: 1440, height: 900 } }

describe('Public pages, without a mail server', () => {
  const journey = startJourney({ SMTP_URL: '' })
  type Job = Record<
    'id' | 'title' | 'team' | 'description' | 'location_text' | 'salary_text',
    string
  >
  const active = async () => (await (await fetch(`${journey.url}/api/jobs/active`)).json()) as Job[]
  const set = (key: string, value: string) =>
    journey.rows(`UPDATE settings SET value = '${value}' WHERE key = '${key}' RETURNING id`)

  test('Home shows name, tagline, the page home, and active jobs in three columns', async () => {
    const page = await journey.open('/', wide)
    await heading(page, 'Welcome to Brackwater Instruments')
    const main = page.getByRole('main')
    await main.getByText('We build instruments that measure rivers, lakes and coasts.').waitFor()
    await main.getByText('How high is the river, how salty is the estuary').waitFor()
    const open = main.getByRole('link', { name: 'View Open Positions' })
    expect(await open.getAttribute('href')).toBe('/jobs')
    await heading(page, 'Featured Job Openings', 2)
    expect(await main.getByRole('link', { name: 'View All Jobs' }).getAttribute('href')).toBe(
      '/jobs',
    )
    const cards = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^Apply Now/ }) })
    const jobs = await active()
    expect(await cards.count()).toBe(jobs.length)
    const lefts = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().left),
    )
    expect(new Set(lefts).size).toBe(3)
    for (const { id, title, location_text, description } of jobs) {
      const card = cards.filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      const text = (await card.textContent()) ?? ''
      expect(text).toContain(location_text ?? '')
      expect(text).toContain(visibleText(description).slice(0, 100))
      const apply = card.getByRole('link', { name: 'Apply Now' })
      expect(await apply.getAttribute('href')).toBe(`/jobs/${id}/apply`)
    }
    const about = cards.first().getByText(visibleText(jobs[0]?.description ?? '').slice(0, 60))
    expect(await about.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(
      true,
    )
  })

  test('Open Positions shows team, location, type, pay and up to 150 characters of each job', async () => {
    const page = await journey.open('/jobs')
    await heading(page, 'Open Positions')
    for (const job of await active()) {
      const { id, title, team, location_text, salary_text, description } = job
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      const text = (await card.textContent()) ?? ''
      for (const fact of [team, location_text, salary_text]) expect(text).toContain(fact ?? '')
      expect(text).toMatch(/Full time|Part time|Internship/)
      const whole = visibleText(description)
      const shown = (await card.locator('p').allTextContents()).at(-2)?.trim()
      const cut = whole.slice(0, whole.lastIndexOf(' ', 150))
      expect(shown).toBe(whole.length > 150 ? `${cut}...` : whole)
      expect(await card.getByRole('link', { name: 'Apply Now' }).getAttribute('href')).toBe(
        `/jobs/${id}/apply`,
      )
    }
  })

  test('a job shows location, pay, date, description and requirements, if any', async () => {
    journey.rows(
      "UPDATE jobs SET requirements = NULL, first_active_at = '2026-03-04T05:06:07.890Z' WHERE id = 2 RETURNING id",
    )
    const page = await journey.open('/jobs/1/apply')
    await heading(page, 'Calibration Technician')
    for (const fact of ['Port Ellery, Ireland', '€34,000–39,000 a year', 'Posted'])
      await page.getByRole('article').getByText(fact).first().waitFor()
    await heading(page, 'Job Description', 2)
    await heading(page, 'Requirements', 2)
    await heading(page, 'Apply for this position', 2)
    // Changed directly in the database: the server follows within a second.
    await expect
      .poll(async () => (await fetch(`${journey.url}/jobs/2/apply`)).text())
      .toContain('4 March 2026')
    await page.goto(`${journey.url}/jobs/2/apply`)
    await page.getByText('Posted 4 March 2026').waitFor()
    await heading(page, 'Job Description', 2)
    expect(await page.getByRole('heading', { name: 'Requirements' }).count()).toBe(0)
  })

  test('the success page names the position, the next steps and links', async () => {
    const page = await journey.open('/application/success?jobId=1&jobTitle=Anything%20at%20all')
    await heading(page, 'Application Submitted Successfully!')
    await page.getByText('Thank you for applying for Calibration Technician.').waitFor()
    expect(await page.getByText('Anything at all').count()).toBe(0)
    await heading(page, 'What happens next?', 2)
    await page.getByText('within 1-2 business days').waitFor()
    await page.getByText('If your profile matches').waitFor()
    await page.getByRole('link', { name: 'Save the link to your application' }).waitFor()
    expect(await page.getByText('email confirmation').count()).toBe(0)
    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['/application', '/jobs', '/application', '/'])
    await page.goto(`${journey.url}/application/success`)
    await heading(page, 'Application Submitted Successfully!')
    expect(await page.getByText('Thank you for applying for').count()).toBe(0)
    await page.getByText('If you have not sent one yet').waitFor()
  })

  test('a page shows its title and content', async () => {
    const page = await journey.open('/page/about')
    await heading(page, 'About Brackwater')
    await page.getByText('In 1996 the county bought a tide gauge').waitFor()
  })

  test('/accessibility says what is tested and whom to tell', async () => {
    const page = await journey.open('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
    await heading(page, 'Accessibility')
    await page.getByText('by keyboard alone').waitFor()
    await page.getByText(/^This site runs a version built on \d/).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'careers@brackwater' }).waitFor()
  })

  test('header and footer show navigation, name, contact and social links', async () => {
    set('facebook_url', 'https://facebook.example/brackwater')
    set('twitter_url', 'https://x.example/brackwater')
    await journey.restart()
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/application/success', '/page/about']) {
      const page = await journey.open(path)
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      expect(
        await links.evaluateAll((all) =>
          all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
        ),
      ).toEqual([
        ['Home', '/'],
        ['Jobs', '/jobs'],
        ['About', '/page/about'],
      ])
      await page.getByRole('banner').getByText('Brackwater Instruments').waitFor()
      const foot = page.getByRole('contentinfo')
      await foot.getByText('Brackwater Instruments', { exact: true }).waitFor()
      await foot.getByText('We build instruments that measure').waitFor()
      expect(
        await foot
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
      ).toEqual([
        'mailto:careers@brackwater.example.com',
        'https://www.linkedin.com/company/brackwater-instruments',
        'https://x.example/brackwater',
        'https://facebook.example/brackwater',
        '/accessibility',
      ])
    }
  })

  test.each([
    ['/', 'Brackwater Instruments'],
    ['/jobs', 'Open Positions - Careers | Brackwater Instruments'],
    ['/jobs/1/apply', 'Calibration Technician - Careers | Brackwater Instruments'],
    ['/jobs/99999/apply', 'Job not found - Careers | Brackwater Instruments'],
    ['/application/success', 'Application Submitted - Careers | Brackwater Instruments'],
    ['/page/about', 'About Brackwater | Brackwater Instruments'],
    ['/login', 'Sign in | Brackwater Instruments'],
  ])('the document title of %s is %s', async (path, title) => {
    expect(await (await journey.open(path)).title()).toBe(title)
  })

  test("the meta description is the page's, else the site's, else the default", async () => {
    const page = await journey.open('/page/about')
    expect(await description(page)).toMatch(/^Forty-one people/)
    await page.goto(`${journey.url}/jobs`)
    expect(await description(page)).toMatch(/^Brackwater Instruments in Port Ellery builds/)
    set('default_meta_description', '')
    await journey.restart()
    await page.goto(`${journey.url}/jobs`)
    expect(await description(page)).toBe(
      'Company website with job board and content management system',
    )
  })

  test('pages without open positions say so', async () => {
    journey.rows('UPDATE jobs SET is_active = 0 RETURNING id')
    await journey.restart()
    const page = await journey.open('/jobs')
    const sentence = "We don't have any open positions at the moment. Please check back later!"
    await heading(page, 'No Open Positions')
    await page.getByText(sentence).waitFor()
    await page.goto(journey.url)
    await page.getByText(sentence).waitFor()
    expect(await page.getByRole('link', { name: 'Apply Now' }).count()).toBe(0)
  })
})
