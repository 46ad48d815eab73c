import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Nginx, startNginx } from '#lab/bench/kit/nginx.ts'
import { missing } from '#lab/bench/kit/tools.ts'
import { runScript } from '#scripts/run-script.ts'
import { fillWithSmallCompany } from '#scripts/testing/company.ts'
import { type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')
const [absent] = missing(['nginx'])
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** A web server that has only the bucket, as docs/cdn.md describes it. */
const bucketSite = (bucket: string) => (port: number) =>
  `
  server {
    listen 127.0.0.1:${port};
    proxy_intercept_errors on;
    error_page 403 404 405 =503 /unavailable.html;
    location = / { proxy_pass ${bucket}/index.html; }
    location / { proxy_pass ${bucket}$uri; }
  }`

describe.skipIf(absent)(
  `The site in a bucket (PUBLISH_URL)${absent ? ` (no ${absent})` : ''}`,
  () => {
    let folder: string
    let s3: S3rver
    let env: Record<string, string>
    let server: RunningServer
    let nginx: Nginx

    const start = async () => {
      server = await startServer({ folder, env })
    }
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-published-'))
      s3 = new S3rver({
        port: 0,
        address: '127.0.0.1',
        silent: true,
        directory: join(folder, 'buckets'),
        configureBuckets: [{ name: 'site' }],
      })
      const { port } = await s3.run()
      const endpoint = `http://127.0.0.1:${port}`
      env = {
        ...credentials,
        PAGES_DIR: join(folder, 'pages'),
        PUBLISH_URL: `s3://site/careers?endpoint=${endpoint}&region=eu`,
        API_BASE: 'https://api.example.com/api',
        PUBLIC_URL: 'https://careers.example.com',
      }
      await fillWithSmallCompany(folder)
      await start()
      nginx = await startNginx(bucketSite(`${endpoint}/site/careers`))
    })
    afterAll(async () => {
      await nginx?.stop()
      await server?.kill()
      await s3?.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    const call = staffCalls({
      get url() {
        return server.url
      },
    })
    const get = (path: string) => fetch(nginx.url + path, { redirect: 'manual' })
    const text = async (path: string) => (await get(path)).text()
    const rename = (value: string) => call('PUT', '/settings/key/site_name', { value })

    test('is there soon after the start, with the form of the process', async () => {
      await expect.poll(() => text('/jobs/1/apply'), { timeout: 120_000 }).toContain('<form')
      const page = await get('/jobs/1/apply')
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('cache-control')).toContain('s-maxage=5')
      const html = await page.text()
      expect(html).toContain('action="https://api.example.com/jobs/1/apply#apply"')
      expect(html).toContain('data-api-base="https://api.example.com/api"')
      const [script = ''] = /\/_astro\/[\w.-]+\.js/.exec(html) ?? []
      const asset = await get(script)
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      for (const path of [
        '/',
        '/jobs',
        '/feed.xml',
        '/jobs.xml',
        '/sitemap.xml',
        '/robots.txt',
        '/jobs.json',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 200])
    })

    test('asks the process for new jobs by email', async () => {
      expect(await text('/jobs')).toContain('action="https://api.example.com/alerts"')
      const ask = async (Origin: string) =>
        fetch(`${server.url}/alerts`, {
          method: 'POST',
          body: new URLSearchParams({ email: 'mira@example.org', search: '', cadence: 'daily' }),
          headers: { Origin, 'Sec-Fetch-Site': 'cross-site' },
          redirect: 'manual',
        })
      const asked = await ask('https://careers.example.com')
      expect([asked.status, asked.headers.get('location')]).toEqual([303, '/alerts?sent'])
      expect((await ask('https://evil.test')).status).toBe(403)
    })

    test('follows a change, and loses what is withdrawn', async () => {
      await rename('Renamed')
      await expect.poll(() => text('/jobs')).toContain('Renamed')
      await call('POST', '/jobs/2/deactivate')
      await expect.poll(async () => (await get('/jobs/2/apply')).status).toBe(503)
      expect(await text('/jobs/2/apply')).toContain('Temporarily unavailable')
    })

    test('never has a draft or a private page', async () => {
      const draft = { title: 'Secret', slug: 'secret', content: '<p>Not yet</p>' }
      await call('POST', '/pages', { ...draft, is_published: false })
      await rename('After the draft')
      await expect.poll(() => text('/')).toContain('After the draft')
      for (const path of [
        '/page/secret',
        '/application',
        '/backoffice',
        '/preview/x',
        '/site.json',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 503])
    })

    test('is brought up to date after a kill', async () => {
      await rename('Before the kill')
      await server.kill()
      expect((await get('/jobs')).status).toBe(200)
      await start()
      await expect.poll(() => text('/jobs'), { timeout: 120_000 }).toContain('Before the kill')
    })

    test('publish-pages uploads the same folder to any bucket', async () => {
      const { PUBLISH_URL = '', PAGES_DIR = '' } = env
      const other = PUBLISH_URL.replace('careers', 'copy')
      const run = (args: string[], more = {}) =>
        runScript('publish-pages.ts', args, { env: { ...credentials, PAGES_DIR, ...more } })
      const first = await run([other])
      expect([first.err, first.code]).toEqual(['', 0])
      expect(first.out).toMatch(/^Uploaded \d{3} files and removed 0\.\n$/)
      expect((await run([other], { STORAGE_URL: 's3://site' })).err).toMatch(/same bucket/)
      expect((await run([other], { PAGES_DIR: '' })).err).toMatch(/PUBLISH_URL needs PAGES_DIR/)
      expect((await run(['s3://site?endpoint=http://127.0.0.1:9'])).err).toMatch(
        /^The site was not uploaded: /,
      )
    })
  },
)
