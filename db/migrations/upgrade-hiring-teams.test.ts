import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration keeps users, jobs and applications, and nobody is on a team', async () => {
  const found = await upgraded({
    before: 39,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into users (id, email, password_hash, first_name, last_name, role, permissions)
        values (1, 'mo@example.org', '', 'Mo', 'Member', 'user', '["edit_pages"]')`)
      await db.run(sql`
        insert into applications (job_id, first_name, last_name, email, status)
        values (1, 'A', 'B', 'a@example.org', 'shortlisted')`)
    },
    async read(db) {
      const before = await db.all(sql`select count(*) as members from hiring_teams`)
      await db.run(sql`insert into hiring_teams (job_id, user_id, owner) values (1, 1, 1)`)
      await db.run(sql`delete from users where id = 1`)
      return {
        before,
        // Nobody who is gone stays on a team.
        after: await db.all(sql`select count(*) as members from hiring_teams`),
        jobs: await db.all(sql`select id, title from jobs`),
        applications: await db.all(sql`select job_id, email, status from applications`),
      }
    },
  })
  expect(found).toEqual({
    before: [{ members: 0 }],
    after: [{ members: 0 }],
    jobs: [{ id: 1, title: 'Baker' }],
    applications: [{ job_id: 1, email: 'a@example.org', status: 'shortlisted' }],
  })
})
