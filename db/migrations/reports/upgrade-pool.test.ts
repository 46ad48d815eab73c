import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { applicationOutcomes, applications, bulkItems, tags } from '../../schema.ts'

test('the migration keeps applications, outcomes, bulk actions and tags, whose new columns are empty', async () => {
  const found = await upgraded({
    before: 69,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`insert into rejection_reasons (id, place, name) values (1, 0, 'Skills')`)
      await db.run(sql`insert into applications (id, job_id, first_name, last_name, email, status,
          reference, keep_until, reason_id)
        values (1, 1, 'Mira', 'Ostergard', 'mira@example.org', 'rejected', 'K7M3QX', '2090-01-31', 1)`)
      await db.run(sql`insert into application_outcomes (application_id, job_id, received_at, status)
        values (1, 1, '2026-01-01T00:00:00.000Z', 'rejected') on conflict do nothing`)
      await db.run(sql`insert into bulk (id, user_name, action, params, total)
        values (1, 'Rita', 'status', '{"status":"rejected"}', 1)`)
      await db.run(sql`insert into bulk_items (bulk_id, application_id) values (1, 1)`)
      await db.run(sql`insert into tags (name, folded_name) values ('Keen', 'keen')`)
    },
    async read(db) {
      const [application] = await db.select().from(applications)
      const [outcome] = await db.select().from(applicationOutcomes)
      const [item] = await db.select().from(bulkItems)
      const [tag] = await db.select().from(tags)
      return { application, outcome, item, tag }
    },
  })
  expect(found).toMatchObject({
    application: {
      keep_until: '2090-01-31',
      keep_asked_at: null,
      reason_id: 1,
      reason_before: null,
      undone_at: null,
    },
    outcome: { status: 'rejected', previous: null },
    item: { application_id: 1, reason_before: null },
    tag: { name: 'Keen', import_id: null },
  })
})
