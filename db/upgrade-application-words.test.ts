import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from './fixtures/upgrade.ts'

test('after the migration the words of applications from before can be listed in order', async () => {
  const terms = await upgraded({
    before: 23,
    async fill(db) {
      await db.run(sql`insert into application_search (rowid, text) values (1, 'rye bread')`)
      await db.run(sql`insert into application_search (rowid, text) values (2, 'bread')`)
    },
    read: (db) => db.all(sql`select term, doc from application_words order by term`),
  })
  expect(terms).toEqual([
    { term: 'bread', doc: 1 },
    { term: 'bread', doc: 2 },
    { term: 'rye', doc: 1 },
  ])
})
