import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration sorts titles as the program does, and has other scripts indexed anew', async () => {
  const titles = ['Zimmermann', 'Éditeur', 'Über-Koch', 'Baker']
  const phones = ['+353 85 123 4567', '٠٥٠١٢٣٤٥٦٧', '０９０－１２３４', null]
  const found = await upgraded({
    before: 47,
    async fill(db) {
      for (const title of titles)
        await db.run(sql`insert into jobs (title, description) values (${title}, 'Work.')`)
      await db.run(sql`insert into job_search (rowid, text) select id, title from jobs`)
      for (const phone of phones)
        await db.run(sql`insert into applications (job_id, first_name, last_name, email, phone)
          values (1, ${phone ? 'Ann' : 'علی‌رضا'}, 'Müller', 'a@example.org', ${phone})`)
      await db.run(sql`insert into application_search (rowid, text) select id, first_name from applications`)
    },
    async read(db) {
      const sorted = await db.all<{ title: string; folded_title: string | null }>(sql`
        select title, folded_title from jobs order by coalesce(folded_title, lower(title))`)
      const indexed = (table: string) =>
        db.all<{ id: number }>(sql`select id from ${sql.identifier(table)} order by id`)
      return {
        sorted: sorted.map(({ title }) => title),
        plain: sorted.filter(({ folded_title }) => !folded_title).map(({ title }) => title),
        applications: (await indexed('application_search_docsize')).map(({ id }) => id),
        jobs: (await indexed('job_search_docsize')).length,
      }
    },
  })
  expect(found).toEqual({
    sorted: ['Baker', 'Éditeur', 'Über-Koch', 'Zimmermann'],
    plain: ['Baker', 'Zimmermann'],
    applications: [1],
    jobs: 4,
  })
})
