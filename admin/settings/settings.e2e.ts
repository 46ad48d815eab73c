import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { builtInSettings } from '#api/core/site-settings/contract/table.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const row = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function change(page: Page, title: string, value: string) {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const field = row(page, title).getByLabel(title)
  await field.fill(value)
  await field.press('Enter')
}

describe('Settings screen', () => {
  const journey = startJourney()
  const visit = async (path: string, init?: RequestInit) => {
    const response = await fetch(journey.url + path, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const setMaintenance = async (page: Page, on: boolean) => {
    await page.getByRole('button', { name: 'Edit Maintenance Mode' }).click()
    await page.getByRole('switch', { name: 'Maintenance Mode' }).setChecked(on)
    await row(page, 'Maintenance Mode').getByRole('button', { name: 'Save' }).click()
    await row(page, 'Maintenance Mode').getByText(String(on), { exact: true }).waitFor()
  }

  test('every setting is listed by category with its description and (empty) for no value', async () => {
    const page = await journey.open('/backoffice', as)
    const places = page.getByRole('navigation', { name: 'Back office' })
    await places.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Site Settings', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'General', level: 2 }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'General',
      'Contact',
      'SEO',
      'Analytics',
      'File Uploads',
      'System',
      'Social Media',
      'Jobs',
      'Candidates',
      'Privacy',
      'Email',
    ])
    for (const { description } of Object.values(builtInSettings))
      await page.getByText(description, { exact: true }).first().waitFor()
    await row(page, 'Google Analytics Id').getByText('(empty)', { exact: true }).waitFor()
    await row(page, 'Site Name').getByText('Public', { exact: true }).waitFor()
    await row(page, 'Answer Time Days').getByText('Foyer computes this value').waitFor()
    expect(await page.getByRole('button', { name: 'Edit Answer Time Days' }).count()).toBe(0)
  })

  test('a new site name and file size limit are on the site with the next request', async () => {
    const page = await journey.open('/backoffice/settings', as)
    expect((await visit('/')).html).toContain('Brackwater Instruments')
    await change(page, 'Site Name', 'Tidewater & Søn')
    await row(page, 'Site Name').getByText('Tidewater & Søn').waitFor()
    const edit = page.getByRole('button', { name: 'Edit Site Name' })
    await expect.poll(() => edit.evaluate((button) => document.activeElement === button)).toBe(true)
    const visitor = await journey.open('/jobs')
    expect(await visitor.title()).toBe('Open Positions - Careers | Tidewater & Søn')
    await visitor.getByRole('banner').getByText('Tidewater & Søn').waitFor()
    await visitor.goto(journey.url)
    expect(await visitor.title()).toBe('Tidewater & Søn')
    await visitor.getByRole('heading', { name: 'Welcome to Tidewater & Søn' }).waitFor()
    expect((await visit('/jobs/1/apply')).html).toMatch(/\b5\s?MB/)
    await change(page, 'Max File Size', '1')
    await row(page, 'Max File Size').getByText('1', { exact: true }).waitFor()
    expect((await visit('/jobs/1/apply')).html).not.toMatch(/\b5\s?MB/)
    expect((await visit('/jobs/1/apply')).html).toMatch(/\b1\s?MB/)
  })

  test('maintenance closes and reopens the site with the next request, and returns a sent letter', async () => {
    const visitors = ['/', '/jobs', '/jobs/1/apply', '/page/about', '/application/success']
    for (const path of visitors) expect((await visit(path)).status).toBe(200)
    const page = await journey.open('/backoffice/settings', as)
    await setMaintenance(page, true)
    for (const path of [...visitors, '/jobs', '/jobs/99999/apply', '/page/none']) {
      const closed = await visit(path)
      expect([path, closed.status, closed.headers.get('x-maintenance')]).toEqual([path, 503, null])
      expect(closed.headers.get('retry-after')).toBe('300')
      expect(closed.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(closed.html).toContain('ll be back soon')
      expect(closed.html).toContain('Tidewater &amp; Søn')
    }
    expect((await visit('/api/jobs/active')).status).toBe(503)
    expect((await visit('/api/settings/public')).status).toBe(200)
    expect((await visit('/login')).html).toContain('Sign in')
    for (const path of ['/login', '/backoffice', '/backoffice/jobs', '/healthz', '/robots.txt'])
      expect((await visit(path)).status).toBe(200)
    const body = applicationForm({ job_id: 1, motivation_letter: 'I bake bread & more.' })
    const refused = await visit('/jobs/1/apply', { method: 'POST', body })
    expect(refused.status).toBe(503)
    expect(refused.html).toContain('ll be back soon')
    expect(refused.html).toContain('I bake bread &amp; more.')
    await setMaintenance(page, false)
    for (const path of visitors) {
      const open = await visit(path)
      expect([path, open.status]).toEqual([path, 200])
      expect(open.html).not.toContain('ll be back soon')
    }
    expect((await visit('/maintenance')).status).toBe(302)
  })

  test('analytics load only once an ID is set and the visitor agrees, and only on public pages', async () => {
    const google = 'https://www.googletagmanager.com'
    const policy = async (path: string) =>
      (await visit(path)).headers.get('content-security-policy') ?? ''
    expect((await visit('/')).html + (await policy('/'))).not.toContain('google')
    const page = await journey.open('/backoffice/settings', as)
    await change(page, 'Google Analytics Id', 'G-AB12CD34EF')
    await row(page, 'Google Analytics Id').getByText('G-AB12CD34EF').waitFor()
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/page/about']) {
      expect((await visit(path)).html).toContain(`${google}/gtag/js?id=G-AB12CD34EF`)
      expect(await policy(path)).toMatch(
        /script-src 'self' https:\/\/www\.googletagmanager\.com[ ;]/,
      )
      expect(await policy(path)).not.toMatch(/unsafe/)
    }
    for (const path of ['/login', '/backoffice'])
      expect((await visit(path)).html + (await policy(path))).not.toContain('google')

    const visitor = await journey.open('/login')
    await visitor.route(`${google}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.counted = dataLayer.length' }),
    )
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.goto(journey.url)
    const bar = visitor.getByRole('region', { name: 'Analytics' })
    await bar.waitFor()
    expect(await axeViolations(visitor)).toEqual([])
    await bar.getByRole('button', { name: 'No thanks' }).click()
    await visitor.goto(`${journey.url}/jobs`)
    const choices = visitor.getByRole('button', { name: 'Analytics choices' })
    await choices.waitFor()
    expect(await bar.isVisible()).toBe(false)
    expect(asked.filter((url) => url.includes('google'))).toEqual([])

    await choices.press('Enter')
    await bar.getByRole('button', { name: 'Allow' }).press('Enter')
    expect(await choices.evaluate((button) => button === document.activeElement)).toBe(true)
    await visitor.goto(journey.url)
    await visitor.waitForFunction(() => 'counted' in window)
    expect(await bar.isVisible()).toBe(false)
    const sent = await visitor.evaluate(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((call) =>
        Array.from(call, String),
      ),
    )
    expect(sent).toEqual([
      ['js', expect.anything()],
      ['config', 'G-AB12CD34EF'],
    ])
    await change(page, 'Google Analytics Id', '')
    await row(page, 'Google Analytics Id').getByText('(empty)').waitFor()
    expect((await visit('/')).html + (await policy('/'))).not.toContain('google')
  })
})
