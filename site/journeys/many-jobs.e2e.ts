import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

describe('A site with very many jobs', () => {
  const journey = startJourney()

  beforeAll(async () => {
    journey.rows(`
      WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 131)
      INSERT INTO jobs (title, description, location, team, workplace)
      SELECT 'Opening ' || n, '<p>Crème work.</p>', iif(n % 2, 'Évora', NULL), iif(n % 3, 'Kitchen', 'Garden'),
        iif(n % 5, 'onsite', 'hybrid') FROM more WHERE true RETURNING id`)
    await journey.restart()
    // The server adds what was inserted past it to its search index.
    const found = async () =>
      (await fetch(`${journey.url}/api/jobs/active?q=creme+open`)).headers.get('x-total-count')
    await vi.waitUntil(async () => (await found()) === '131', 60_000)
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
})
