import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration jobs have no criteria, and evaluations go with their application', async () => {
  const found = await upgraded({
    before: 42,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org'), (2, 1, 'C', 'D', 'c@example.org')`)
      await db.run(sql`
        insert into users (id, email, password_hash, first_name, last_name, role)
        values (1, 'mo@example.org', '', 'Mo', 'Member', 'user')`)
    },
    async read(db) {
      const before = await db.all(sql`select title, evaluation_criteria from jobs`)
      await db.run(sql`
        insert into evaluations (application_id, user_id, author_name, verdict)
        values (1, 1, 'Mo Member', 4), (2, 1, 'Mo Member', 1)`)
      await db.run(sql`delete from applications where id = 1`)
      await db.run(sql`delete from users where id = 1`)
      return {
        before,
        after: await db.all(sql`select application_id, user_id, author_name from evaluations`),
      }
    },
  })
  expect(found).toEqual({
    before: [{ title: 'Baker', evaluation_criteria: null }],
    after: [{ application_id: 2, user_id: null, author_name: 'Mo Member' }],
  })
})
