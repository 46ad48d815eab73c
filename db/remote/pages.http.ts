import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { type Db, openDb } from '../client.ts'
import { startNetworkProxy } from '../fixtures/network-proxy.ts'
import { patient, sqldExists, startSqld } from '../fixtures/sqld.ts'
import { jobs, pages, settings } from '../schema.ts'

/** Each shows something else. */
const times = 5

describe.skipIf(!sqldExists)(`Pages on a libSQL server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let line: Awaited<ReturnType<typeof startNetworkProxy>>
  let folder = ''
  let server: RunningServer
  /** Past the proxy, as another process. */
  let other: Db

  async function read(path: string) {
    const response = await fetch(server.url + path)
    const { status, headers } = response
    return { status, headers, text: await response.text() }
  }

  /** Waits until pages are rendered ahead, and what else began is done. */
  async function isIdle() {
    const before = line.requests()
    // Time passes: three a second are enough for what runs by itself.
    await sleep(3000)
    return line.requests() - before <= 9
  }
  const untilIdle = () => expect.poll(isIdle, { timeout: 120_000 }).toBe(true)

  const found: [what: string, roundTrips: number][] = []

  beforeAll(async () => {
    sqld = await startSqld()
    line = await startNetworkProxy(sqld.url)
    folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
    server = await startServer({ folder, env: { DATABASE_URL: line.url } })
    other = await openDb(sqld.url, patient)
  })
  afterAll(async () => {
    const table = found.map(([what, count]) => `${String(count).padStart(3)}  ${what}`)
    console.log(`Round trips in a row of a page that is rendered:\n${table.join('\n')}`)
    other?.$client.close()
    await server?.kill()
    line?.stop()
    await sqld?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const words = ['oyster', 'lantern', 'harbour', 'saddle', 'velvet']
  const letters = words.map((_, n) => String.fromCharCode(97 + n))
  let jobIds: number[] = []

  /** Adds what the pages show. The words are indexed as by the API, in the original's language. */
  async function addContent() {
    const job = (n: number) => ({
      title: `Keeper ${words[n]}`,
      description: '<p>Mornings.</p>',
      is_active: true,
    })
    const rows = await other
      .insert(jobs)
      .values(words.map((_, n) => job(n)))
      .returning({ id: jobs.id, title: jobs.title })
    jobIds = rows.map(({ id }) => id)
    for (const { id, title } of rows)
      await other.$client.execute({
        sql: 'insert into job_search (rowid, text) values (?, ?)',
        args: [id, title.toLowerCase()],
      })
    const page = (n: number) => ({
      title: `About ${words[n]}`,
      slug: `about-${words[n]}`,
      content: '<p>Us.</p>',
      is_published: true,
    })
    await other.insert(pages).values(words.map((_, n) => page(n)))
  }

  test('take few round trips, each of which has what the last such page read', async () => {
    await untilIdle()
    await addContent()
    await untilIdle()
    const kinds: [what: string, most: number, (n: number) => string][] = [
      ['a search', 2, (n) => `/jobs?q=${words[n]}`],
      ['a search of a misspelled word', 4, (n) => `/jobs?q=${words[n]?.slice(0, -1)}${letters[n]}`],
      ['a search that finds nothing', 2, (n) => `/jobs?q=zzqqx${letters[n]}`],
      ['a filter', 1, (n) => `/jobs?team=${letters[n]}`],
      ['a job', 3, (n) => `/jobs/${jobIds[n]}/apply`],
      ['a page', 1, (n) => `/page/about-${words[n]}`],
    ]
    for (const [what, most, address] of kinds) {
      const counts = []
      for (let n = 0; n < times; n++) {
        const before = line.inARow()
        const { status } = await read(address(n))
        counts.push(line.inARow() - before)
        expect([address(n), status]).toEqual([address(n), 200])
      }
      // Work that runs by itself asks now and then.
      const count = Math.min(...counts)
      found.push([what, count])
      expect([what, count > 0 && count <= most, counts]).toEqual([what, true, counts])
    }
    expect((await read(`/jobs?q=${words[0]}`)).text).toContain(`Keeper ${words[0]}`)
    expect((await read(`/jobs?q=${words[0]?.slice(0, -1)}a`)).text).toContain(`Keeper ${words[0]}`)
  })

  test('show what another process has changed since, and log nothing of beginning again', async () => {
    for (const n of [1, 2, 3]) await read(`/jobs?q=before${n}`)
    await other
      .update(settings)
      .set({ value: 'The Other Bakery' })
      .where(eq(settings.key, 'site_name'))
    expect((await read('/jobs?q=after')).text).toContain('The Other Bakery')
    expect(server.output()).not.toContain('request failed')
  })

  test('answer 503 while the database is away, or with the page of before', async () => {
    const search = '/jobs?q=mornings'
    const before = await read(search)
    expect(before.status).toBe(200)
    await other
      .update(settings)
      .set({ value: 'The Third Bakery' })
      .where(eq(settings.key, 'site_name'))
    const isFollowed = async () => (await read('/')).text.includes('The Third Bakery')
    await expect.poll(isFollowed).toBe(true)
    for (const n of [4, 5, 6]) await read(`/jobs?q=before${n}`)
    line.become('dead')
    const [unknown, known] = await Promise.all([read('/jobs?q=unknown'), read(search)])
    line.become('whole')
    expect([unknown.status, Boolean(unknown.headers.get('retry-after'))]).toEqual([503, true])
    expect(unknown.text).toContain('Failed to load jobs')
    expect([known.status, known.text]).toEqual([200, before.text])
    await expect.poll(async () => (await read('/jobs?q=unknown')).status).toBe(200)
  })
})
