import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { translations } from '#db/schema.ts'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps translations, and adds their search text', async () => {
  const found = await upgraded({
    before: 64,
    async fill(db) {
      const german = { kind: 'job', subject: '1', language: 'de', base_sha256: 'b' } as const
      await db.insert(translations).values({ ...german, fields: { title: 'Köchin' } })
    },
    async read(db) {
      await db.run(sql`insert into translation_search (rowid, text) values (1, 'Köchin')`)
      const match = sql`select rowid as id from translation_search where translation_search match 'kochin'`
      const before = await db.all(match)
      const words = await db.all(sql`select term from translation_words`)
      await db.delete(translations)
      return { before, words, after: await db.all(match) }
    },
  })
  expect(found).toEqual({ before: [{ id: 1 }], words: [{ term: 'kochin' }], after: [] })
})
