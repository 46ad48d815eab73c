import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const client = join(dist, 'client')
const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(join(client, file), 'utf8') }))

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

  test.each([
    ['drizzle:entityKind', 'drizzle-orm/entity.js'],
    ['URL_SCHEME_NOT_SUPPORTED', '@libsql/client/lib-esm/http.js'],
    ['auth_session', 'lucia/dist/core.js'],
    ['NAPI_RS_', '@node-rs/argon2/index.js'],
    ['default level:', 'pino/lib/levels.js'],
    ['allowedSchemesAppliedToAttributes', 'sanitize-html/index.js'],
    ['Boundary not found', 'busboy/lib/types/multipart.js'],
  ])('contain no %s, which is in %s', (mark, file) => {
    expect(readFileSync(join(dist, '../node_modules', file), 'utf8').includes(mark)).toBe(true)
    expect(scripts.filter(({ text }) => text.includes(mark))).toEqual([])
  })

  test('import no Node module', () => {
    expect(scripts.filter(({ text }) => /from\s?["'`]node:/.test(text))).toEqual([])
  })

  test('have at most 75 KB of script for the application form without the editor', async () => {
    const page = await journey.open('/')
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/jobs/1/apply#apply`)
      await page.getByText('0/400 characters').waitFor()
    })
    console.log(`application form: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(75 * 1024)
  })

  test('have at most 160 KB of script for the first screen of the back office', async () => {
    const page = await journey.open('/', { as: administrator })
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/backoffice`)
      await page.getByRole('link', { name: /^Pending/ }).waitFor()
    })
    console.log(`dashboard: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(160 * 1024)
  })

  test.each(['/', '/jobs', '/page/about', '/application/success', '/jobs/3/apply'])(
    'have no script for %s',
    async (path) => {
      const page = await journey.open('/healthz')
      const bytes = await scriptBytes(page, () => page.goto(journey.url + path))
      expect(bytes).toBe(0)
    },
  )

  test('need a response of at most 8 KB, with styles, and a font of 35 KB for the job list', async () => {
    const page = await journey.open('/healthz')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${journey.url}/jobs`, { waitUntil: 'networkidle' })
    // The favicon is requested after the page.
    const [list, font = '', ...more] = asked.filter((url) => !url.endsWith('/favicon.svg'))
    expect([list, more]).toEqual([`${journey.url}/jobs`, []])
    expect(font).toMatch(/\.woff2$/)
    expect(readFileSync(join(client, new URL(font).pathname)).length).toBeLessThanOrEqual(35 * 1024)
    const { headers } = await fetch(`${journey.url}/jobs`, { headers: { 'accept-encoding': 'br' } })
    console.log(`openings: ${headers.get('content-length')} bytes`)
    expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(8 * 1024)
  })

  test('include speculation rules that prefetch a page when its link is hovered', async () => {
    const page = await journey.open('/')
    await page.getByRole('link', { name: 'View All Jobs' }).hover()
    await page.waitForTimeout(1000)
    await page.getByRole('link', { name: 'View All Jobs' }).click()
    await page.waitForURL('**/jobs')
    const how = () =>
      page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation')
        return (entry as unknown as { deliveryType: string }).deliveryType
      })
    expect(await how()).toBe('navigational-prefetch')
  })

  test.each([
    ['/', 'no-preference', '/jobs', true],
    ['/', 'reduce', '/jobs', false],
    ['/jobs', 'no-preference', '/login', false],
  ] as const)(
    'navigate from %s, motion %s: %s, view transition: %s',
    async (from, reducedMotion, to, melts) => {
      const page = await journey.open('/healthz', { reducedMotion })
      await page.addInitScript(() => {
        addEventListener('pagereveal', (event) => {
          document.documentElement.dataset.melts = String(
            Boolean((event as Event & { viewTransition?: object }).viewTransition),
          )
        })
      })
      await page.goto(journey.url + from)
      await page.evaluate((path) => {
        const link = document.createElement('a')
        link.href = path
        document.body.append(link)
        link.click()
      }, to)
      await page.waitForURL(`**${to}`)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset.melts))
        .toBe(String(melts))
    },
  )
})
