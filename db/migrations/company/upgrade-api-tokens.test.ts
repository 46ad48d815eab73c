import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'

test('after the migration people have API tokens, which go with their account', async () => {
  const found = await upgraded({
    before: 59,
    async fill(db) {
      for (const name of ['ada', 'rita'])
        await db.run(sql`insert into users (email, first_name, last_name)
          values (${`${name}@example.org`}, ${name}, 'Before')`)
    },
    async read(db) {
      for (const id of [1, 2])
        await db.run(sql`insert into api_tokens (user_id, hash, name, scopes, expires_at)
          values (${id}, ${String(id).repeat(64)}, 'Sync', '["jobs:read"]', '2027-01-01T00:00:00.000Z')`)
      await db.run(sql`delete from users where id = 1`)
      return db.all(sql`select user_id, name, last_used_on from api_tokens`)
    },
  })
  expect(found).toEqual([{ user_id: 2, name: 'Sync', last_used_on: null }])
})
