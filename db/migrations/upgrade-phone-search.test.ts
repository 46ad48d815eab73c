import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import journal from './meta/_journal.json' with { type: 'json' }

test('the migration empties the search index of applications, which is then made anew', async () => {
  const before = journal.entries.findIndex(({ tag }) => tag.endsWith('_phone-numbers-in-search'))
  const found = await upgraded({
    before,
    async fill(db) {
      await db.run(sql`insert into application_search (rowid, text) values (1, 'mira')`)
      await db.run(sql`insert into job_search (rowid, text) values (1, 'baker')`)
    },
    async read(db) {
      await db.run(sql`insert into application_search (rowid, text) values (2, 'olga')`)
      return {
        applications: await db.all(sql`select id from application_search_docsize`),
        jobs: await db.all(sql`select id from job_search_docsize`),
        words: await db.all(sql`select term from application_words`),
      }
    },
  })
  expect(found).toEqual({
    applications: [{ id: 2 }],
    jobs: [{ id: 1 }],
    words: [{ term: 'olga' }],
  })
})
