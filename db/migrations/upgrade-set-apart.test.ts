import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration lists the withdrawn and the kept of before', async () => {
  const found = await upgraded({
    before: 76,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email, withdrawn_at, keep_until)
        values (1, 1, 'Ada', 'Lovelace', 'ada@example.com', null, '2027-01-01'),
          (2, 1, 'Bo', 'Diddley', 'bo@example.com', '2026-01-01T00:00:00.000Z', null),
          (3, 1, 'Cy', 'Young', 'cy@example.com', null, null)`)
    },
    read: (db) =>
      db.all(sql`select id from applications indexed by applications_set_apart
        where withdrawn_at is not null or keep_until is not null`),
  })
  expect(found).toEqual([{ id: 1 }, { id: 2 }])
})
