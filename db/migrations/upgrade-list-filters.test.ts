import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration lists applications by review and interview times, of those stored before too', async () => {
  const reviewed_at = '2026-01-02T10:00:00.000Z'
  const found = await upgraded({
    before: 56,
    async fill(db) {
      await db.run(
        sql`insert into jobs (id, title, description) values (1, 'Baker', 'Knead dough.')`,
      )
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email, status, reviewed_at)
        values (1, 1, 'A', 'B', 'a@example.org', 'rejected', ${reviewed_at})`)
      await db.run(sql`insert into interviews (id, application_id, minutes, place, uid, proposed_name)
        values (1, 1, 30, 'Office', 'one', 'Rita')`)
      await db.run(sql`insert into interview_times (interview_id, time) values (1, ${reviewed_at})`)
    },
    read: async (db) => [
      ...(await db.all(sql`select id from applications indexed by applications_reviewed
        where reviewed_at >= ${reviewed_at}`)),
      ...(await db.all(sql`select interview_id from interview_times indexed by interview_times_time
        where time >= ${reviewed_at}`)),
    ],
  })
  expect(found).toEqual([{ id: 1 }, { interview_id: 1 }])
})
