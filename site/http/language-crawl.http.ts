import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foyerSite, type Nginx, startNginx } from '#lab/bench/kit/nginx.ts'
import { missing } from '#lab/bench/kit/tools.ts'
import { fillWithSmallCompany } from '#scripts/testing/company.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { crawl } from '#scripts/testing/languages/crawl.ts'
import { german } from '#scripts/testing/languages/german.ts'
import { type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')
const [absent] = missing(['nginx'])
const home = 'https://careers.example.com'
const others = ['de', 'fr']

/** A job in all three languages, one in two, others in one; a page in two. */
async function translate(call: ReturnType<typeof staffCalls>) {
  await call('PUT', '/settings/key/public_url', { value: home })
  await call('PUT', '/settings/key/site_languages', { value: others.join() })
  const published = { ...german.job, published: true }
  await call('PUT', '/jobs/1/translations/de', published)
  await call('PUT', '/jobs/1/translations/fr', { ...published, title: 'Étalonnage' })
  await call('PUT', '/jobs/2/translations/de', { ...published, title: 'Außendienst' })
  const pages: { id: number; slug: string }[] = await call('GET', '/pages')
  const about = pages.find(({ slug }) => slug === 'about')?.id
  const french = { title: 'Qui nous sommes', content: '<p>Nous mesurons.</p>', published: true }
  await call('PUT', `/pages/${about}/translations/fr`, french)
}

/** A web server that has only the bucket. */
const bucketSite = (bucket: string) => (port: number) =>
  `
  server {
    listen 127.0.0.1:${port};
    location = / { proxy_pass ${bucket}/index.html; }
    location / { proxy_pass ${bucket}$uri; }
  }`

describe.skipIf(absent)(
  `The links of a site in three languages${absent ? ` (no ${absent})` : ''}`,
  () => {
    let folder: string
    let s3: S3rver
    let server: RunningServer
    let nginx: Nginx
    let bucket: Nginx
    let live: Awaited<ReturnType<typeof crawl>>
    const needsProcess = /^\/application$|^(\/[a-z]{2})?\/alerts$/
    /** What is also kept outside the process: all that has no query. */
    const addresses = () =>
      [...live.answers].filter(
        ([path, { status }]) => status === 200 && !/[?]/.test(path) && !needsProcess.test(path),
      )

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-crawl-'))
      s3 = new S3rver({
        port: 0,
        address: '127.0.0.1',
        silent: true,
        directory: join(folder, 'buckets'),
        configureBuckets: [{ name: 'site' }],
      })
      const { port } = await s3.run()
      const endpoint = `http://127.0.0.1:${port}`
      const pages = join(folder, 'pages')
      const env = {
        AWS_ACCESS_KEY_ID: 'S3RVER',
        AWS_SECRET_ACCESS_KEY: 'S3RVER',
        LOG_LEVEL: 'error',
        PAGES_DIR: pages,
        PUBLISH_URL: `s3://site/careers?endpoint=${endpoint}&region=eu`,
        API_BASE: `${home}/api`,
      }
      await fillWithSmallCompany(folder)
      server = await startServer({ folder, env })
      nginx = await startNginx(await foyerSite(pages, server.url))
      bucket = await startNginx(bucketSite(`${endpoint}/site/careers`))
      await translate(staffCalls(server))
    })
    afterAll(async () => {
      await nginx?.stop()
      await bucket?.stop()
      await server?.kill()
      await s3?.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    test('lead to pages in their language, whose pairs point at each other', async () => {
      live = await crawl(server.url, home, others)
      expect(live.faults).toEqual([])
      for (const path of [
        '/de/jobs/1/apply',
        '/fr/page/about',
        '/de/feed.xml',
        '/fr/jobs?team=office',
        '/de/alerts',
      ])
        expect([...live.answers.keys()]).toContain(path)
      expect(live.pages.get('/fr/jobs/1/apply')?.alternates).toEqual({
        en: `${home}/jobs/1/apply`,
        de: `${home}/de/jobs/1/apply`,
        fr: `${home}/fr/jobs/1/apply`,
        'x-default': `${home}/jobs/1/apply`,
      })
      expect(Object.keys(live.pages.get('/jobs/2/apply')?.alternates ?? {})).toHaveLength(3)
    })

    test('answer the same from a bucket', async () => {
      const answer = async (path: string) => {
        const response = await fetch(bucket.url + path)
        const type = response.headers.get('content-type') ?? ''
        const isText = /html|xml/.test(type)
        return [type, isText ? await response.text() : String((await response.bytes()).length)]
      }
      const isSame = async (path: string) =>
        isDeepStrictEqual(await answer(path), [
          live.answers.get(path)?.type,
          live.answers.get(path)?.body,
        ])
      for (const [path] of addresses())
        await expect.poll(() => isSame(path), { message: path, timeout: 120_000 }).toBe(true)
    })

    test('answer the same after the process was killed', async () => {
      const listed = async () => {
        const list = await readFile(join(folder, 'pages/site.json'), 'utf8').catch(() => '[]')
        return (JSON.parse(list) as { address: string }[]).map(({ address }) => address)
      }
      const wanted = addresses().map(([path]) => path)
      await expect.poll(listed, { timeout: 120_000 }).toEqual(expect.arrayContaining(wanted))
      await server.kill()
      const dead = await crawl(nginx.url, home, others)
      // What belongs to one candidate needs the process, which also knows of pages that are no more.
      const isThere = (path: string) =>
        !needsProcess.test(path) && live.answers.get(path)?.status === 200
      expect(dead.faults.filter((fault) => isThere(fault.split(' ')[0] ?? ''))).toEqual([])
      for (const [path, { type, body }] of addresses()) {
        const answer = dead.answers.get(path)
        expect([path, answer?.type, answer?.body === body]).toEqual([path, type, true])
      }
      const answers = async (path: string) => {
        const response = await fetch(nginx.url + path, { redirect: 'manual' })
        return [response.status, response.headers.get('location')]
      }
      expect(await answers('/de/jobs/1')).toEqual([308, '/de/jobs/1/apply'])
      for (const path of ['/de/jobs/3/apply', '/fr/page/nobody-knows'])
        expect([path, ...(await answers(path))]).toEqual([path, 503, null])
      expect(await answers('/de/nobody-knows')).toEqual([302, '/'])
    })
  },
)

describe('Below BASE_PATH', () => {
  const journey = startJourney({ BASE_PATH: '/careers' })

  test('they are right in three languages, too', async () => {
    await translate(staffCalls(journey))
    const { faults, pages } = await crawl(journey.url, `${home}/careers`, others)
    expect(faults).toEqual([])
    expect(pages.get('/de/jobs/2/apply')?.alternates.de).toBe(`${home}/careers/de/jobs/2/apply`)
  })
})
