import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration has the countries of remote jobs in the index of listed jobs', async () => {
  const found = await upgraded({
    before: 22,
    fill: (db) =>
      db.run(sql`insert into jobs (title, description, workplace, remote_countries)
        values ('Writer', 'Write.', 'remote', '["IE"]'), ('Baker', 'Bake.', null, null)`),
    read: (db) =>
      db.all(sql`select title, remote_countries from jobs indexed by jobs_listed
        where deleted_at is null order by id`),
  })
  expect(found).toEqual([
    { title: 'Writer', remote_countries: '["IE"]' },
    { title: 'Baker', remote_countries: null },
  ])
})
