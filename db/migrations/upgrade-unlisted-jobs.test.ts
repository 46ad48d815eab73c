import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobs } from '../schema.ts'

test('the migration keeps jobs in the lists; one at most takes open applications', async () => {
  const found = await upgraded({
    before: 67,
    fill: (db) => db.run(sql`insert into jobs (title, description) values ('Baker', 'Bake.')`),
    async read(db) {
      const open = { title: 'Any', description: 'Any.', is_open_application: true }
      await db.insert(jobs).values(open)
      await expect(db.insert(jobs).values(open).execute()).rejects.toThrow()
      return db.select().from(jobs)
    },
  })
  expect(found).toMatchObject([
    { title: 'Baker', is_listed: true, is_open_application: false },
    { title: 'Any', is_listed: true, is_open_application: true },
  ])
})
