import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { still } from '#scripts/testing/accessibility.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { layoutFaults } from '#scripts/testing/languages/layout-faults.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

describe('A site in four languages', () => {
  const journey = startJourney()
  const call = staffCalls(journey)

  beforeAll(() => call('PUT', '/settings/key/site_languages', { value: 'de,es,fr' }))

  test.each(['de', 'es', 'fr'])('public screens in %s fit and are accessible', async (language) => {
    const page = await journey.open('/', still)
    const faults: string[] = []
    for (const path of [
      '',
      '/jobs',
      '/jobs/1/apply',
      '/application/success?jobId=1',
      '/accessibility',
    ]) {
      await page.goto(`${journey.url}/${language}${path}`)
      await page.waitForLoadState('networkidle')
      const found = await axeViolations(page)
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        found.push(...(await layoutFaults(page)))
      }
      faults.push(...found.map((fault) => `${path}: ${fault}`))
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
