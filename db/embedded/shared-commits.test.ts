import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../errors.ts'
import { startChild } from '../fixtures/child.ts'
import { pages } from '../schema.ts'
import { temporaryDb } from '../test-db.ts'

let database: Awaited<ReturnType<typeof temporaryDb>>
beforeEach(async () => {
  database = await temporaryDb()
})
afterEach(() => database.remove())

const page = (slug: string) => ({ title: 'About', slug, content: '' })
const insert = (slug: string) => database.db.insert(pages).values(page(slug))
const numbers = Array.from({ length: 40 }, (_, n) => n)
const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === 'rejected' ? errorCode(one.reason) : 'written'))

/**
 * Number of transactions in the log: each ends with a frame that has the file's size
 * (https://sqlite.org/walformat.html).
 */
async function commits() {
  const log = await readFile(`${fileURLToPath(database.url)}-wal`)
  const frame = 24 + log.readUInt32BE(8)
  let found = 0
  for (let at = 32; at + frame <= log.length; at += frame)
    if (log.readBigUInt64BE(at + 8) === log.readBigUInt64BE(16) && log.readUInt32BE(at + 4)) found++
  return found
}

test('concurrent writes share a commit, sequential ones do not', async () => {
  await insert('before')
  const before = await commits()
  await insert('alone')
  expect(await commits()).toBe(before + 1)
  await Promise.all(numbers.map((n) => insert(`page-${n}`)))
  expect(await commits()).toBeLessThan(before + 1 + numbers.length / 2)
  expect(await database.db.$count(pages)).toBe(2 + numbers.length)
})

test('each write in a shared commit gets its own result', async () => {
  const slugs = numbers.map((n) => `page-${n}`)
  const written = await Promise.all(
    slugs.map((slug) => insert(slug).returning({ id: pages.id, slug: pages.slug })),
  )
  expect(written.map(([row]) => row?.slug)).toEqual(slugs)
  expect(new Set(written.map(([row]) => row?.id)).size).toBe(numbers.length)
})

test('a failing write does not fail the others, and a batch stays atomic', async () => {
  await insert('taken')
  const outcomes = await Promise.allSettled([
    insert('first'),
    insert('taken'),
    database.db.batch([insert('half'), insert('taken')]),
    database.db.batch([insert('whole'), insert('as-well')]),
    insert('last'),
  ])
  const unique = 'SQLITE_CONSTRAINT_UNIQUE'
  expect(codes(outcomes)).toEqual(['written', unique, unique, 'written', 'written'])
  const rows = await database.db.select({ slug: pages.slug }).from(pages).orderBy(pages.slug)
  expect(rows.map(({ slug }) => slug)).toEqual(['as-well', 'first', 'last', 'taken', 'whole'])
})

test('each write fails with SQLITE_BUSY after its own second of waiting', async () => {
  const other = await startChild('lock-holder.ts', database.url)
  await other.ask('lock')
  const early = numbers.map((n) => insert(`early-${n}`))
  const refused = Promise.allSettled(early)
  // Time passes: the first writes wait for the lock.
  await new Promise((next) => setTimeout(next, 600))
  const late = Promise.allSettled(numbers.map((n) => insert(`late-${n}`)))
  expect(new Set(codes(await refused))).toEqual(new Set(['SQLITE_BUSY']))
  await other.ask('release')
  expect(new Set(codes(await late))).toEqual(new Set(['written']))
  await other.kill()
})
