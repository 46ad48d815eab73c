import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobInvitations } from '../schema.ts'

test('the migration adds invitations, which end with the application', async () => {
  const found = await upgraded({
    before: 68,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'Mira', 'Ostergard', 'mira@example.org')`)
    },
    async read(db) {
      const expires_at = '2100-01-01T00:00:00.000Z'
      await db
        .insert(jobInvitations)
        .values({ id: 'a'.repeat(64), application_id: 1, job_id: 1, expires_at })
      const before = await db.$count(jobInvitations)
      await db.run(sql`delete from applications`)
      return [before, await db.$count(jobInvitations)]
    },
  })
  expect(found).toEqual([1, 0])
})
