import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration bulk actions still have their applications, and can be of tags', async () => {
  const found = await upgraded({
    before: 41,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', '<p>Knead.</p>')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email)
        values (1, 1, 'A', 'B', 'a@example.org')`)
      await db.run(sql`
        insert into bulk (id, user_name, action, params, total, idempotency_key)
        values (7, 'Rita', 'status', '{"status":"rejected"}', 1, 'k')`)
      await db.run(sql`insert into bulk_items (bulk_id, application_id) values (7, 1)`)
    },
    async read(db) {
      const before = await db.all(sql`
        select bulk.id, action, params, idempotency_key, application_id, bulk_items.state
        from bulk join bulk_items on bulk_id = bulk.id`)
      await db.run(sql`
        insert into bulk (user_name, action, params, total) values ('Rita', 'tag', '{}', 1)`)
      await db.run(sql`insert into tags (id, name, folded_name) values (1, 'Danish', 'danish')`)
      await db.run(sql`insert into application_tags (application_id, tag_id) values (1, 1)`)
      await db.run(sql`delete from applications`)
      return { before, tagged: await db.all(sql`select * from application_tags`) }
    },
  })
  expect(found).toEqual({
    before: [
      {
        id: 7,
        action: 'status',
        params: '{"status":"rejected"}',
        idempotency_key: 'k',
        application_id: 1,
        state: 'waiting',
      },
    ],
    tagged: [],
  })
})
