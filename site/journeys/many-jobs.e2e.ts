import { beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

describe('A site with very many jobs', () => {
  const journey = startJourney()
  let all = 0

  beforeAll(async () => {
    journey.rows(`
      WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 131)
      INSERT INTO jobs (title, description, location)
      SELECT 'Opening ' || n, '<p>Crème work.</p>', iif(n % 2, 'Évora', NULL) FROM more WHERE true RETURNING id`)
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

  test('searches jobs by words and location without JavaScript, at a shareable address', async () => {
    const page = await journey.open('/jobs', { javaScriptEnabled: false })
    const words = page.getByRole('searchbox', { name: 'Title or keyword' })
    const place = page.getByLabel('Location')
    await words.fill('  Creme  OPEN')
    await words.press('Enter')
    await page.getByText('131 positions found').waitFor()
    expect(await place.getByRole('option').allTextContents()).toEqual([
      'All locations',
      'Évora (66)',
    ])
    await place.selectOption('Évora')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('66 positions found').waitFor()
    await page.getByRole('link', { name: /^Next/ }).click()
    await page.getByText('Page 2 of 2').waitFor()
    const cards = page.getByRole('main').getByRole('link', { name: /^Apply Now: Opening/ })
    expect(await cards.count()).toBe(6)
    expect(page.url()).toMatch(/\/jobs\?page=2&place=%C3%A9vora&q=creme\+open$/)
    expect([await words.inputValue(), await place.inputValue()]).toEqual(['creme open', 'Évora'])
    expect(await page.title()).toMatch(/^Open Positions: creme open, évora, page 2 - Careers/)
    const robots = page.locator('meta[name=robots]')
    expect(await robots.getAttribute('content')).toBe('noindex, follow')
  })

  test('says that nothing matches and links to all positions', async () => {
    const page = await journey.open('/jobs?q=opening+nowhere&location=evora')
    await page.getByText('No positions match “opening nowhere”').waitFor()
    await page.goto(`${journey.url}/jobs?q=calibration&location=Évora`)
    await page.getByRole('link', { name: 'Search all locations' }).click()
    await page.getByText(/^[1-9] positions? found/).waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL('**/jobs')
    await page.getByText(`${all} positions`).waitFor()
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
})
