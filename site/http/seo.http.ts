import { get } from 'node:http'
import { validate } from 'fast-xml-parser'
import { DomUtils, parseDocument } from 'htmlparser2'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPage } from '#scripts/testing/html.ts'
import { jobPostingErrors } from '#scripts/testing/job-posting.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

describe('Search engines and feeds', () => {
  const journey = startJourney()
  const read = async (path: string) => (await fetch(journey.url + path)).text()
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part)

  const call = staffCalls(journey)
  const put = (path: string, json: object) => call('PUT', path, json)
  const change = (id: number, job: object) => put(`/jobs/${id}`, job)
  const page = (path: string) => readPage(journey.url + path)

  beforeAll(() => put('/settings/key/public_url', { value: 'https://jobs.example.com' }))

  test('the sitemap lists exactly the public jobs and pages', async () => {
    const places = all(await read('/sitemap.xml'), /<loc>(.*?)<\/loc>/g)
    expect(places).toContain('https://jobs.example.com/jobs')
    expect(places).toContain('https://jobs.example.com/page/about')
    expect(places).toContain('https://jobs.example.com/jobs/1/apply')
    expect(places).not.toContain('https://jobs.example.com/jobs/3/apply')
    expect(new Set(places).size).toBe(places.length)
  })

  test('an unlisted job is served at its address only, and not to be indexed', async () => {
    const path = '/jobs/1/apply'
    await change(1, { is_listed: false })
    const [job, ...lists] = await Promise.all(
      [path, '/', '/jobs', '/feed.xml', '/jobs.xml', '/jobs.json', '/sitemap.xml'].map(read),
    )
    await change(1, { is_listed: true })
    expect(job).toContain('<meta name="robots" content="noindex"')
    expect(job).not.toContain('application/ld+json')
    expect(lists.filter((list) => list.includes(path))).toEqual([])
    expect(await read(path)).not.toContain('<meta name="robots"')
    expect(await read('/jobs.json')).toContain(path)
  })

  test('the job for open applications is linked at the end of /jobs, without a posting', async () => {
    const path = '/jobs/1/apply'
    const link = '<a href="/jobs/1/apply">Send us an open application</a>'
    expect(await read('/jobs')).not.toContain('open application')
    await change(1, { is_open_application: true, closes_on: null, opens_on: null })
    const [job, jobs, feed, boards, sitemap] = await Promise.all(
      [path, '/jobs', '/feed.xml', '/jobs.xml', '/sitemap.xml'].map(read),
    )
    await change(1, { is_open_application: false })
    expect(jobs?.replace(/ data-[^>]*?(?=[ >])/g, '')).toContain(link)
    expect(jobs?.split(path)).toHaveLength(2)
    expect(feed).not.toContain(path)
    expect(boards).not.toContain(path)
    expect(sitemap).toContain(path)
    expect(job).not.toContain('application/ld+json')
    expect(job).not.toContain('<meta name="robots"')
  })

  test('robots.txt names the sitemap and the private paths', async () => {
    const robots = await read('/robots.txt')
    expect(robots).toContain('Disallow: /backoffice')
    expect(robots).toContain('Sitemap: https://jobs.example.com/sitemap.xml')
  })

  test('feed.xml is an Atom feed of the active jobs', async () => {
    const response = await fetch(`${journey.url}/feed.xml`)
    expect(response.headers.get('content-type')).toContain('application/atom+xml')
    const feed = parseDocument(await response.text(), { xmlMode: true })
    const entries = DomUtils.getElementsByTagName('entry', feed).map((entry) =>
      DomUtils.textContent(DomUtils.getElementsByTagName('title', entry)),
    )
    expect(entries.sort()).toEqual(
      JSON.parse(await read('/api/jobs/active'))
        .map(({ title }: { title: string }) => title)
        .sort(),
    )
    expect(entries).toContain('Calibration Technician')
  })

  test('jobs.xml has the active jobs, with the name of the board in the links', async () => {
    const response = await fetch(`${journey.url}/jobs.xml?source=Adzuna`)
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const feed = await response.text()
    expect(validate(feed)).toBe(true)
    const [first] = JSON.parse(await read('/api/jobs/active'))
    expect(all(feed, /<(title)>/g)).toHaveLength(JSON.parse(await read('/jobs.json')).jobs.length)
    expect(feed).toContain(`/jobs/${first.id}/apply?utm_source=adzuna]]>`)
    expect(await read('/jobs.xml?source=a%26b')).not.toContain('utm_source')
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

  /** The page's JobPosting as a browser reads it; null without one. */
  const readPosting = async (path: string) => {
    const scripts = (await page(path)).all('script', { type: 'application/ld+json' })
    expect(scripts.length).toBeLessThan(2)
    return scripts[0] ? JSON.parse(scripts[0].source) : null
  }

  test('a job with a country has a JobPosting that meets the requirements of Google', async () => {
    const hostile = '</script><script>alert(1)</script> & "Sons"'
    await change(2, {
      title: hostile,
      workplace: 'hybrid',
      employment_types: ['FULL_TIME'],
      places: [{ locality: 'Port Ellery', country: 'IE' }],
      closes_on: '2099-12-31',
    })
    const posting = await readPosting('/jobs/2/apply')
    expect(jobPostingErrors(posting)).toEqual([])
    expect(posting).toMatchObject({
      title: hostile,
      url: 'https://jobs.example.com/jobs/2/apply',
      validThrough: '2099-12-31T23:59:59+00:00',
      jobLocation: { address: { addressLocality: 'Port Ellery', addressCountry: 'IE' } },
    })
  })

  test('a job without the addressCountry that Google requires has no JobPosting', async () => {
    await change(4, { title: 'Diver', workplace: null, places: null })
    expect(await readPosting('/jobs/4/apply')).toBe(null)
  })

  test('a shared link shows the title and the beginning of the description', async () => {
    const { id } = await call('POST', '/jobs', {
      title: 'Diver',
      description: `<p>Dive for instruments. ${'Deeper. '.repeat(40)}</p>`,
    })
    const { meta } = await page(`/jobs/${id}/apply`)
    expect(meta('og:title')).toBe('Diver')
    expect(meta('og:description')).toMatch(/^Dive for instruments\..{100,}\.\.\.$/)
    expect(meta('og:description')).toBe(meta('description'))
    expect(meta('og:url')).toBe(`https://jobs.example.com/jobs/${id}/apply`)
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('og:image:alt')).toContain('Diver')
    const image = new URL(meta('og:image') ?? '')
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
    await staffCalls(journey)('PUT', '/settings/key/public_url', {
      value: 'https://jobs.example.com',
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
        get({ hostname, port, path, headers }, async (response) => {
          let text = ''
          for await (const chunk of response.setEncoding('utf8')) text += chunk
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
