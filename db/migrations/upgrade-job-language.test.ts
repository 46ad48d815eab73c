import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobs } from '../schema.ts'

test('the migration keeps jobs, whose language is that of the site', async () => {
  const found = await upgraded({
    before: 27,
    fill: (db) => db.run(sql`insert into jobs (title, description) values ('Baker', 'Bake.')`),
    read: (db) => db.select().from(jobs),
  })
  expect(found).toMatchObject([{ title: 'Baker', description: 'Bake.', language: null }])
})
