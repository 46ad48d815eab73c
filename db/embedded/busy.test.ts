import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode, isUnavailable } from '../errors.ts'
import { type Child, startChild } from '../fixtures/child.ts'
import { pages } from '../schema.ts'
import { temporaryDb } from '../test-db.ts'

let database: Awaited<ReturnType<typeof temporaryDb>>
let other: Child

beforeAll(async () => {
  database = await temporaryDb()
  other = await startChild('lock-holder.ts', database.url)
})

afterAll(async () => {
  await other.kill()
  await database.remove()
})

const insert = (slug: string) =>
  database.db.insert(pages).values({ title: 'About', slug, content: '' })

test('a write waits for a lock without blocking reads or the event loop', async () => {
  await other.ask('lock')
  let ticks = 0
  const ticking = setInterval(() => void ticks++, 5)
  let outcome = 'waits'
  const written = insert('waited').then(
    () => 'written',
    (error: unknown) => `${errorCode(error)}`,
  )
  void written.then((how) => {
    outcome = how
  })
  await database.db.$count(pages)
  await expect.poll(() => ticks).toBeGreaterThan(10)
  clearInterval(ticking)
  // A blocked thread would have had no turns until the write had failed.
  expect(outcome).toBe('waits')
  await other.ask('release')
  expect(await written).toBe('written')
})

test('a write or batch fails with SQLITE_BUSY after waiting a second for a lock', async () => {
  const before = await database.db.$count(pages)
  await other.ask('lock')
  const started = performance.now()
  const errors = await Promise.all([
    insert('never').catch((error: unknown) => error),
    database.db.batch([insert('never')]).catch((error: unknown) => error),
  ])
  const waited = performance.now() - started
  await other.ask('release')
  expect(errors.map(errorCode)).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY'])
  expect(errors.every(isUnavailable)).toBe(true)
  expect(waited).toBeGreaterThan(850)
  expect(waited).toBeLessThan(20_000)
  await insert('afterwards')
  expect(await database.db.$count(pages)).toBe(before + 1)
})

test('a waiting write is rejected when the database closes', async () => {
  const closing = await temporaryDb()
  const holder = await startChild('lock-holder.ts', closing.url)
  await holder.ask('lock')
  const write = closing.db.insert(pages).values({ title: 'About', slug: 'about', content: '' })
  const refused = write.catch((error: unknown) => error)
  closing.db.$client.close()
  expect(errorCode(await refused)).toBe('CLIENT_CLOSED')
  await holder.kill()
  await closing.remove()
})
