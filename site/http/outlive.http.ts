import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foyerSite, type Nginx, startNginx } from '#lab/bench/kit/nginx.ts'
import { missing } from '#lab/bench/kit/tools.ts'
import { pictureForm } from '#scripts/testing/fixtures/picture.ts'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'
import { securityHeaders } from '../server/security-headers.ts'

const [absent] = missing(['nginx'])
const always = [
  ...['/', '/jobs', '/jobs/1/apply', '/jobs/4/apply', '/application/success', '/accessibility'],
  ...['/page/about', '/page/privacy', '/page/how-we-hire'],
  ...['/login', '/forgot-password', '/reset-password'],
  ...['/feed.xml', '/jobs.xml', '/jobs.json', '/embed.js', '/sitemap.xml', '/robots.txt'],
  ...['/manifest.webmanifest', '/favicon.ico', '/apple-touch-icon.png'],
  ...['/favicon.svg', '/analytics.js', '/analytics.css'],
]
/** Headers that a file has as well as a response of the process. */
const sharedHeaders = [
  'cache-control',
  'cdn-cache-control',
  'content-type',
  'access-control-allow-origin',
  ...Object.keys(securityHeaders),
]
const named = (word: string, round: number) => `${word} ${String(round).padStart(3, '0')}`

describe.skipIf(absent)(
  `Behind nginx with deploy/nginx.conf${absent ? ` (no ${absent})` : ''}`,
  () => {
    let folder: string
    let foyer: RunningServer
    let nginx: Nginx
    let token: string
    let picture: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-outlive-'))
      const pages = join(folder, 'pages')
      foyer = await startServer({ folder, env: { PAGES_DIR: pages, LOG_LEVEL: 'error' } })
      nginx = await startNginx(await foyerSite(pages, foyer.url, join(folder, 'access.log')))
      token = (await signIn(foyer.url)).token
    })
    afterAll(async () => {
      await nginx?.stop()
      await foyer?.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    const get = (path: string, init?: RequestInit) =>
      fetch(nginx.url + path, { redirect: 'manual', ...init })
    const hasFile = (path: string) => existsSync(join(folder, 'pages/current', path, 'index.html'))
    /** Files are written a moment after the first response. */
    const untilItIsAFile = (path: string) =>
      expect.poll(() => hasFile(path), { message: path, interval: 20 }).toBe(true)

    async function call(method: string, path: string, body?: object) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = body && { body: JSON.stringify(body) }
      const response = await get(`/api${path}`, { method, headers, ...sent })
      expect(response.ok, `${method} ${path} answered ${response.status}`).toBe(true)
    }
    /** What a response shows, with the text of the policy that pages have inside, too. */
    async function shownBy(response: Response) {
      const headers = sharedHeaders.map((name) => [name, response.headers.get(name)])
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("frame-ancestors 'none'")
      const body = Buffer.from(await response.bytes()).toString('latin1')
      return { status: response.status, headers, body }
    }
    const directly = async (path: string) => shownBy(await fetch(foyer.url + path))

    /** An address of each kind that pages and the manifest name. */
    async function namedByPages() {
      const texts = ['/', '/jobs', '/jobs/10/apply', '/manifest.webmanifest'].map(async (path) =>
        (await fetch(foyer.url + path)).text(),
      )
      const all = (await Promise.all(texts)).join('\n')
      return [
        /\/icons\/\w+-192\.png/,
        /\/icons\/\w+-maskable\.png/,
        /\/share\/pages\/[\w-]+\.png/,
        /\/_astro\/[\w.-]+\.js/,
        /\/_astro\/[\w.-]+\.woff2/,
        /\/media\/\w+\/\d+\.webp/,
      ].map((kind) => kind.exec(all)?.[0] ?? String(kind))
    }
    const rename = (value: string) => call('PUT', '/settings/key/site_name', { value })

    test("the log leaves out the tokens of candidates' links", async () => {
      const token = 'Zk3-'.repeat(11)
      const paths = [`/application/${token}`, `/application/confirm/${token}?x=1`]
      for (const path of [...paths, `/api/candidate/${token}/export`])
        await (await get(path)).text()
      const log = () => readFile(join(folder, 'access.log'), 'utf8')
      await expect.poll(log).toContain('GET /api/candidate/***/export HTTP/1.1')
      expect(await log()).toContain('GET /application/confirm/***?x=1')
      expect(await log()).not.toContain(token)
    })

    test('a change shows with the next request, whether or not the page was a file', async () => {
      for (let round = 0; round < 60; round++) {
        if (round % 2) await untilItIsAFile('/jobs')
        await rename(named('Name', round))
        expect(await (await get('/jobs')).text()).toContain(named('Name', round))
      }
    })

    test('revalidation detects a new version of the same length within the same second', async () => {
      for (let round = 0; round < 30; round++) {
        await untilItIsAFile('/jobs')
        const known = { 'if-none-match': (await get('/jobs')).headers.get('etag') ?? '' }
        expect((await get('/jobs', { headers: known })).status).toBe(304)
        await rename(named('Copy', round))
        await get('/jobs')
        await untilItIsAFile('/jobs')
        expect((await get('/jobs', { headers: known })).status).toBe(200)
      }
    })

    test('a draft has no file and is not served', async () => {
      const draft = { title: 'Secret', slug: 'secret', content: '<p>Not yet</p>' }
      await call('POST', '/pages', { ...draft, is_published: false })
      expect((await get('/page/secret')).status).toBe(302)
      await get('/jobs')
      await untilItIsAFile('/jobs')
      expect(hasFile('/page/secret')).toBe(false)
    })

    test('a job that was closed answers 410 at once', async () => {
      await get('/jobs/2/apply')
      await untilItIsAFile('/jobs/2/apply')
      await call('POST', '/jobs/2/deactivate')
      expect((await get('/jobs/2/apply')).status).toBe(410)
    })

    test('queries, forms and unknown addresses reach the process', async () => {
      await get('/jobs')
      await untilItIsAFile('/jobs')
      // Only nginx's ETags have another form.
      expect((await get('/jobs?page=1')).headers.get('etag')).toMatch(/^W\/"[\w-]{22}"$/)
      expect(await (await get('/jobs?q=caf%C3%A9%26b')).text()).toContain('café&amp;b')
      const posted = await get('/jobs/1/apply', { method: 'POST', body: new FormData() })
      expect([400, 415]).toContain(posted.status)
      expect((await get('/nobody-knows')).status).toBe(302)
    })

    test('a picture is a file once it was requested, with the same headers from nginx', async () => {
      const headers = { authorization: `Bearer ${token}` }
      const posted = await get('/api/media', { method: 'POST', headers, body: pictureForm() })
      picture = (await posted.json()).url
      const file = join(folder, 'pages', picture)
      const direct = await fetch(foyer.url + picture)
      expect(direct.status).toBe(200)
      expect(existsSync(file)).toBe(true)
      const response = await get(picture)
      expect(response.headers.get('x-request-id')).toBeNull()
      const shared = [
        'cache-control',
        'content-type',
        'content-length',
        'content-security-policy',
        ...Object.keys(securityHeaders),
      ]
      for (const name of shared)
        expect([name, response.headers.get(name)]).toEqual([name, direct.headers.get(name)])
      expect(await response.bytes()).toEqual(await direct.bytes())
      for (const path of [picture.replace('8.', '9.'), '/media/', '/media/x'])
        expect([path, (await get(path)).status]).toEqual([path, 404])
      expect((await get(picture, { method: 'POST' })).status).toBe(405)
      expect((await get(picture, { method: 'HEAD' })).status).toBe(200)
    })

    test('every public address answers the same after the process is killed', async () => {
      const addresses = [...always, ...(await namedByPages()), picture]
      expect(addresses).toHaveLength(31)
      const listed = async () => {
        const list = await readFile(join(folder, 'pages/site.json'), 'utf8').catch(() => '[]')
        const files = (JSON.parse(list) as { address: string }[]).map(({ address }) => address)
        return addresses.filter((address) => address !== picture && !files.includes(address))
      }
      // Images are drawn, on a busy machine for seconds each.
      await expect.poll(listed, { timeout: 150_000, interval: 200 }).toEqual([])
      const before = await Promise.all(addresses.map(directly))
      await foyer.kill()
      for (const [index, address] of addresses.entries()) {
        const response = await get(address, { headers: { 'accept-encoding': 'identity' } })
        expect(await shownBy(response), address).toEqual(before[index])
        if (response.headers.get('cache-control')?.includes('must-revalidate'))
          expect(response.headers.get('last-modified'), address).toBeNull()
        const zipped = await get(address, { headers: { 'accept-encoding': 'gzip' } })
        expect((await zipped.bytes()).length, address).toBe(before[index]?.body.length)
      }
    })

    test('without the process, an address with a query shows the whole page', async () => {
      const list = await (await get('/jobs')).text()
      for (const address of ['/jobs?q=x', '/jobs?page=99', '/jobs?team=none', '/jobs?../../x'])
        expect([address, await (await get(address)).text()]).toEqual([address, list])
      const team = await (await get('/jobs?team=workshop')).text()
      expect(team).toContain('<title>Open Positions: Workshop')
    })

    test.each([
      ['/application', 503, null],
      [`/application/${'Zk3-'.repeat(11)}`, 503, null],
      ['/application/confirm/Zk3', 503, null],
      ['/alerts', 503, null],
      [`/alerts/${'Zk3-'.repeat(11)}`, 503, null],
      ['/alerts/confirm/Zk3', 503, null],
      ['/backoffice', 503, null],
      ['/backoffice/jobs', 503, null],
      ['/preview/abc/', 503, null],
      ['/api/jobs/active', 503, null],
      ['/readyz', 503, null],
      ['/page/secret', 503, null],
      ['/jobs/2/apply', 503, null],
      ['/jobs/1', 308, '/jobs/1/apply'],
      ['/nobody-knows', 302, '/'],
      ['/site/jobs/index.html', 302, '/'],
      ['/site.json', 302, '/'],
      ['/..%2f..%2fetc/passwd', 400, null],
    ])('without the process, %s is answered with %d', async (path, status, location) => {
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([status, location])
      if (status !== 503) return
      expect(await response.text()).toContain('<h1>Temporarily unavailable</h1>')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('retry-after')).toBe('60')
    })

    test('without the process, a form is refused, and nothing is sent later', async () => {
      for (const path of ['/jobs/1/apply', '/api/applications/submit', '/application', '/alerts']) {
        const response = await get(path, { method: 'POST', body: new FormData() })
        expect([path, response.status]).toEqual([path, 503])
        expect(await response.text()).toContain('it was not sent')
      }
    })
  },
)
