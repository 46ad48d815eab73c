import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countApplications } from '#api/applications/list.ts'
import { upgraded } from './fixtures/upgrade.ts'

test('applications indexed with their status are found by their present status', async () => {
  const counts = await upgraded({
    before: 12,
    async fill(db) {
      await db.run(
        sql`insert into jobs (id, title, description, is_active) values (1, 'Baker', '', 1)`,
      )
      for (const [id, status] of ['pending', 'rejected', 'rejected'].entries()) {
        await db.run(sql`insert into applications (id, job_id, first_name, last_name, email, status)
          values (${id + 1}, 1, 'Mira', 'Ostergard', 'mira@example.org', ${status})`)
        // As the search text was written before: with a mark of the status.
        await db.run(sql`insert into application_search (rowid, text)
          values (${id + 1}, ${`mira ostergard \uE0001 \uE001${status}`})`)
      }
    },
    async read(db) {
      await db.run(sql`update applications set status = 'selected' where id = 3`)
      const count = (status: 'pending' | 'rejected' | 'selected' | 'shortlisted') =>
        countApplications(db, { words: '"mira"*', status, job_id: 1 })
      return [await count('pending'), await count('rejected'), await count('selected')]
    },
  })
  expect(counts).toEqual([1, 1, 1])
})
