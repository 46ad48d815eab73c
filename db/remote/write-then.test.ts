import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { startNetworkProxy } from '../fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'
import { settings } from '../schema.ts'
import { temporaryDb } from '../test-db.ts'
import { assuming } from './assuming.ts'
import { writeThen } from './write-then.ts'

const ofKey = (db: Db) => db.select().from(settings).where(eq(settings.key, 'a'))
const change = (db: Db, value: string) =>
  db.update(settings).set({ value }).where(eq(settings.key, 'a')).returning({ id: settings.id })

test('on a file, what is read is as it was written', async () => {
  const { db, remove } = await temporaryDb()
  await db.insert(settings).values({ key: 'a', category: 'general', value: 'old' })
  const [[written], [row]] = await writeThen(
    db,
    () => change(db, 'new'),
    () => ofKey(db),
  )
  expect([written?.id, row?.value]).toEqual([row?.id, 'new'])
  await remove()
})

describe.skipIf(!sqldExists)(`On a server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let line: Awaited<ReturnType<typeof startNetworkProxy>>
  let db: Db

  beforeAll(async () => {
    sqld = await startSqld()
    line = await startNetworkProxy(sqld.url)
    db = await openDb(line.url, { deadline: 30_000 })
    await db.insert(settings).values({ key: 'a', category: 'general', value: 'old' })
  })
  afterAll(async () => {
    db.$client.close()
    line.stop()
    await sqld.stop()
  })

  test('reads go with the write, and those that follow them after it', async () => {
    const before = line.inARow()
    const [, [value, count]] = await writeThen(
      db,
      () => change(db, 'first'),
      async () => {
        const [row] = await ofKey(db)
        return [row?.value, await db.$count(settings, eq(settings.value, row?.value ?? ''))]
      },
    )
    expect([value, count]).toEqual(['first', 1])
    expect(line.inARow() - before).toBeLessThanOrEqual(2)
  })

  test('what was assumed to be as before the write is read as it is after it', async () => {
    const read = () => assuming(db, 'after', async () => (await ofKey(db))[0]?.value)
    for (let n = 0; n < 3; n++) expect(await read()).toBe('first')
    for (const value of ['second', 'third', 'fourth'])
      expect((await writeThen(db, () => change(db, value), read))[1]).toBe(value)
  })

  test('a write that fails is thrown, and the next works', async () => {
    const twice = { key: 'a', category: 'general' as const }
    const failing = writeThen(
      db,
      async () => db.insert(settings).values(twice),
      () => ofKey(db),
    )
    await expect(failing).rejects.toThrow()
    const [, [row]] = await writeThen(
      db,
      () => db.batch([change(db, 'last')]),
      () => ofKey(db),
    )
    expect(row?.value).toBe('last')
  })
})
