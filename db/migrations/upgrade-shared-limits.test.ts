import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobs, pictureLocks, rateLimits } from '../schema.ts'

test('the migration adds empty tables for limits and locks, and keeps the rest', async () => {
  const key = 'a'.repeat(64)
  const after = await upgraded({
    before: 37,
    fill: (db) =>
      db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`),
    async read(db) {
      const counts = [await db.$count(rateLimits), await db.$count(pictureLocks)]
      await db.insert(rateLimits).values({ key, points: 1, ends_at: 2 })
      await db.insert(pictureLocks).values({ hash: 'a', holder: 'b', lease_until: 3 })
      const strict = await db.all(
        sql`select name from pragma_table_list where strict and name in ('rate_limits', 'picture_locks') order by name`,
      )
      return { counts, strict, jobs: await db.select({ title: jobs.title }).from(jobs) }
    },
  })
  expect(after).toEqual({
    counts: [0, 0],
    strict: [{ name: 'picture_locks' }, { name: 'rate_limits' }],
    jobs: [{ title: 'Baker' }],
  })
})
