import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration sorts titles as the program does, and keeps what search knows of jobs', async () => {
  const titles = ['Zimmermann', 'Éditeur', 'Über-Koch', 'Baker']
  const found = await upgraded({
    before: 47,
    async fill(db) {
      for (const title of titles)
        await db.run(sql`insert into jobs (title, description) values (${title}, 'Work.')`)
      await db.run(sql`insert into job_search (rowid, text) select id, title from jobs`)
    },
    async read(db) {
      const sorted = await db.all<{ title: string; folded_title: string | null }>(sql`
        select title, folded_title from jobs order by coalesce(folded_title, lower(title))`)
      return {
        sorted: sorted.map(({ title }) => title),
        plain: sorted.filter(({ folded_title }) => !folded_title).map(({ title }) => title),
        jobs: (await db.all(sql`select id from job_search_docsize`)).length,
      }
    },
  })
  expect(found).toEqual({
    sorted: ['Baker', 'Éditeur', 'Über-Koch', 'Zimmermann'],
    plain: ['Baker', 'Zimmermann'],
    jobs: 4,
  })
})
