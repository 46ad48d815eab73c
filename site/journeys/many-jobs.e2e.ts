import { beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

describe('A site with very many jobs', () => {
  const journey = startJourney()
  let all = 0

  beforeAll(async () => {
    journey.rows(`
      WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 131)
      INSERT INTO jobs (title, description, location, team, workplace)
      SELECT 'Opening ' || n, '<p>Crème work.</p>', iif(n % 2, 'Évora', NULL), iif(n % 3, 'Kitchen', 'Garden'),
        iif(n % 5, 'onsite', 'hybrid') FROM more WHERE true RETURNING id`)
    all = Number(journey.rows('SELECT count(*) AS n FROM jobs WHERE is_active = 1')[0]?.n)
    await journey.restart()
  })

  test('lists jobs in pages of sixty, each with its own address', async () => {
    const page = await journey.open('/jobs')
    const titles = new Set<string>()
    for (const [number, count] of [60, 60, all - 120].entries()) {
      const cards = page.getByRole('main').getByRole('link', { name: /^Apply Now/ })
      expect(await cards.count()).toBe(count)
      for (const name of await cards.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')),
      ))
        titles.add(String(name))
      const next = page.getByRole('link', { name: /^Next/ })
      if (number === 2) expect(await next.count()).toBe(0)
      else {
        expect(await next.getAttribute('href')).toBe(`/jobs?page=${number + 2}`)
        await next.click()
        await page.waitForURL(`**/jobs?page=${number + 2}`)
      }
    }
    expect(titles.size).toBe(all)
    await page.getByRole('link', { name: /^Previous/ }).click()
    await page.waitForURL('**/jobs?page=2')
  })

  test('shows all jobs on Home', async () => {
    const page = await journey.open('/')
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Apply Now/ })
        .count(),
    ).toBe(all)
  })

  test('a candidate on a phone filters by keyboard without script, combines and drops filters', async () => {
    const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
    const page = await journey.open('/jobs', phone)
    const focused = page.locator(':focus')
    /** What the focused element, or the label around it, says. */
    const focusedText = async () => {
      const label = await focused.locator('xpath=ancestor-or-self::*[self::label]').all()
      const text = await (label[0] ?? focused).textContent()
      return ((await focused.getAttribute('aria-label')) ?? text ?? '').replace(/\s+/g, ' ').trim()
    }
    const tabTo = async (name: RegExp) => {
      for (let n = 0; n < 40; n++) {
        await page.keyboard.press('Tab')
        if (name.test(await focusedText())) return
      }
      throw new Error(`Tab does not reach ${name}`)
    }
    const words = page.getByRole('searchbox', { name: 'Title or keyword' })
    await words.fill('  Creme  OPEN')
    await words.press('Enter')
    await page.getByText('131 positions found').waitFor()

    await tabTo(/^Location/)
    await page.keyboard.press('Enter')
    await tabTo(/^Évora 66$/)
    await page.keyboard.press('Space')
    await tabTo(/^Show positions$/)
    await page.keyboard.press('Enter')
    await page.getByText('66 positions found').waitFor()

    await tabTo(/^Team/)
    await page.keyboard.press('Enter')
    await tabTo(/^Garden 22$/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('22 positions found').waitFor()
    expect(await page.title()).toMatch(/^Open Positions: creme open, Garden, Évora - Careers/)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/jobs\?place=%C3%A9vora&q=creme\+open&team=garden$/,
    )
    const robots = page.locator('meta[name=robots]')
    expect(await robots.getAttribute('content')).toBe('noindex, follow')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

    await tabTo(/^Remove Garden$/)
    await page.keyboard.press('Enter')
    await page.getByText('66 positions found').waitFor()
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await page.getByText('Page 2 of 2').waitFor()
    expect(page.url()).toMatch(/\/jobs\?page=2&place=%C3%A9vora&q=creme\+open$/)
    const cards = page.getByRole('main').getByRole('link', { name: /^Apply Now: Opening/ })
    expect(await cards.count()).toBe(6)
    expect(await words.inputValue()).toBe('creme open')
  })

  test('names the filters to remove when nothing matches', async () => {
    const page = await journey.open('/jobs?q=opening+nowhere&place=évora')
    await page.getByText('No positions match your search').waitFor()
    const ways = page.getByRole('link', { name: /^Remove “/ })
    expect(await ways.allInnerTexts()).toEqual(['Remove “opening nowhere” to see 66 positions'])
    await page.goto(`${journey.url}/jobs?team=Garden&team=Kitchen&workplace=hybrid&type=FULL_TIME`)
    expect(await ways.allInnerTexts()).toEqual([
      ...['Remove “Garden, Kitchen” to see 2 positions', 'Remove “Full time” to see 26 positions'],
    ])
    await ways.last().click()
    await page.getByText('26 positions found').waitFor()
    expect(page.url()).toMatch(/\/jobs\?team=garden&team=kitchen&workplace=hybrid$/)
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL('**/jobs')
    await page.goto(`${journey.url}/jobs?q=qwertzuiop`)
    await page.getByText('No positions match “qwertzuiop”').waitFor()
  })

  test('finds a misspelled word and says so', async () => {
    const page = await journey.open('/jobs?q=calibraton')
    await page.getByText('Showing results for “calibration”').waitFor()
    await page.getByText(/^[1-9] positions? found/).waitFor()
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/jobs\?q=calibration$/,
    )
  })

  test('lists rows by team when the layout is rows', async () => {
    journey.rows("UPDATE settings SET value = 'rows' WHERE key = 'jobs_layout' RETURNING id")
    const page = await journey.open('/jobs?q=opening')
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
      })
      .toEqual(['Garden', 'Kitchen'])
    const row = page.getByRole('listitem').filter({ hasText: 'Opening 129' })
    expect(await row.getByRole('link').getAttribute('href')).toMatch(/^\/jobs\/\d+\/apply$/)
    expect(await row.textContent()).toContain('Évora')
    expect(await row.textContent()).not.toContain('Crème')
    await page.goto(`${journey.url}/jobs?q=opening&team=garden`)
    expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBe(0)
    journey.rows("UPDATE settings SET value = 'cards' WHERE key = 'jobs_layout' RETURNING id")
  })

  test('redirects from a page past the end to the list', async () => {
    for (const [path, target] of [
      ['/jobs?page=99', '/jobs'],
      ['/jobs?page=99&q=Opening', '/jobs?q=opening'],
    ]) {
      const answer = await fetch(journey.url + path, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
    }
  })

  test('redirects old addresses with a location to those with a place', async () => {
    const answer = await fetch(`${journey.url}/jobs?location=Évora&q=Work`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      ...[301, '/jobs?place=%C3%A9vora&q=work'],
    ])
  })
})
