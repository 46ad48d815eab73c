import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
    const answer = await fetch(journey.url + path, { redirect: 'manual', ...init })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
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
      ...['General', 'Contact', 'SEO', 'Analytics', 'File Uploads', 'System', 'Social Media'],
      ...['Jobs', 'Candidates', 'Email', 'Days off', 'Test email'],
    ])
    // Those of the Privacy screen begin with keep_.
    const about = journey.rows(
      "SELECT description FROM settings WHERE description <> '' AND key NOT GLOB 'keep_*'",
    )
    expect(about.length).toBeGreaterThan(10)
    for (const { description } of about)
      await page.getByText(String(description), { exact: true }).waitFor()
    await row(page, 'Google Analytics Id').getByText('(empty)', { exact: true }).waitFor()
    await row(page, 'Site Name').getByText('Public', { exact: true }).waitFor()
    await row(page, 'Answer Time Days').getByText('Foyer computes this value').waitFor()
    expect(await page.getByRole('button', { name: 'Edit Answer Time Days' }).count()).toBe(0)
  })

  test('a section is saved as one form, in words', async () => {
    const page = await journey.open('/backoffice/settings', as)
    await page.getByRole('link', { name: 'Forms by section' }).click()
    const social = page.getByRole('form', { name: 'Social Media' })
    const linkedIn = social.getByLabel('LinkedIn page')
    await linkedIn.fill('my page')
    await social.getByLabel('Facebook page').fill('facebook.com/brackwater')
    await social.getByRole('button', { name: 'Save Social Media' }).click()
    await social.getByText('Enter a full web address').waitFor()
    await expect
      .poll(() => linkedIn.evaluate((field) => document.activeElement === field))
      .toBe(true)
    expect(await linkedIn.inputValue()).toBe('my page')
    await linkedIn.fill('linkedin.com/company/brackwater')
    await linkedIn.press('Enter')
    await page.getByText('“Social Media” was updated').waitFor()
    const stored = (key: string) => journey.rows(`SELECT value FROM settings WHERE key = '${key}'`)
    expect(stored('linkedin_url')).toEqual([{ value: 'https://linkedin.com/company/brackwater' }])
    expect(stored('facebook_url')).toEqual([{ value: 'https://facebook.com/brackwater' }])
    expect(await social.getByLabel('X (Twitter) profile').getAttribute('placeholder')).toBe(
      'Not set',
    )
    const system = page.getByRole('form', { name: 'System' })
    await system.getByLabel('Maintenance mode').selectOption('On')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await system.getByRole('button', { name: 'Cancel' }).click()
    expect(await system.getByLabel('Maintenance mode').inputValue()).toBe('false')
    expect(await axeViolations(page)).toEqual([])
  })

  test("a form reports a colleague's change under its field, and admins' settings are locked", async () => {
    const sam = await journey.createStaff(['manage_settings', 'edit_pages'])
    const page = await journey.open('/backoffice/settings?view=forms', { as: sam })
    const general = page.getByRole('form', { name: 'General' })
    await general.getByText('Only an admin can change this, because').waitFor()
    expect(await general.getByLabel('Web address of this site').isDisabled()).toBe(true)
    const tagline = general.getByLabel('Tagline')
    const before = await tagline.inputValue()
    await tagline.fill('Mine')
    const other = await journey.open('/backoffice/settings', as)
    await change(other, 'Site Tagline', 'Theirs')
    await row(other, 'Site Tagline').getByText('Theirs').waitFor()
    // On a slow line the list reloads long after the error; saving again needn't wait for it.
    const list = Promise.withResolvers<void>()
    await page.route('**/api/settings?*', (route) => list.promise.then(() => route.continue()))
    await tagline.press('Enter')
    await general.getByText('Ada Halloran changed this to “Theirs”').waitFor()
    expect(await tagline.inputValue()).toBe('Mine')
    await tagline.fill(before)
    await tagline.press('Enter')
    await page.getByText('“General” was updated').waitFor()
    list.resolve()
  })

  test("the browser's time zone is offered until somebody has chosen one", async () => {
    const options = { ...as, timezoneId: 'Europe/Dublin' }
    const page = await journey.open('/backoffice/settings', options)
    await page.getByText('Your browser says Europe/Dublin. Use it?').waitFor()
    await page.getByRole('button', { name: 'Use Europe/Dublin' }).click()
    await row(page, 'Site Time Zone').getByText('Europe/Dublin', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit Site Time Zone' }).click()
    const zone = row(page, 'Site Time Zone')
    await zone.getByLabel('Site Time Zone').fill('Dublin')
    await zone.getByRole('button', { name: 'Save' }).click()
    await zone.getByText('Enter a time zone like Europe/Dublin').waitFor()
    await zone.getByLabel('Site Time Zone').fill('UTC')
    await zone.getByRole('button', { name: 'Save' }).click()
    await zone.getByText('UTC', { exact: true }).waitFor()
    expect(await page.getByText('Your browser says').count()).toBe(0)
  })

  test('a non-admin reads why three settings are locked', async () => {
    const page = await journey.open('/backoffice/settings', {
      as: await journey.createStaff(['manage_settings']),
    })
    await page.getByRole('button', { name: 'Edit Site Name' }).waitFor()
    for (const title of ['Public Url', 'Notify Email', 'Require Second Factor']) {
      await row(page, title).getByText('Only an admin can change this, because').waitFor()
      expect(await row(page, title).getByRole('button').count()).toBe(0)
    }
    const shown = 'careers@brackwater.example.com'
    await row(page, 'Notify Email').getByText(shown, { exact: true }).waitFor()
    const admin = await journey.open('/backoffice/settings', as)
    await admin.getByRole('button', { name: 'Edit Notify Email' }).waitFor()
    expect(await admin.getByText('Only an admin can change this').count()).toBe(0)
  })

  test('a new site name is everywhere with the next request', async () => {
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
  })

  test('Escape cancels an edit, and leaving the screen with one asks first', async () => {
    const page = await journey.open('/backoffice/settings', as)
    const shown = () => row(page, 'Site Tagline').getByText('We build instruments')
    await page.getByRole('button', { name: 'Edit Site Tagline' }).click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Something else')
    await field.press('Escape')
    await shown().waitFor()
    await page.getByRole('button', { name: 'Edit Site Tagline' }).click()
    await field.fill('Something else')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await field.inputValue()).toBe('Something else')
    await row(page, 'Site Tagline').getByRole('button', { name: 'Cancel' }).click()
    await shown().waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
  })

  test('an invalid value shows its error under the field and is not saved', async () => {
    const page = await journey.open('/backoffice/settings', as)
    await change(page, 'Max File Size', '26')
    await row(page, 'Max File Size').getByText('Must be a number from 1 to 25').waitFor()
    await change(page, 'Linkedin Url', 'linkedin')
    await row(page, 'Linkedin Url')
      .getByText('Enter a full web address, like https://example.com')
      .waitFor()
    expect(journey.rows("SELECT value FROM settings WHERE key = 'max_file_size'")).toEqual([
      { value: '5' },
    ])
    await page.route('**/api/settings/*', (route) => route.abort())
    await change(page, 'Contact Email', 'jobs@example.com')
    await row(page, 'Contact Email').getByText('Failed to update setting').waitFor()
  })

  test("saving over a colleague's change reports it first", async () => {
    const page = await journey.open('/backoffice/settings', as)
    await page.getByRole('button', { name: 'Edit Default Meta Description' }).click()
    const field = page.getByRole('textbox', { name: 'Default Meta Description' })
    await field.fill('Mine')
    const other = await journey.open('/backoffice/settings', as)
    await change(other, 'Default Meta Description', 'Theirs')
    await row(other, 'Default Meta Description').getByText('Theirs').waitFor()
    await field.press('Enter')
    await page.getByText('You changed this to “Theirs”').waitFor()
    await field.press('Enter')
    await row(page, 'Default Meta Description').getByText('Mine').waitFor()
    expect((await visit('/jobs')).html).toContain('<meta name="description" content="Mine">')
  })

  test('a lower file size limit is shown on the form and enforced by the server', async () => {
    const page = await journey.open('/backoffice/settings', as)
    const resume = new File([Buffer.alloc(1_500_000, '%PDF-1.7\n')], 'resume.pdf')
    const submit = () => {
      const body = applicationForm({ job_id: 1, motivation_letter: '', resume })
      return visit('/api/applications/submit', { method: 'POST', body })
    }
    expect((await visit('/jobs/1/apply')).html).toMatch(/5\s?MB/)
    expect((await submit()).status).toBe(400)
    await change(page, 'Max File Size', '1')
    await row(page, 'Max File Size').getByText('1', { exact: true }).waitFor()
    expect((await visit('/jobs/1/apply')).html).not.toMatch(/5\s?MB/)
    expect((await visit('/jobs/1/apply')).html).toMatch(/\b1\s?MB/)
    expect((await submit()).status).toBe(413)
  })

  test('maintenance mode closes and reopens the site with the next request', async () => {
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
    await setMaintenance(page, false)
    for (const path of visitors) {
      const open = await visit(path)
      expect([path, open.status]).toEqual([path, 200])
      expect(open.html).not.toContain('ll be back soon')
    }
    expect((await visit('/maintenance')).status).toBe(302)
  })

  test('maintenance returns the letter of an application sent without JavaScript', async () => {
    const page = await journey.open('/backoffice/settings', as)
    await setMaintenance(page, true)
    const body = applicationForm({ job_id: 1, motivation_letter: 'I bake bread & more.' })
    const closed = await visit('/jobs/1/apply', { method: 'POST', body })
    expect(closed.status).toBe(503)
    expect(closed.html).toContain('ll be back soon')
    expect(closed.html).toContain('I bake bread &amp; more.')
    await setMaintenance(page, false)
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
