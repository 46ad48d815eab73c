import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnvironment } from '../environment/env.ts'
import { keyOf, manifestKey, openBucket, publishSite } from './bucket.ts'
import type { PublishedFile } from './contract.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')
const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

let folder: string
let s3: S3rver
let origin: string
let front: Server
/** PUT and DELETE requests, in order. */
let heard: string[] = []
/** How many of them the bucket takes before it refuses. */
let taken = Number.POSITIVE_INFINITY

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'buckets'),
    configureBuckets: [{ name: 'site' }],
  })
  const { port } = await s3.run()
  origin = `http://127.0.0.1:${port}`
  front = createServer((req, res) => {
    const { method = '', url: path = '', headers } = req
    if (method !== 'GET') {
      heard.push(`${method} ${decodeURIComponent(path)}`)
      if (heard.length > taken) return req.resume().on('end', () => res.writeHead(403).end())
    }
    const onward = request({ port, method, path, headers }, (response) => {
      res.writeHead(response.statusCode!, response.headers)
      response.pipe(res)
    })
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

let prefix = ''
let rounds = 0
beforeEach(() => {
  prefix = `careers-${++rounds}`
  heard = []
  taken = Number.POSITIVE_INFINITY
})

const bucket = () => {
  const { port } = front.address() as AddressInfo
  return openBucket(`s3://site/${prefix}?endpoint=http://127.0.0.1:${port}&region=eu`, env)
}
const read = (key: string) => fetch(`${origin}/site/${prefix}/${key}`)
const textOf = async (key: string) => (await read(key)).text()

const forever = 'public, max-age=31536000, immutable'
const revalidate = 'public, max-age=0, must-revalidate, s-maxage=5'
const script = { type: 'text/javascript', caching: forever, file: '_astro/a.js' }
const page = (file: string) => ({ type: 'text/html; charset=utf-8', caching: revalidate, file })

type Kind = { type: string; caching: string; file: string }
const pages = {
  '/': page('index.html'),
  '/jobs': page('jobs/index.html'),
  '/jobs?team=r%26d+x': page('jobs/team=r%26d+x/index.html'),
  '/jobs/1/apply': page('jobs/1/apply/index.html'),
}
const all = { '/_astro/a.js': script, ...pages }

/** Writes a site of these files, whose text is `text`. */
async function site(files: Record<string, Kind>, text = 'first') {
  const root = join(folder, prefix)
  const write = async (file: string, body: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), body)
  }
  await write('site/unavailable.html', 'Temporarily unavailable')
  const list: PublishedFile[] = []
  for (const [address, { file, type, caching }] of Object.entries(files)) {
    await write(`site/${file}`, `${text} ${address}`)
    const headers = { 'content-type': type, 'cache-control': caching }
    list.push({ address, file, version: text, headers })
  }
  await write('site.json', JSON.stringify(list))
  return root
}

describe('publishSite', () => {
  test('uploads each file under its path, with its type and caching', async () => {
    expect(await publishSite(await site(all), bucket())).toEqual({ uploaded: 6, removed: 0 })
    const response = await read('jobs')
    expect(await response.text()).toBe('first /jobs')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe(revalidate)
    expect((await read('_astro/a.js')).headers.get('cache-control')).toBe(forever)
    expect(await textOf('index.html')).toBe('first /')
    expect(await textOf(encodeURIComponent('jobs/team=r%26d+x'))).toBe('first /jobs?team=r%26d+x')
    expect(await textOf('unavailable.html')).toBe('Temporarily unavailable')
  })

  test('uploads pages after what they name, and only what has changed', async () => {
    await publishSite(await site(all), bucket())
    const puts = heard.filter((line) => !line.includes(manifestKey))
    expect(puts.findIndex((line) => line.endsWith('a.js'))).toBeLessThan(
      puts.findIndex((line) => line.endsWith('/jobs')),
    )
    heard = []
    expect(await publishSite(await site(all), bucket())).toEqual({ uploaded: 0, removed: 0 })
    expect(heard).toEqual([])
  })

  test('removes what is gone, and nothing that it did not upload', async () => {
    const { port } = front.address() as AddressInfo
    const foreign = `http://127.0.0.1:${port}/site/${prefix}/foreign.html`
    await openBucket(`s3://site?endpoint=http://127.0.0.1:${port}`, env).call(
      'PUT',
      `${prefix}/foreign.html`,
      { body: 'not ours' },
    )
    await publishSite(await site(all), bucket())
    const { '/jobs/1/apply': _, ...fewer } = all
    expect(await publishSite(await site(fewer), bucket())).toEqual({ uploaded: 0, removed: 1 })
    expect((await read('jobs/1/apply')).status).toBe(404)
    expect((await read('jobs')).status).toBe(200)
    expect(await (await fetch(foreign)).text()).toBe('not ours')
  })

  test.each([1, 2, 3, 4, 5, 6])('goes on after it ended at request %i', async (requests) => {
    await publishSite(await site(all), bucket())
    const { '/jobs/1/apply': gone, '/_astro/a.js': old, ...rest } = all
    const next = { '/_astro/b.js': { ...script, file: '_astro/b.js' }, ...rest }
    heard = []
    taken = requests
    await expect(publishSite(await site(next, 'second'), bucket())).rejects.toThrow()
    taken = Number.POSITIVE_INFINITY
    // Withdrawn before the next attempt: what was uploaded of it is removed, too.
    const { '/': _, ...last } = next
    await publishSite(await site(last, 'third'), bucket())
    for (const key of ['index.html', '_astro/a.js', 'jobs/1/apply'])
      expect([key, (await read(key)).status]).toEqual([key, 404])
    for (const address of Object.keys(last))
      expect(await textOf(encodeURIComponent(keyOf(address)))).toBe(`third ${address}`)
    expect(gone && old).toBeTruthy()
  })

  test('rejects when the bucket cannot be reached', async () => {
    const root = await site(all)
    await expect(
      publishSite(root, openBucket('s3://site?endpoint=http://127.0.0.1:9', env)),
    ).rejects.toThrow('Files cannot be stored')
  })
})

test.each([
  [{ PAGES_DIR: '/pages', STORAGE_URL: 's3://site' }, /name the same bucket, site/],
  [{ PAGES_DIR: '/pages', STORAGE_URL: 's3://site?endpoint=https://a.example' }, /same bucket/],
  [{}, /PUBLISH_URL needs PAGES_DIR/],
])('PUBLISH_URL is refused beside %j', (others, reason) => {
  expect(() => readEnvironment({ PUBLISH_URL: 's3://site/careers', ...others })).toThrow(reason)
})

test('PUBLISH_URL may name another bucket than STORAGE_URL', () => {
  const urls = { PUBLISH_URL: 's3://site/careers', STORAGE_URL: 's3://resumes' }
  expect(readEnvironment({ PAGES_DIR: '/pages', ...urls })).toMatchObject(urls)
})
