import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps sessions, which are not of the company, and takes identities', async () => {
  const id = 'a'.repeat(64)
  const found = await upgraded({
    before: 58,
    async fill(db) {
      await db.run(sql`insert into users (id, email, first_name, last_name)
        values (1, 'rita@example.com', 'Rita', 'Reviewer')`)
      await db.run(sql`insert into sessions (id, user_id, expires_at, created_at)
        values (${id}, 1, 4000000000, 1)`)
    },
    async read(db) {
      await db.run(sql`insert into identities (id, issuer, sub, user_id) values (1, 'i', 's', 1)`)
      await db.run(sql`insert into sessions (id, user_id, expires_at, created_at, identity_id, sid)
        values (${'b'.repeat(64)}, 1, 4000000000, 1, 1, 'x')`)
      const sessions = await db.all(sql`select identity_id, sid, second_factor from sessions order by id`)
      await db.run(sql`delete from users`)
      const left = await db.all(sql`select user_id from identities`)
      return { sessions, left, open: await db.all(sql`select id from sessions`) }
    },
  })
  expect(found).toEqual({
    sessions: [
      { identity_id: null, sid: null, second_factor: 0 },
      { identity_id: 1, sid: 'x', second_factor: 0 },
    ],
    left: [{ user_id: null }],
    open: [],
  })
})
