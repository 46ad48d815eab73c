import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from '../client.ts'
import { errorCode, isOutcomeUnknown, isUnavailable } from '../errors.ts'
import { refused } from '../fixtures/databases.ts'
import { settings } from '../schema.ts'
import { temporaryDb } from '../test-db.ts'

let database: Awaited<ReturnType<typeof temporaryDb>>
let folder: string
let aside: string
const file = (end = '') => fileURLToPath(database.url) + end

beforeEach(async () => {
  database = await temporaryDb()
  folder = path.dirname(file())
  aside = `${folder}-aside`
  await write('before')
})
afterEach(async () => {
  await database.remove()
  await rm(aside, { recursive: true, force: true })
})

const write = async (key: string) =>
  database.db.batch([database.db.insert(settings).values({ key, category: 'general' })])
const kept = (db = database.db) =>
  db.select({ key: settings.key }).from(settings).orderBy(sql`rowid`)

const losses: [string, () => Promise<unknown>][] = [
  ['whose folder was moved away', () => rename(folder, aside)],
  ['whose folder was emptied', () => rm(folder, { recursive: true }).then(() => mkdir(folder))],
  ['that was deleted', () => rm(file())],
  ['whose log was deleted', () => rm(file('-wal'))],
  [
    'that was replaced by a copy',
    async () => {
      await cp(file(), file('-copy'))
      await rename(file('-copy'), file())
    },
  ],
]

test.each(losses)('a database file %s acknowledges no write', async (_, lose) => {
  await lose()
  for (const error of [
    await refused(write('lost')),
    await refused(database.db.insert(settings).values({ key: 'lost', category: 'general' })),
    await refused(database.db.run(sql`delete from settings`)),
  ]) {
    expect(errorCode(error)).toBe('SQLITE_CANTOPEN')
    expect([isUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, false])
  }
  expect(await kept()).toEqual([{ key: 'before' }])
  await mkdir(folder, { recursive: true })
})

test('a database file that is put back works again', async () => {
  await rename(folder, aside)
  await refused(write('lost'))
  await rename(aside, folder)
  await write('after')
  expect((await readdir(folder)).sort()).toContain('foyer.db-wal')
  const again = await openDb(database.url)
  expect(await kept(again)).toEqual([{ key: 'before' }, { key: 'after' }])
  again.$client.close()
})
