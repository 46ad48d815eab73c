import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
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
  const visit = async (path: string) => {
    const response = await fetch(journey.url + path, { redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }

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
