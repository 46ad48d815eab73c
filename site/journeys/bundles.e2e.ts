import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const client = fileURLToPath(new URL('../../dist/client', import.meta.url))
/** Gzipped bytes of script that the page loads until the network is idle. */
async function scriptBytes(page: Page, act: () => Promise<unknown>) {
  const files = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.add(new URL(request.url()).pathname)
  })
  await act()
  await page.waitForLoadState('networkidle')
  const sizes = [...files].map((file) => readFileSync(join(client, `${file}.gz`)).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

describe('Client bundles', () => {
  const journey = startJourney()

  test('have at most 75 KB of script for the application form without the editor', async () => {
    const page = await journey.open('/')
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/jobs/1/apply#apply`)
      await page.getByText('0/400 characters').waitFor()
    })
    console.log(`application form: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(75 * 1024)
  })

  test('have at most 170 KB of script for the first screen of the back office', async () => {
    const page = await journey.open('/', { as: administrator })
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/backoffice`)
      await page.getByRole('link', { name: /^Pending/ }).waitFor()
    })
    console.log(`dashboard: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(170 * 1024)
  })

  test('need one response for the job list, with styles, and one for the font', async () => {
    const page = await journey.open('/healthz')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${journey.url}/jobs`, { waitUntil: 'networkidle' })
    // The favicon is requested after the page.
    expect(asked.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([
      `${journey.url}/jobs`,
      expect.stringMatching(/\/inter-latin\.[\w-]+\.woff2$/),
    ])
  })

  test('include speculation rules that prefetch a page when its link is hovered', async () => {
    const page = await journey.open('/')
    const devTools = await page.context().newCDPSession(page)
    const prefetched: string[] = []
    devTools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') prefetched.push(prefetchUrl)
    })
    await devTools.send('Preload.enable')
    await page.getByRole('link', { name: 'View All Jobs' }).hover()
    await expect.poll(() => prefetched).toContain(`${journey.url}/jobs`)
    await page.getByRole('link', { name: 'View All Jobs' }).click()
    await page.waitForURL('**/jobs')
    const how = () =>
      page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation')
        return (entry as unknown as { deliveryType: string }).deliveryType
      })
    expect(await how()).toBe('navigational-prefetch')
  })

  test('ask for view transitions, but not with reduced motion or in another layout', async () => {
    const page = await journey.open('/healthz')
    // Whether one is shown is up to the browser: a busy one skips it.
    const asksForThem = () =>
      page.evaluate(() => {
        const inForce = (rules: CSSRuleList): CSSRule[] =>
          [...rules].flatMap((rule) => {
            if (!(rule instanceof CSSMediaRule)) return [rule]
            return matchMedia(rule.conditionText).matches ? inForce(rule.cssRules) : []
          })
        return [...document.styleSheets]
          .flatMap(({ cssRules }) => inForce(cssRules))
          .some((rule) => 'navigation' in rule && rule.navigation === 'auto')
      })
    for (const [path, reducedMotion, asks] of [
      ['/', 'no-preference', true],
      ['/jobs', 'no-preference', true],
      ['/jobs', 'reduce', false],
      ['/login', 'no-preference', false],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto(journey.url + path)
      expect([path, reducedMotion, await asksForThem()]).toEqual([path, reducedMotion, asks])
    }
  })

  test('name one title in a view transition: that of the job whose link was followed', async () => {
    const page = await journey.open('/jobs')
    const named = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((element) => getComputedStyle(element).viewTransitionName === 'job-title')
          .map((element) => element.textContent?.trim()),
      )
    expect(await named()).toEqual([])
    const link = page.getByRole('link', { name: /^Apply Now/ }).first()
    const title = (await link.getAttribute('aria-label'))?.replace('Apply Now: ', '')
    await link.focus()
    expect(await named()).toEqual([title])
    await link.click()
    await page.waitForURL('**/apply')
    expect(await named()).toEqual([title])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await named()).toEqual([])
  })
})
