import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration the last look before it counts as that of an earlier day', async () => {
  const seen = '2026-03-02T09:00:00.000Z'
  const found = await upgraded({
    before: 55,
    fill: (db) =>
      db.run(sql`
        insert into users (email, first_name, last_name, dashboard_seen_at)
        values ('rita@example.org', 'Rita', 'Pike', ${seen}), ('nils@example.org', 'Nils', 'Berg', null)`),
    read: (db) =>
      db.all(sql`select first_name, dashboard_seen_at, dashboard_since from users order by id`),
  })
  expect(found).toEqual([
    { first_name: 'Rita', dashboard_seen_at: seen, dashboard_since: seen },
    { first_name: 'Nils', dashboard_seen_at: null, dashboard_since: null },
  ])
})
