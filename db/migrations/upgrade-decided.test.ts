import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('the migration lists the decided and the withdrawn of before', async () => {
  const found = await upgraded({
    before: 76,
    async fill(db) {
      await db.run(sql`insert into jobs (id, title, description) values (1, 'Baker', 'Bake.')`)
      await db.run(sql`
        insert into applications (id, job_id, first_name, last_name, email, status, withdrawn_at)
        values (1, 1, 'Ada', 'Lovelace', 'ada@example.com', 'rejected', null),
          (2, 1, 'Bo', 'Diddley', 'bo@example.com', 'pending', '2026-01-01T00:00:00.000Z'),
          (3, 1, 'Cy', 'Young', 'cy@example.com', 'pending', null)`)
    },
    read: (db) =>
      Promise.all([
        db.all(sql`select id from applications indexed by applications_decided
          where status in ('rejected', 'selected') and withdrawn_at is null`),
        db.all(sql`select id from applications indexed by applications_withdrawn_newest
          where withdrawn_at is not null`),
      ]),
  })
  expect(found).toEqual([[{ id: 1 }], [{ id: 2 }]])
})
