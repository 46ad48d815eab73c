import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startingThemes } from '#api/website/appearance/contract/starting-looks.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { themes, typePairings } from '#db/enums.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { allBlocks, uploadPicture } from '#scripts/testing/fixtures/blocks.ts'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { settled, startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { smallTargets } from '#scripts/testing/target-size.ts'

const journey = startJourney()
const call = staffCalls(journey)
let token = ''
beforeAll(async () => {
  token = (await signIn(journey.url)).token
  const form = pictureForm(png('3f6b74', { width: 1200, height: 800 }))
  const picture = await uploadPicture(journey.url, token, form)
  await call('POST', '/pages', {
    title: 'All blocks',
    slug: 'all',
    content: `<p>All of them.</p>${allBlocks('Tea and cake', picture)}`,
    is_published: true,
  })
  await call('POST', '/pages', {
    title: 'כל הבלוקים',
    slug: 'rtl',
    content: `<p>כולם.</p>${allBlocks('תה ועוגה', picture)}`,
    is_published: true,
  })
})

async function send(method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(`${journey.url}/api/appearance${path}`, init)
  expect(response.status, await response.clone().text()).toBe(200)
}

async function publish(change: Partial<typeof defaultAppearance>) {
  await send('PUT', '', change)
  await send('POST', '/publish')
}

const pathsOf = {
  home: '/',
  jobs: '/jobs',
  'a job': '/jobs/1/apply',
  about: '/page/about',
  'all blocks': '/page/all',
  success: '/application/success?jobId=1',
}

describe.each(themes)('The look %s', (look) => {
  beforeAll(() => publish({ look, ...startingThemes[look] }))

  test('is accessible on every page, light and dark', async () => {
    const violations: string[] = []
    const page = await journey.open('/healthz')
    for (const [name, path] of Object.entries(pathsOf)) {
      await page.goto(journey.url + path)
      const found = [...(await axeViolations(page)), ...(await smallTargets(page))]
      violations.push(...found.map((violation) => `${name}: ${violation}`))
    }
    expect(violations).toEqual([])
  })

  test('has a hero of at most 70 % of the window, headings on one line, and nothing scrolls sideways', async () => {
    const page = await journey.open('/', { viewport: { width: 1440, height: 900 } })
    const hero = await page.locator('.hero').boundingBox()
    expect(hero?.height).toBeLessThanOrEqual(630)
    for (const path of Object.values(pathsOf)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(journey.url + path)
      // The text itself, not its box.
      const edges = await page.locator('main h1').evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        const { left, right } = range.getBoundingClientRect()
        return { left, middle: (left + right) / 2 }
      })
      if (look !== 'warm') expect(edges.left, path).toBeCloseTo(120, 0)
      else expect(edges.middle, path).toBeCloseTo(720, 0)
      for (const width of [320, 768, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  })

  test('keeps the facts of a job and Apply Now in view beside the text', async () => {
    const page = await journey.open('/jobs/1/apply', { viewport: { width: 1440, height: 900 } })
    const apply = page.locator('.facts').getByRole('link', { name: 'Apply Now' })
    await page.evaluate(() => scrollTo(0, 500))
    const facts = (await apply.boundingBox())!
    expect(facts.y).toBeGreaterThan(0)
    expect(facts.y + facts.height).toBeLessThan(900)
    const text = (await page.locator('.text').boundingBox())!
    const isBeside = facts.x > text.x + text.width || facts.x + facts.width < text.x
    expect(isBeside).toBe(true)
  })
})

describe('Type pairings', () => {
  /** How far the page's content moved, and the fonts that it loaded, when these arrive late. */
  async function shifts(page: Page, path: string) {
    const loaded: string[] = []
    await page.route('**/*.woff2', async (route) => {
      loaded.push(
        /\/([\w-]+?)-(latin(-ext)?)/.exec(route.request().url())?.slice(1, 3).join(' ') ?? '',
      )
      // Time passes: the font arrives late.
      await sleep(400)
      await route.continue()
    })
    await page.addInitScript(() => {
      const held = globalThis as unknown as { shift: number }
      held.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          held.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(journey.url + path, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await settled(page)
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
    await page.close()
    return { shift, loaded: loaded.sort() }
  }

  const files: Record<(typeof typePairings)[number], string[]> = {
    system: [],
    'instrument-inter': ['instrument-sans latin', 'inter latin'],
    inter: ['inter latin'],
    'fraunces-source': ['fraunces latin', 'source-sans-3 latin'],
    'newsreader-source': ['newsreader latin', 'source-sans-3 latin'],
    'bricolage-public': ['bricolage-grotesque latin', 'public-sans latin'],
    'schibsted-public': ['public-sans latin', 'schibsted-grotesk latin'],
  }
  test.each(typePairings)('%s shifts nothing and loads only its own files', async (pairing) => {
    await publish({ ...defaultAppearance, type_pairing: pairing })
    const pages = [
      ['/', 390],
      ['/jobs/1/apply', 1440],
      ['/page/all', 390],
    ].map(async ([path, width]) => {
      const viewport = { width: Number(width), height: 900 }
      const page = await journey.open('/healthz', { viewport })
      return [`${path} ${width}`, await shifts(page, String(path))] as const
    })
    // A line that moves is 0.01; metrics rounded to pixels stay below a tenth of that.
    for (const [name, { shift, loaded }] of await Promise.all(pages)) {
      expect(loaded, name).toEqual(files[pairing])
      expect(shift, name).toBeLessThan(0.001)
    }
  })
  afterAll(() => publish(defaultAppearance))
})

describe('A page of blocks', () => {
  test.each(themes)('in %s, from right to left, scrolls nowhere sideways', async (look) => {
    await publish({ look, ...startingThemes[look] })
    const page = await journey.open('/page/rtl')
    for (const width of [320, 390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${width} px`).toBeLessThanOrEqual(width)
    }
    expect(await axeViolations(page)).toEqual([])
  })

  test('plays a video after a click, and its host hears of nobody before', async () => {
    const page = await journey.open('/healthz')
    const heard: string[] = []
    await page.route('https://player.vimeo.com/**', (route) => {
      heard.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>It plays.</p>' })
    })
    await page.goto(`${journey.url}/page/all`)
    const frame = page.locator('[data-block="video"] iframe')
    await frame.scrollIntoViewIfNeeded()
    const poster = frame.contentFrame().getByRole('link')
    await poster.waitFor()
    expect(heard).toEqual([])
    await poster.click()
    await frame.contentFrame().getByText('It plays.').waitFor()
    expect(heard).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1'])
  })
})

test('The colors and the scheme of the published look are those of the page', async () => {
  await publish({ ...defaultAppearance, brand_color: '#b00020', scheme: 'dark' })
  const page = await journey.open('/', { colorScheme: 'light' })
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((e, p) => getComputedStyle(e).getPropertyValue(p), property)
  expect(await styleOf('html', 'color-scheme')).toBe('dark')
  expect(await styleOf('.hero .button', 'background-color')).not.toBe('rgb(95, 182, 173)')
  expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#0f1415')
})

test('Home has its jobs in three columns, each description cut off', async () => {
  await publish(defaultAppearance)
  const page = await journey.open('/', { viewport: { width: 1440, height: 900 } })
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Apply Now/ }) })
  const lefts = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().left),
  )
  expect(new Set(lefts).size).toBe(3)
  const isCut = cards.first().locator('.about')
  expect(await isCut.evaluate((text) => text.scrollHeight > text.clientHeight)).toBe(true)
})
