import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startingThemes } from '#api/website/appearance/contract/starting-looks.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { type Block, toHtml } from '#api/website/blocks/contract/block.ts'
import { blockNames } from '#api/website/blocks/contract/kinds.ts'
import { companyPages } from '#db/demo/company.ts'
import { themes } from '#db/enums.ts'
import { filled, uploadPicture } from '#scripts/testing/fixtures/blocks.ts'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const journey = startJourney({ SEED: 'demo' })
const call = staffCalls(journey)

const sentence =
  'Whoever designs a thing sooner or later stands in a river with it, and that keeps the manuals honest; the tank is in the cellar, the workshop upstairs where the light is good.'
const numbers = (count: number) =>
  toHtml({
    name: 'numbers',
    values: {},
    entries: Array.from({ length: count }, (_, n) => ({ title: String(n + 1), text: 'boats' })),
  })
const table: Block = {
  name: 'table',
  values: {
    table: {
      head: true,
      rows: [1, 2, 3].map(() => Array.from({ length: 8 }, (_, n) => `Column ${n + 1}`)),
    },
  },
  entries: [],
}

beforeAll(async () => {
  const { token } = await signIn(journey.url)
  const form = pictureForm(png('3f6b74', { width: 1200, height: 800 }))
  const picture = await uploadPicture(journey.url, token, form)
  const ofWidth = (width: string, tone: string) =>
    blockNames.map((name) => {
      const { values, entries } = filled(name, sentence.slice(0, 190), picture)
      return toHtml({ name, values: { ...values, width, tone }, entries })
    })
  const content = [
    `<p>${sentence}</p><ul><li>${sentence}</li></ul><h2>Widths</h2>`,
    ...ofWidth('text', 'paper'),
    ...ofWidth('wide', 'tinted'),
    ...ofWidth('full', 'brand'),
  ].join('')
  const pages = {
    all: content,
    numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map(numbers).join(''),
    table: `<p>Before</p>${toHtml(table)}`,
  }
  for (const [slug, content] of Object.entries(pages))
    await call('POST', '/pages', { title: `Page ${slug}`, slug, content, is_published: true })
  await call('POST', '/jobs/3/deactivate')
})

async function publish(change: Partial<typeof defaultAppearance>) {
  const { hero } = await call('GET', '/appearance')
  await call('PUT', '/appearance', { ...defaultAppearance, hero, ...change })
  await call('POST', '/appearance/publish')
}

/** The longest line of text on the page, as it is broken now. */
const longestLine = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const main = document.querySelector('main')!
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const lines = new Map<Element, Map<number, string>>()
    for (let at = walker.nextNode(); at; at = walker.nextNode()) {
      const text = at as Text
      const block = text.parentElement?.closest(
        'p, li, h1, h2, h3, dd, td, th, summary, figcaption, blockquote, div',
      )
      if (!block || !text.data.trim() || text.parentElement?.closest('.visually-hidden')) continue
      const ofBlock = lines.get(block) ?? new Map<number, string>()
      lines.set(block, ofBlock)
      for (let n = 0; n < text.length; n++) {
        range.setStart(text, n)
        range.setEnd(text, n + 1)
        const box = range.getClientRects()[0]
        if (!box?.width) continue
        const line = Math.round(box.bottom / 8)
        ofBlock.set(line, (ofBlock.get(line) ?? '') + text.data[n])
      }
    }
    const all = [...lines.values()].flatMap((ofBlock) => [...ofBlock.values()])
    return all.reduce((longest, line) => (line.length > longest.length ? line : longest), '')
  })

const paths = {
  home: '/',
  list: '/jobs',
  'nothing found': '/jobs?q=xylophone',
  job: '/jobs/1/apply',
  closed: '/jobs/3/apply',
  missing: '/jobs/9999/apply',
  page: '/page/about',
  'a page of all blocks': '/page/all',
  success: '/application/success?jobId=1',
  'candidate links': '/application',
  accessibility: '/accessibility',
  'sign in': '/login',
}

