import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration lists the applications and steps of before', async () => {
  const found = await upgraded({
    before: 74,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'Ada', 'Lovelace', 'ada@example.com')`)
      await db.run(sql`insert into hiring_steps (id, place, name, status) values (1, 0, 'Call', 'pending')`)
      await db.run(sql`insert into application_steps (application_id, step_id, due_on)
        values (1, 1, '2026-11-01')`)
    },
    read: (db) =>
      Promise.all([
        db.all(sql`select id, job_id, status from applications indexed by applications_by_id`),
        db.all(sql`select job_id from applications indexed by applications_unanswered_job
          where status = 'pending' and answered_at is null and withdrawn_at is null`),
        db.all(sql`select application_id, due_on from application_steps
          indexed by application_steps_due where step_id is not null and due_on <= '2026-11-02'`),
      ]),
  })
  expect(found).toEqual([
    [{ id: 1, job_id: 1, status: 'pending' }],
    [{ job_id: 1 }],
    [{ application_id: 1, due_on: '2026-11-01' }],
  ])
})
