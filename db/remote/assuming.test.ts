import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'
import { settings } from '../schema.ts'
import { assuming } from './assuming.ts'

describe.skipIf(!sqldExists)(`What is assumed${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let db: Db
  let other: Db

  beforeAll(async () => {
    sqld = await startSqld()
    db = await openDb(sqld.url, { deadline: 30_000 })
    other = await openDb(sqld.url, { deadline: 30_000 })
    await other.insert(settings).values({ key: 'a', category: 'general', value: 'old' })
  })
  afterAll(async () => {
    db.$client.close()
    other.$client.close()
    await sqld.stop()
  })

  test('is written only if it is still so, and the work begins again otherwise', async () => {
    const read = async () =>
      (await db.select().from(settings).where(eq(settings.key, 'a')))[0]?.value
    for (let n = 0; n < 3; n++) await assuming(db, 'read', read)
    await other.update(settings).set({ value: 'new' }).where(eq(settings.key, 'a'))
    const seen: unknown[] = []
    const returned = await assuming(db, 'copy', async () => {
      const value = await read()
      seen.push(value)
      await db.insert(settings).values({ key: `copy_${value}`, category: 'general' })
      return value
    })
    expect(seen).toEqual(['old', 'new'])
    expect(returned).toBe('new')
    expect(await other.$count(settings, eq(settings.key, 'copy_old'))).toBe(0)
    expect(await other.$count(settings, eq(settings.key, 'copy_new'))).toBe(1)
  })
})
