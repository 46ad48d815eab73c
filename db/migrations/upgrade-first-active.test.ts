import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobs } from '../schema.ts'

const day = '2026-01-02T00:00:00.000Z'

const jobRows = [
  [1, 'active', 1],
  [2, 'never active', 0],
  [3, 'closed, with an application', 0],
  [4, 'closed, with an event', 0],
  [5, 'changed, never active', 0],
  [6, 'created active, then closed by a change', 0],
] as const

const events = [
  ['job.deactivated', 4, '{"is_active":false}'],
  ['job.created', 5, '{"is_active":false}'],
  ['job.changed', 5, '{"is_active":false}'],
  ['page.published', 2, '{"is_active":true}'],
  ['job.created', 6, '{"is_active":true}'],
] as const

test('the migration fills first_active_at for jobs that have been active', async () => {
  const rows = await upgraded({
    before: 9,
    async fill(db) {
      for (const [id, title, is_active] of jobRows)
        await db.run(
          sql`insert into jobs (id, title, description, is_active, created_at) values (${id}, ${title}, '', ${is_active}, ${day})`,
        )
      await db.run(
        sql`insert into applications (job_id, first_name, last_name, email) values (3, 'M', 'O', 'm@example.org')`,
      )
      for (const [action, target, detail] of events)
        await db.run(
          sql`insert into audit_events (action, target_id, detail) values (${action}, ${target}, ${detail})`,
        )
    },
    read: (db) => db.select().from(jobs),
  })
  const active = rows.flatMap(({ title, first_active_at }) => (first_active_at ? [title] : []))
  expect(active).toEqual(
    jobRows.flatMap(([id, title]) => ([1, 3, 4, 6].includes(id) ? [title] : [])),
  )
  expect(rows[0]?.first_active_at).toBe(day)
})
