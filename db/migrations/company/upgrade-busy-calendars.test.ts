import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'

test('the migration adds calendars for people of before, which end with their accounts', async () => {
  const found = await upgraded({
    before: 61,
    async fill(db) {
      for (const id of [1, 2])
        await db.run(sql`insert into users (id, email, first_name, last_name)
          values (${id}, ${`${id}@example.com`}, 'A', 'B')`)
    },
    async read(db) {
      const before = await db.all(sql`select user_id from busy_calendars`)
      const add = (id: number, url: string) =>
        db.run(sql`insert into busy_calendars (user_id, url, host) values (${id}, ${url}, 'a.example')`)
      await add(1, 'v1.sealed')
      await add(2, 'v1.sealed')
      const plain = await add(2, 'https://a.example/').then(
        () => 'stored',
        () => 'refused',
      )
      await db.run(sql`delete from users where id = 1`)
      const after = await db.all(sql`select user_id, failure from busy_calendars`)
      return { before, plain, after }
    },
  })
  expect(found).toEqual({ before: [], plain: 'refused', after: [{ user_id: 2, failure: null }] })
})
