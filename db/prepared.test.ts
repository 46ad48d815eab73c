import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepared, preparedItem } from './prepared.ts'
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

test('a batch item is built once and takes new values each time', async () => {
  const { db, remove } = await temporaryDb()
  let made = 0
  const insert = preparedItem((db) => {
    made++
    const [key, value] = [sql.placeholder('key'), sql.placeholder('value')]
    return db
      .insert(settings)
      .values({ key, value, category: 'looks' })
      .returning({ key: settings.key })
  })
  const rename = preparedItem((db) =>
    db.run(sql`update settings set value = upper(value) where key = ${sql.placeholder('key')}`),
  )
  const [first, second] = await db.batch([
    insert(db, { key: 'color', value: 'red' }),
    insert(db, { key: 'shape', value: 'round' }),
    rename(db, { key: 'shape' }),
  ])
  expect([...first, ...second]).toEqual([{ key: 'color' }, { key: 'shape' }])
  const rows = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.category, 'looks'))
  expect(rows).toEqual([{ value: 'red' }, { value: 'ROUND' }])
  expect(made).toBe(1)
  await remove()
})
