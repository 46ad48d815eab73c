import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration keeps scheduled pages, by nobody', async () => {
  const at = '2027-01-10T09:00:00.000Z'
  const found = await upgraded({
    before: 54,
    fill: (db) =>
      db.run(sql`insert into pages (title, slug, content, publish_at)
        values ('Team', 'team', '<p>Us.</p>', ${at})`),
    read: (db) => db.all(sql`select title, publish_at, scheduled_by from pages`),
  })
  expect(found).toEqual([{ title: 'Team', publish_at: at, scheduled_by: null }])
})
