import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { isUnavailable } from '../errors.ts'
import { newJob, refused } from '../fixtures/databases.ts'
import { startNetworkProxy } from '../fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'
import { jobs } from '../schema.ts'
import { textOf } from './hrana.ts'
import { createSharedReads } from './shared-reads.ts'

describe.skipIf(!sqldExists)(`A libSQL server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let line: Awaited<ReturnType<typeof startNetworkProxy>>
  let db: Db

  beforeAll(async () => {
    sqld = await startSqld()
    line = await startNetworkProxy(sqld.url)
    db = await openDb(line.url)
  })
  afterAll(async () => {
    db.$client.close()
    line.stop()
    await sqld.stop()
  })

  const title = (id: number) => db.select({ title: jobs.title }).from(jobs).where(eq(jobs.id, id))

  test('gets reads that begin together in one request', async () => {
    const id = await newJob(db)
    const before = line.requests()
    const read = await Promise.all([
      db.$count(jobs),
      title(id),
      Promise.resolve().then(() => title(id)),
      db.get<{ n: number }>(sql`select 7 as n`),
    ])
    expect(read).toEqual([1, [{ title: 'Baker' }], [{ title: 'Baker' }], { n: 7 }])
    // The probe may have asked once as well.
    expect(line.requests() - before).toBeLessThanOrEqual(2)
  })

  test('gets reads of a batch and others together, each with its own result or error', async () => {
    const id = await newJob(db)
    const [batch, failed, seven] = await Promise.all([
      db.batch([title(id), db.get<{ n: number }>(sql`select 6 as n`)]),
      refused(db.batch([title(id), db.get(sql`select nonsense`)])),
      db.get<{ n: number }>(sql`select 7 as n`),
    ])
    expect([batch, seven]).toMatchObject([[[{ title: 'Baker' }], { n: 6 }], { n: 7 }])
    expect(String(failed)).toContain('nonsense')
  })

  test('sends what is too much for one response in several', async () => {
    const large = () => db.get<{ of: string }>(sql`select hex(zeroblob(1000000)) as "of"`)
    const found = await Promise.all(Array.from({ length: 6 }, large))
    expect(found.map((one) => one?.of.length)).toEqual(Array(6).fill(2_000_000))
  })

  test('runs the others when one of them fails', async () => {
    const [failure, count] = await Promise.all([
      refused(db.all(sql`select nonsense`)),
      db.$count(jobs),
      db.all(sql`select 1 as one`),
    ])
    expect(String((failure as Error).cause)).toContain('nonsense')
    expect(isUnavailable(failure)).toBe(false)
    expect(count).toBe(2)
  })

  test('runs the others when it can’t read one of them', async () => {
    const [failure, count] = await Promise.all([
      refused(db.all(sql`select ${'half a character \uD800'}`)),
      db.$count(jobs),
    ])
    expect((failure as Error).cause).toMatchObject({ rawCode: 400 })
    expect(count).toBe(2)
  })

  test('gets more than thirty reads in several requests, each with its own result', async () => {
    const read = await Promise.all(
      Array.from({ length: 70 }, (_, n) => db.get<{ n: number }>(sql`select ${n} as n`)),
    )
    expect(read.map((row) => row?.n)).toEqual(Array.from({ length: 70 }, (_, n) => n))
  })
})

test('reads that begin together are one batch', async () => {
  const sent: string[][] = []
  const read = createSharedReads(async (requests) => {
    sent.push(requests.map(textOf))
    return []
  })
  const select = (sql: string) => read({ type: 'execute', stmt: { sql } }).catch(() => undefined)
  void select('select 1')
  void select('select 2')
  await new Promise(setImmediate)
  expect(sent).toEqual([
    [
      '{"type":"batch","batch":{"steps":[{"stmt":{"sql":"select 1"}},{"stmt":{"sql":"select 2"}}]}}',
    ],
  ])
})
