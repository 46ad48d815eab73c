import { beforeAll, describe, expect, test, vi } from 'vitest'
import { linksIn, type Part, readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

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
    // The server adds what was inserted past it to its search index.
    const found = async () =>
      (await fetch(`${journey.url}/api/jobs/active?q=creme+open`)).headers.get('x-total-count')
    await vi.waitUntil(async () => (await found()) === '131', 60_000)
  })

  const read = (path: string) => readPage(journey.url + path)
  const linkIn = (part: Part, name: RegExp) =>
    part.all('a').find(({ text }) => name.test(text))?.attributes.href
  const cardsIn = (main: Part) =>
    main
      .all('a')
      .filter(({ text }) => text.startsWith('Apply Now'))
      .map(({ attributes }) => attributes.href)

  test('lists jobs in pages of sixty, each with its own address', async () => {
    const jobs = new Set<string | undefined>()
    for (const [number, count] of [60, 60, all - 120].entries()) {
      const path = number ? `/jobs?page=${number + 1}` : '/jobs'
      const { main } = await read(path)
      const cards = cardsIn(main)
      expect(cards).toHaveLength(count)
      for (const job of cards) jobs.add(job)
      const next = number < 2 ? `/jobs?page=${number + 2}` : undefined
      expect(linkIn(main, /^Next/)).toBe(next)
      expect(linkIn(main, /^Previous/)).toBe([undefined, '/jobs', '/jobs?page=2'][number])
    }
    expect(jobs.size).toBe(all)
  })

  test('shows all jobs on Home', async () => {
    const { main } = await read('/')
    expect(cardsIn(main)).toHaveLength(all)
    expect(linkIn(main, /^Show all/)).toBeUndefined()
  })

  test('names the filters to remove when nothing matches', async () => {
    const ways = (main: Part) => main.all('a').filter(({ text }) => text.startsWith('Remove “'))
    const textsOf = (parts: Part[]) => parts.map(({ text }) => text)
    const one = (await read('/jobs?q=opening+nowhere&place=évora')).main
    expect(one.text).toContain('No positions match your search')
    expect(textsOf(ways(one))).toEqual(['Remove “opening nowhere” to see 66 positions'])
    const { main } = await read('/jobs?team=Garden&team=Kitchen&workplace=hybrid&type=FULL_TIME')
    expect(textsOf(ways(main))).toEqual([
      'Remove “Garden, Kitchen” to see 2 positions',
      'Remove “Full time” to see 26 positions',
    ])
    expect(linkIn(main, /^Show all/)).toBe('/jobs')
    const address = ways(main).at(-1)?.attributes.href ?? ''
    expect(address).toBe('/jobs?team=garden&team=kitchen&workplace=hybrid')
    expect((await read(address)).main.text).toContain('26 positions found')
    const nothing = (await read('/jobs?q=qwertzuiop')).main
    expect(nothing.text).toContain('No positions match “qwertzuiop”')
  })

  test('finds a misspelled word and says so', async () => {
    const page = await read('/jobs?q=calibraton')
    expect(page.main.text).toContain('Showing results for “calibration”')
    expect(page.main.text).toMatch(/[1-9] positions? found/)
    const canonical = page.one('link', { rel: 'canonical' }).attributes.href
    expect(canonical).toMatch(/\/jobs\?q=calibration$/)
  })

  test('names the filters in its title, and is not indexed with them', async () => {
    const page = await read('/jobs?q=creme+open&place=%C3%A9vora&team=garden')
    expect(page.title).toMatch(/^Open Positions: creme open, Garden, Évora - Careers/)
    const canonical = page.one('link', { rel: 'canonical' }).attributes.href
    expect(canonical).toMatch(/\/jobs\?place=%C3%A9vora&q=creme\+open&team=garden$/)
    expect(page.meta('robots')).toBe('noindex, follow')
  })

  test('lists rows by team when the layout is rows', async () => {
    const call = staffCalls(journey)
    await call('PUT', '/settings/key/jobs_layout', { value: 'rows' })
    try {
      const { main } = await read('/jobs?q=opening')
      expect(main.all('h2').map(({ text }) => text)).toEqual([
        'Garden',
        'Kitchen',
        'New positions by email',
      ])
      const row = main.all('li').find(({ text }) => text.includes('Opening 129'))!
      expect(linksIn(row)).toEqual([expect.stringMatching(/^\/jobs\/\d+\/apply$/)])
      expect(row.text).toContain('Évora')
      expect(row.text).not.toContain('Crème')
      expect((await read('/jobs?q=opening&team=garden')).main.all('h3')).toEqual([])
    } finally {
      await call('PUT', '/settings/key/jobs_layout', { value: 'cards' })
    }
  })

  test('redirects from a page past the end to the list', async () => {
    for (const [path, target] of [
      ['/jobs?page=99', '/jobs'],
      ['/jobs?page=99&q=Opening', '/jobs?q=opening'],
    ]) {
      const response = await fetch(journey.url + path, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([302, target])
    }
  })

  test('redirects old addresses with a location to those with a place', async () => {
    const response = await fetch(`${journey.url}/jobs?location=Évora&q=Work`, {
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      '/jobs?place=%C3%A9vora&q=work',
    ])
  })

  test('shows 300 jobs on Home, and all of them at a link below', async () => {
    journey.rows(`
      WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ${300 - all})
      INSERT INTO jobs (title, description) SELECT 'Late ' || n, '<p>Work.</p>' FROM more WHERE true
      RETURNING id`)
    await journey.restart()
    expect(linkIn((await read('/')).main, /^Show all/)).toBeUndefined()
    journey.rows("INSERT INTO jobs (title, description) VALUES ('One', '<p>A.</p>') RETURNING id")
    await journey.restart()
    const home = await read('/?utm_source=mail')
    expect(cardsIn(home.main)).toHaveLength(300)
    expect(home.main.text).toContain('All 301')
    expect(home.main.all('a').at(-1)?.text).toBe('Show all 301')
    expect(linkIn(home.main, /^Show all/)).toBe('/?all=1')
    const whole = await read('/?all=1')
    expect(new Set(cardsIn(whole.main)).size).toBe(301)
    expect(linkIn(whole.main, /^Show all/)).toBeUndefined()
    expect(whole.one('link', { rel: 'canonical' }).attributes.href).toMatch(/\/\/[^/]+\/$/)
  })
})
