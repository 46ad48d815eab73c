import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeys } from '#db/schema.ts'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration keeps people and their two-step sign-in, and adds passkeys that go with them', async () => {
  const found = await upgraded({
    before: 62,
    async fill(db) {
      await db.run(
        sql`insert into users (id, email, first_name, last_name) values (1, 'rita@example.org', 'Rita', 'R')`,
      )
      await db.run(sql`insert into second_factors (user_id, secret) values (1, ${'a'.repeat(40)})`)
    },
    async read(db) {
      const factors = await db.all(sql`select user_id from second_factors`)
      const key = { user_id: 1, public_key: 'a', domain: 'localhost', name: 'Laptop' }
      await db.insert(passkeys).values({ ...key, credential_id: 'one' })
      const [kept] = await db.select().from(passkeys)
      const again = db.insert(passkeys).values({ ...key, credential_id: 'one' })
      await expect(again.execute()).rejects.toThrow()
      await db.run(sql`delete from users`)
      return { factors, counter: kept?.counter, left: await db.$count(passkeys) }
    },
  })
  expect(found).toEqual({ factors: [{ user_id: 1 }], counter: 0, left: 0 })
})
