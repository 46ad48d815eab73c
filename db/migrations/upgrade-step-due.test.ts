import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration applications are in their steps as before, and the last day survives a status', async () => {
  const found = await upgraded({
    before: 46,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into hiring_steps (id, place, name, status) values (3, 0, 'Phone call', 'pending')`)
      await db.run(sql`
        insert into application_steps (application_id, step_id, due_on) values (1, 3, '2026-12-01')`)
    },
    async read(db) {
      const before = await db.all(sql`select * from application_steps`)
      await db.run(sql`update applications set status = 'rejected' where id = 1`)
      return { before, after: await db.all(sql`select * from application_steps`) }
    },
  })
  const row = { application_id: 1, step_id: 3, step_before: null, due_on: '2026-12-01' }
  expect(found).toEqual({
    before: [{ ...row, due_before: null }],
    after: [{ ...row, step_id: null, step_before: 3, due_on: null, due_before: '2026-12-01' }],
  })
})
