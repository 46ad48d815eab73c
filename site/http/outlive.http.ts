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
const warm = ['/', '/jobs', '/jobs/1/apply', '/page/about', '/login']
/** What other websites load. */
const openFiles = ['/jobs.json', '/embed.js']
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

    test('page files are served with every header after the process is killed', async () => {
      for (const path of warm) await get(path)
      for (const path of warm) await untilItIsAFile(path)
      for (const path of openFiles) expect((await get(path)).status).toBe(200)
      const areFiles = () =>
        openFiles.every((path) => existsSync(join(folder, 'pages/current', path)))
      await expect.poll(areFiles).toBe(true)
      await foyer.kill()
      for (const path of warm)
        for (const encoding of ['gzip', 'identity']) {
          const response = await get(path, { headers: { 'accept-encoding': encoding } })
          expect(response.status, path).toBe(200)
          expect(await response.text()).toContain('</html>')
          for (const [name, value] of Object.entries(securityHeaders))
            expect(response.headers.get(name), `${name} of ${path}`).toBe(value)
          expect(response.headers.get('content-security-policy')).toContain(
            "frame-ancestors 'none'",
          )
          expect(response.headers.get('cache-control')).toContain('must-revalidate')
          expect(response.headers.get('last-modified')).toBeNull()
        }
      for (const path of openFiles)
        for (const encoding of ['gzip', 'identity']) {
          const response = await get(path, { headers: { 'accept-encoding': encoding } })
          expect(response.status, path).toBe(200)
          expect(response.headers.get('content-type')).toMatch(
            /^(application\/json|text\/javascript; charset=utf-8)$/,
          )
          expect(response.headers.get('access-control-allow-origin')).toBe('*')
          expect(await response.text()).toMatch(/^\{"site":|customElements/)
          const expected = { ...securityHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }
          for (const [name, value] of Object.entries(expected))
            expect(response.headers.get(name), `${name} of ${path}`).toBe(value)
          expect(response.headers.get('cache-control')).toContain('must-revalidate')
        }
      expect((await get(picture)).status).toBe(200)
      expect((await get('/readyz')).status).toBe(502)
    })
  },
)
