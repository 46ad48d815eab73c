import { get } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobPostingFaults } from '#scripts/testing/job-posting.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'

describe('Search engines and feeds', () => {
  const journey = startJourney()
  const read = async (path: string) => (await fetch(journey.url + path)).text()
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part)

  const put = async (path: string, json: object) => {
    const { token } = await signIn(journey.url)
    const answer = await fetch(`${journey.url}/api${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    expect(answer.status).toBe(200)
  }
  const change = (id: number, job: object) => put(`/jobs/${id}`, job)

  beforeAll(() => put('/settings/key/public_url', { value: 'https://jobs.example.com' }))

  test('the sitemap lists exactly the public jobs and pages', async () => {
    const places = all(await read('/sitemap.xml'), /<loc>(.*?)<\/loc>/g)
    expect(places).toContain('https://jobs.example.com/jobs')
    expect(places).toContain('https://jobs.example.com/page/about')
    expect(places).toContain('https://jobs.example.com/jobs/1/apply')
    expect(places).not.toContain('https://jobs.example.com/jobs/3/apply')
    expect(new Set(places).size).toBe(places.length)
  })

  test('robots.txt names the sitemap and the private paths', async () => {
    const robots = await read('/robots.txt')
    expect(robots).toContain('Disallow: /backoffice')
    expect(robots).toContain('Sitemap: https://jobs.example.com/sitemap.xml')
  })

  test('feed.xml is a well-formed Atom feed of the active jobs', async () => {
    const answer = await fetch(`${journey.url}/feed.xml`)
    expect(answer.headers.get('content-type')).toContain('application/atom+xml')
    const page = await journey.open('/')
    const entries = await page.evaluate(async () => {
      const xml = new DOMParser().parseFromString(
        await (await fetch('/feed.xml')).text(),
        'text/xml',
      )
      if (xml.querySelector('parsererror')) throw new Error('not well-formed')
      return [...xml.querySelectorAll('entry > title')].map((title) => title.textContent)
    })
    expect(entries).toHaveLength(9)
    expect(entries).toContain('Calibration Technician')
  })

  test('feed.xml and jobs.json take the filters of /jobs', async () => {
    const { team } = JSON.parse(await read('/api/jobs/active/facets'))
    const query = new URLSearchParams({ team: team[0].value })
    const { jobs } = JSON.parse(await read(`/jobs.json?${query}`))
    expect(jobs).toHaveLength(team[0].count)
    expect(jobs[0].url).toBe(`https://jobs.example.com/jobs/${jobs[0].id}/apply`)
    const feed = await read(`/feed.xml?${query}`)
    expect(all(feed, /<entry>\n<id>(.*?)<\/id>/g)).toEqual(
      jobs.map(({ url }: { url: string }) => url),
    )
    expect(feed).toContain(`: ${team[0].value}</title>`)
    const [feedOfPage = ''] = all(await read(`/jobs?${query}`), /atom\+xml"[^>]* href="(.*?)"/g)
    expect(await read(feedOfPage)).toBe(feed)
  })

  test('indexed pages have a canonical address, others none', async () => {
    const canonical = async (path: string) =>
      all(await read(path), /<link rel="canonical" href="(.*?)"/g)
    expect(await canonical('/jobs?utm_source=x')).toEqual(['https://jobs.example.com/jobs'])
    expect(await canonical('/page/about')).toEqual(['https://jobs.example.com/page/about'])
    expect(await canonical('/application/success?jobId=1')).toEqual([])
    expect(await read('/login')).toContain('content="noindex"')
  })

  /** The page's JobPosting as the browser reads it; null without one. */
  const readPosting = async (path: string) => {
    const page = await journey.open(path)
    const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(scripts.length).toBeLessThan(2)
    return scripts[0] ? JSON.parse(scripts[0]) : null
  }

  test('a job with a country has a JobPosting that meets the requirements of Google', async () => {
    const hostile = '</script><script>alert(1)</script> & "Sons"'
    await change(1, {
      ...{ title: hostile, workplace: 'hybrid', employment_types: ['FULL_TIME'] },
      places: [{ locality: 'Port Ellery', country: 'IE' }],
      closes_on: '2099-12-31',
    })
    const posting = await readPosting('/jobs/1/apply')
    expect(jobPostingFaults(posting)).toEqual([])
    expect(posting).toMatchObject({
      title: hostile,
      url: 'https://jobs.example.com/jobs/1/apply',
      validThrough: '2099-12-31T23:59:59+00:00',
      jobLocation: { address: { addressLocality: 'Port Ellery', addressCountry: 'IE' } },
    })
  })

  test('a job without the addressCountry that Google requires has no JobPosting', async () => {
    await change(1, { title: 'Diver', workplace: null, places: null })
    expect(await readPosting('/jobs/1/apply')).toBe(null)
  })

  test('a shared link shows the title and the beginning of the description', async () => {
    const page = await journey.open('/jobs/1/apply')
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    expect(await meta('og:title')).toBe('Diver')
    expect(await meta('og:description')).toMatch(/^No instrument leaves this house.{100,}\.\.\.$/)
    expect(await meta('og:description')).toBe(await meta('description'))
    expect(await meta('og:url')).toBe('https://jobs.example.com/jobs/1/apply')
    expect(await meta('twitter:card')).toBe('summary_large_image')
    expect(await meta('og:image:alt')).toContain('Diver')
    const image = new URL((await meta('og:image')) ?? '')
    expect(image.origin).toBe('https://jobs.example.com')
    const drawn = await fetch(journey.url + image.pathname)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    // Width and height of a PNG (PNG specification 11.2.1).
    const bytes = Buffer.from(await drawn.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  })
})

describe('With PUBLIC_URL', () => {
  const journey = startJourney({ PUBLIC_URL: 'https://careers.example.org/' })

  test('canonical addresses, sitemap and feed start with it', async () => {
    const { token } = await signIn(journey.url)
    await fetch(`${journey.url}/api/settings/key/public_url`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ value: 'https://jobs.example.com' }),
    })
    for (const path of ['/jobs', '/jobs/1/apply', '/sitemap.xml', '/robots.txt', '/feed.xml']) {
      const text = await (await fetch(journey.url + path)).text()
      expect(text, path).toContain('https://careers.example.org/')
      expect(text, path).not.toContain('https://careers.example.org//')
      expect(text, path).not.toContain('jobs.example.com')
    }
  })
})

describe('Without PUBLIC_URL', () => {
  const journey = startJourney()

  test("canonical addresses use the process's own address, not the Host header", async () => {
    const { hostname, port } = new URL(journey.url)
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
        get({ hostname, port, path, headers }, async (answer) => {
          let text = ''
          for await (const chunk of answer.setEncoding('utf8')) text += chunk
          resolve(text)
        }).on('error', reject)
      })
    for (const path of ['/sitemap.xml', '/feed.xml', '/robots.txt', '/jobs', '/jobs/1/apply']) {
      const text = await ask(path)
      expect(text, path).not.toContain('evil.example')
      expect(text, path).toContain(`${journey.url}/`)
    }
  })
})
