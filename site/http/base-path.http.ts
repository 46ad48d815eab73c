import { describe, expect, test } from 'vitest'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const attributes =
  / (?:href|src|action|poster|component-url|renderer-url)="([^"#][^"]*)"| (?:srcset|imagesrcset)="([^"]*)"|url\(([^)]*)\)|<loc>([^<]*)<|"(?:src|url|start_url)":"([^"]*)"/g

/** Every address in a page, style sheet, feed, sitemap or list. */
const addressesIn = (text: string) =>
  Array.from(text.matchAll(attributes), ([, one, files, ...others]) => [
    ...(files?.split(', ').map((file) => file.split(' ')[0]) ?? []),
    ...[one, ...others],
  ])
    .flat()
    .filter((address) => address !== undefined)

describe('Below BASE_PATH', () => {
  const journey = startJourney({ SEED: 'demo', BASE_PATH: '/careers' })

  test('every address of the site is below it, and none is broken', async () => {
    const { origin } = new URL(journey.url)
    const seen = new Set<string>()
    const broken: string[] = []
    const open = ['', '/', '/jobs', '/login', '/sitemap.xml', '/robots.txt', '/jobs.json']
      .concat(
        '/feed.xml',
        '/jobs.xml',
        '/manifest.webmanifest',
        '/backoffice',
        '/backoffice/faces.css',
      )
      .concat(
        '/application',
        '/backoffice/page-canvas',
        '/backoffice/page-canvas?as=job',
        '/backoffice/resume-preview',
      )
      .map((path) => journey.url + path)
    for (let url = open.pop(); url; url = open.pop()) {
      if (seen.has(url)) continue
      seen.add(url)
      const response = await fetch(url)
      if (!response.ok || !response.url.startsWith(`${journey.url}/`))
        broken.push(`${response.status} ${url}`)
      if (!/html|css|xml|json/.test(response.headers.get('content-type') ?? '')) continue
      const text = await response.text()
      if (text.startsWith('<!')) expect(text.trimEnd().slice(-7), url).toBe('</html>')
      for (const found of addressesIn(text)) {
        const next = URL.parse(found.replaceAll('&amp;', '&'), url)
        if (next?.origin !== origin || found.startsWith('data:')) continue
        if (next.pathname.startsWith('/careers/')) open.push(next.href)
        else broken.push(`${found} in ${url}`)
      }
    }
    expect(broken).toEqual([])
    expect(seen.size).toBeGreaterThan(150)
  })

  test('redirects and addresses outside', async () => {
    const { origin } = new URL(journey.url)
    const to = async (path: string) => {
      const response = await fetch(origin + path, { redirect: 'manual' })
      return response.headers.get('location') ?? response.status
    }
    expect(await to('/')).toBe('/careers/')
    expect(await to('/careers')).toBe('/careers/')
    expect(await to('/careers/jobs/')).toBe('/careers/jobs')
    expect(await to('/careers/jobs/1')).toBe('/careers/jobs/1/apply')
    expect(await to('/careers/nothing/here')).toBe('/careers/')
    expect(await to('/careers/jobs?page=99')).toBe('/careers/jobs')
    expect(await to('/careers/dashboard')).toBe('/careers/backoffice/dashboard')
    expect(await to('/jobs')).toBe(404)
    expect(await to('/careersjobs')).toBe(404)
    expect(await to('/readyz')).toBe(200)
  })

  test('the pages of a list lead below it', async () => {
    const list = await fetch(`${journey.url}/api/jobs/active?per_page=1`)
    expect(list.headers.get('link')).toMatch(/^<\/careers\/api\/jobs\/active\?.*>; rel="first", </)
  })

  test('the candidate’s links, cookie and email lead below it', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      first_name: 'Mira',
      last_name: 'Ostergard',
      email: 'mira@foyer.dev',
      motivation_letter: words(430),
    }))
      form.set(name, value)
    form.set('resume', resumeFile('mira.pdf'))
    const [job] = journey.rows(
      "SELECT id FROM jobs WHERE is_active AND coalesce(questions, '[]') = '[]' AND letter = 'required' AND resume = 'required'",
    )
    const sent = await fetch(`${journey.url}/jobs/${job?.id}/apply`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toMatch(/^\/careers\/application\/success\?/)
    const [cookie = ''] = sent.headers.getSetCookie()
    expect(cookie).toContain('; Path=/careers/application;')
    const own = await fetch(`${journey.url}/application`, {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(await own.text()).toContain('action="?act=sign-out"')
    const [mail] = journey.rows("SELECT text FROM outbox WHERE to_address = 'mira@foyer.dev'")
    expect(mail?.text).toContain(`${journey.url}/application/`)
    const call = staffCalls(journey)
    await call('PUT', '/settings/key/public_url', { value: 'https://bread.test' })
    expect(await (await fetch(`${journey.url}/sitemap.xml`)).text()).toContain(
      '<loc>https://bread.test/careers/jobs</loc>',
    )
  })
})
