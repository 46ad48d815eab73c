import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration keeps counted visits', async () => {
  const visits = { day: '2026-11-01', job_id: 1, source: 'linkedin', views: 7, applications: 2 }
  const found = await upgraded({
    before: 52,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`insert into job_visits (day, job_id, source, views, applications)
        values (${visits.day}, 1, ${visits.source}, 7, 2)`)
    },
    read: (db) => db.all(sql`select * from job_visits`),
  })
  expect(found).toEqual([visits])
})
