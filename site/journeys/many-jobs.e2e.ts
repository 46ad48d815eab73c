import { beforeAll, describe, expect, test } from 'vitest'
import { setOut } from '../../scripts/journey.ts'

describe('A visitor of a company with very many openings', () => {
  const journey = setOut()
  let all = 0

  beforeAll(async () => {
    journey.rows(`
      WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 131)
      INSERT INTO jobs (title, description) SELECT 'Opening ' || n, '<p>Work.</p>' FROM more WHERE true RETURNING id`)
    all = Number(journey.rows('SELECT count(*) AS n FROM jobs WHERE is_active = 1')[0]?.n)
    await journey.restart()
  })

  test('finds the openings in pages of sixty, each with an address of its own', async () => {
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

  test('finds every one of them on Home', async () => {
    const page = await journey.open('/')
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Apply Now/ })
        .count(),
    ).toBe(all)
  })

  test('is led back to the list from a page that there is not', async () => {
    const answer = await fetch(`${journey.url}/jobs?page=99`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/jobs'])
  })
})
