import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '#db/fixtures/upgrade.ts'

test('the migration invents no transitions for what was before, and those after it are written', async () => {
  const found = await upgraded({
    before: 60,
    async fill(db) {
      await db.run(
        sql`insert into jobs (id, title, description, is_active) values (1, 'Baker', 'Knead dough.', 1)`,
      )
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email, status)
        values (1, 1, 'A', 'B', 'a@example.org', 'shortlisted')`)
      await db.run(sql`insert into hiring_steps (id, place, name, status)
        values (1, 0, 'Interview', 'shortlisted')`)
      await db.run(
        sql`insert into application_steps (application_id, step_id) values (1, 1)`,
      )
    },
    async read(db) {
      await db.run(sql`update applications set status = 'selected' where id = 1`)
      return db.all(
        sql`select kind, application_id, from_status, to_status, from_step, to_step from transitions`,
      )
    },
  })
  expect(found).toEqual([
    {
      kind: 'decided',
      application_id: 1,
      from_status: 'shortlisted',
      to_status: 'selected',
      from_step: 1,
      to_step: null,
    },
  ])
})
