import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration applications are in no step, and a change of status ends one', async () => {
  const found = await upgraded({
    before: 40,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email, status)
        values (1, 1, 'A', 'B', 'a@example.org', 'shortlisted')`)
      await db.run(sql`
        insert into users (id, email, password_hash, first_name, last_name, role)
        values (1, 'mo@example.org', '', 'Mo', 'Member', 'user')`)
      await db.run(sql`insert into hiring_teams (job_id, user_id, owner) values (1, 1, 1)`)
    },
    async read(db) {
      const before = await db.all(sql`select status, step_id from applications
        left join application_steps on application_id = id`)
      await db.run(sql`insert into hiring_steps (id, place, name, status) values (1, 0, 'Offer', 'shortlisted')`)
      await db.run(sql`insert into application_steps (application_id, step_id) values (1, 1)`)
      await db.run(sql`update applications set status = 'rejected' where id = 1`)
      return {
        before,
        after: await db.all(sql`select step_id, step_before from application_steps`),
        teams: await db.all(sql`select * from hiring_teams`),
      }
    },
  })
  expect(found).toEqual({
    before: [{ status: 'shortlisted', step_id: null }],
    after: [{ step_id: null, step_before: 1 }],
    teams: [{ job_id: 1, user_id: 1, owner: 1 }],
  })
})
