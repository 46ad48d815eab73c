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

test('the migration lists the decided and the withdrawn of before', async () => {
  const found = await upgraded({
    before: 75,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email, status, withdrawn_at)
        values (1, 1, 'Ada', 'Lovelace', 'ada@example.com', 'rejected', null),
          (2, 1, 'Bo', 'Diddley', 'bo@example.com', 'pending', '2026-01-01T00:00:00.000Z'),
          (3, 1, 'Cy', 'Young', 'cy@example.com', 'pending', null)`)
    },
    read: (db) =>
      Promise.all([
        db.all(sql`select id from applications indexed by applications_decided
          where status in ('rejected', 'selected') and withdrawn_at is null`),
        db.all(sql`select id from applications indexed by applications_withdrawn_newest
          where withdrawn_at is not null`),
      ]),
  })
  expect(found).toEqual([[{ id: 1 }], [{ id: 2 }]])
})

test('the migration lists the withdrawn and the kept of before', async () => {
  const found = await upgraded({
    before: 76,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email, withdrawn_at, keep_until)
        values (1, 1, 'Ada', 'Lovelace', 'ada@example.com', null, '2027-01-01'),
          (2, 1, 'Bo', 'Diddley', 'bo@example.com', '2026-01-01T00:00:00.000Z', null),
          (3, 1, 'Cy', 'Young', 'cy@example.com', null, null)`)
    },
    read: (db) =>
      db.all(sql`select id from applications indexed by applications_set_apart
        where withdrawn_at is not null or keep_until is not null`),
  })
  expect(found).toEqual([{ id: 1 }, { id: 2 }])
})