describe.each(themes)('In the theme %s', (look) => {
  beforeAll(() => publish({ look, ...startingThemes[look] }))

  test.each([1440, 2200])(
    'at %i px no line of text is longer than 80 characters',
    async (width) => {
      const page = await journey.open('/healthz', { viewport: { width, height: 900 } })
      for (const path of [
        '/',
        '/page/all',
        '/page/life-with-us',
        '/jobs/1/apply',
        '/accessibility',
      ]) {
        await page.goto(journey.url + path)
        const line = await longestLine(page)
        expect(line.length, `${path}: ${line}`).toBeGreaterThan(30)
        expect(line.length, `${path}: ${line}`).toBeLessThanOrEqual(80)
      }
    },
  )

  test('titles are on one axis and have two sizes, that of Home and that of all others', async () => {
    const page = await journey.open('/healthz', { viewport: { width: 1440, height: 900 } })
    const sizes = new Map<string, string[]>()
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(journey.url + path)
      const title = page.locator('main h1')
      await title.waitFor()
      const { size, left, middle } = await title.evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        const { left, right } = range.getBoundingClientRect()
        return { size: getComputedStyle(heading).fontSize, left, middle: (left + right) / 2 }
      })
      if (look === 'warm') expect(middle, name).toBeCloseTo(720, -1)
      else expect(left, name).toBeCloseTo(120, -1)
      sizes.set(size, [...(sizes.get(size) ?? []), name])
    }
    expect([...sizes.values()]).toEqual([['home'], Object.keys(paths).slice(1)])
  })

  test("the demo's Home shows its first job within 1,700 px on a desk, 2,400 on a phone", async () => {
    for (const [width, height, most] of [
      [1440, 900, 1700],
      [390, 844, 2400],
    ] as const) {
      const page = await journey.open('/', { viewport: { width, height } })
      const card = await page.locator('.featured').getByRole('listitem').first().boundingBox()
      expect(card!.y, `${width} px`).toBeLessThanOrEqual(most)
      expect(card!.y, `${width} px`).toBeGreaterThan(600)
      await page.close()
    }
  })
})

test('numbers leave none alone in the last of several rows', async () => {
  await publish(defaultAppearance)
  const page = await journey.open('/page/numbers')
  for (const width of [320, 700, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const rows = await page.locator('[data-block="numbers"] > ul').evaluateAll((lists) =>
      lists.map((list) => {
        const tops = [...list.children].map((one) => Math.round(one.getBoundingClientRect().top))
        return (
          tops.filter((top) => top === tops.at(-1)).length < 2 && new Set(tops).size < tops.length
        )
      }),
    )
    expect([width, rows]).toEqual([width, rows.map(() => false)])
    expect(rows).toHaveLength(13)
  }
})

test('a table that is wider than a phone scrolls by itself, as a region with a name', async () => {
  const page = await journey.open('/page/table', { viewport: { width: 390, height: 844 } })
  const region = page.getByRole('region', { name: /^Table: Column 1, Column 2/ })
  const box = await region.evaluate((element) => [element.scrollWidth, element.clientWidth])
  expect(box[0]).toBeGreaterThan(box[1]!)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await region.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})

test('the page in which a job ad is written has the tables of the site', async () => {
  const page = await journey.open('/backoffice/page-canvas?as=job')
  const overflow = await page.locator('main').evaluate((main) => {
    const section = document.createElement('section')
    section.dataset.block = 'table'
    main.append(section)
    return getComputedStyle(section).overflowX
  })
  expect(overflow).toBe('auto')
})

test('in Warm, other jobs than a closed one are in the middle, and round corners are inside', async () => {
  await publish({ look: 'warm', ...startingThemes.warm })
  const page = await journey.open('/jobs/3/apply', { viewport: { width: 1440, height: 900 } })
  const middles = await page.locator('#others, .others .grid').evaluateAll(([heading, grid]) => {
    const range = document.createRange()
    range.selectNodeContents(heading!)
    const text = range.getBoundingClientRect()
    const cards = [...grid!.children].map((card) => card.getBoundingClientRect())
    const ends = [cards[0]!.left, cards.at(-1)!.right]
    return [text.left + text.right, ends[0]! + ends[1]!].map((sum) => Math.round(sum / 2))
  })
  expect(middles).toEqual([720, 720])
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${journey.url}/page/about`)
    const newest = (await page.locator('.newest').boundingBox())!
    expect(newest.x, `${width} px`).toBeGreaterThanOrEqual(16)
    expect(newest.x + newest.width, `${width} px`).toBeLessThanOrEqual(width - 16)
  }
})

test("the demo's Home is one text, laid out by style sheets alone", async () => {
  const page = await journey.open('/')
  expect(await page.locator('main .rich-text').count()).toBe(1)
  const shown = await page.locator('main .rich-text').textContent()
  const home = companyPages.find(({ slug }) => slug === 'home')
  expect(shown).toContain(home?.content.match(/<p>([^<]+)/)?.[1])
})
