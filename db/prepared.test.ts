import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepared } from './prepared.ts'
import { settings } from './schema.ts'
import { temporaryDb } from './test-db.ts'

test('a query is built once per database and kind', async () => {
  const made: string[] = []
  const values = prepared((db, by: 'key' | 'category') => {
    made.push(by)
    return db
      .select({ value: settings.value })
      .from(settings)
      .where(eq(settings[by], sql.placeholder('word')))
      .prepare()
  })
  const [one, two] = [await temporaryDb(), await temporaryDb()]
  for (const { db, url } of [one, two])
    await db.insert(settings).values({ key: 'color', category: 'looks', value: url })
  for (const { db, url } of [one, two, one]) {
    expect(await values(db, 'key').all({ word: 'color' })).toEqual([{ value: url }])
    expect(await values(db, 'category').all({ word: 'looks' })).toEqual([{ value: url }])
    expect(await values(db, 'key').all({ word: 'shape' })).toEqual([])
  }
  expect(made).toEqual(['key', 'category', 'key', 'category'])
  await Promise.all([one.remove(), two.remove()])
})
