import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageFiles } from './files.ts'
import { stubSite } from './stub-site.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
})
// Retry, since a file may still be being written.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const file = (path: string) => join(folder, 'current', path, 'index.html')
const read = (path: string) => readFileSync(file(path), 'utf8')
const appears = (path: string) => vi.waitUntil(() => existsSync(file(path)), 30_000)

async function site() {
  const complaints: unknown[] = []
  const files = pageFiles(folder, (error) => void complaints.push(error))
  return { ...(await stubSite({ files })), complaints }
}

describe('pageFiles', () => {
  it.runIf(process.platform === 'linux')('throws at once when the folder cannot be created', () => {
    expect(() => pageFiles('/proc/foyer/pages', () => undefined)).toThrow()
  })

  it('writes each cached page, plain and compressed', async () => {
    const { get, complaints } = await site()
    await get('/jobs/7/apply')
    await appears('/jobs/7/apply')
    expect(read('/jobs/7/apply')).toBe('<p>first at /jobs/7/apply</p>')
    const gzip = readFileSync(`${file('/jobs/7/apply')}.gz`)
    const br = readFileSync(`${file('/jobs/7/apply')}.br`)
    expect(String(gunzipSync(gzip))).toBe('<p>first at /jobs/7/apply</p>')
    expect(String(brotliDecompressSync(br))).toBe('<p>first at /jobs/7/apply</p>')
    await get('/')
    await appears('/')
    expect(complaints).toEqual([])
  })

  it('writes a page whose path has an extension under that path', async () => {
    const { get } = await site()
    await get('/jobs.json')
    const json = join(folder, 'current/jobs.json')
    await vi.waitUntil(() => existsSync(json), 30_000)
    expect(readFileSync(json, 'utf8')).toBe('<p>first at /jobs.json</p>')
    expect(existsSync(`${json}.br`)).toBe(true)
  })

  it('has removed a stale page when the change is acknowledged', async () => {
    const { state, get, publish } = await site()
    await get('/page/about')
    await appears('/page/about')
    // And nothing puts it back while it is rendered again.
    state.delay = () => pause(50)
    await publish('second')
    expect(existsSync(file('/page/about'))).toBe(false)
    await appears('/page/about')
    expect(read('/page/about')).toBe('<p>second at /page/about</p>')
  })

  it('never has a stale page, whenever the change comes', async () => {
    const { state, get, publish } = await site()
    // Large, so that the change comes while files are being written.
    const large = (words: string) => words.padEnd(500_000, 'x')
    let wrong = 0
    for (let round = 0; round < 50; round++) {
      state.delay = async () => {}
      await publish(large(`before ${round}`))
      await get('/jobs')
      state.delay = () => pause(30)
      await pause(Math.random() * 8)
      await publish(large(`round ${round}`))
      const over = Date.now() + 25
      while (Date.now() < over) {
        if (existsSync(file('/jobs')) && !read('/jobs').includes(`round ${round}`)) wrong++
        await pause(2)
      }
    }
    expect(wrong).toBe(0)
  })

  it.each([
    ['a query', '/jobs?page=2', {}],
    ['a job that is closed', '/jobs/3/apply', { status: 410 }],
    ['a failure', '/jobs', { status: 503 }],
    ['a page with no-store', '/jobs', { headers: { 'cache-control': 'no-store' } }],
  ])('writes no file for %s', async (_, path, answer) => {
    const { state, get } = await site()
    Object.assign(state, answer)
    await get(path)
    // Proves absence: a file would be written by then.
    await pause(100)
    expect(readdirSync(join(folder, 'current'), { recursive: true })).toEqual([])
  })

  it('removes what a killed process left, and nothing else', async () => {
    for (const left of ['current/jobs', 'writing', 'old-3/page']) {
      await mkdir(join(folder, left), { recursive: true })
      await writeFile(join(folder, left, 'index.html'), 'left behind')
    }
    await writeFile(join(folder, 'index.html'), 'not ours')
    pageFiles(folder, () => {})
    const names = readdirSync(folder, { recursive: true }).sort()
    expect(names).toEqual(['current', 'index.html', 'writing'])
  })

  it('leaves only current pages behind', async () => {
    const { get, publish } = await site()
    for (let round = 0; round < 20; round++) {
      await get('/jobs')
      await publish(`round ${round}`)
    }
    await appears('/jobs')
    await vi.waitUntil(() => readdirSync(folder).length === 2, 30_000)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'current',
      'current/jobs',
      'current/jobs/index.html',
      'current/jobs/index.html.br',
      'current/jobs/index.html.gz',
      'writing',
    ])
  })

  it('derives the modification time from the content', async () => {
    const { get, publish } = await site()
    const time = async (sentence: string) => {
      await publish(sentence)
      await get('/jobs')
      await appears('/jobs')
      return statSync(file('/jobs')).mtime.getTime()
    }
    const first = await time('50 EUR')
    expect(await time('60 EUR')).not.toBe(first)
    expect(await time('50 EUR')).toBe(first)
  })
})
