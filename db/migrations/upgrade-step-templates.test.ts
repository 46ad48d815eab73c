import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

test('after the migration steps send nothing, and a deleted template leaves its step', async () => {
  const found = await upgraded({
    before: 48,
    fill: (db) =>
      db.run(sql`
        insert into hiring_steps (id, place, name, status) values (3, 0, 'Phone call', 'pending')`),
    async read(db) {
      const read = () => db.all(sql`select id, name, template_id from hiring_steps`)
      const before = await read()
      await db.run(sql`insert into templates (id, name, subject, body) values (987, 'A', '', '')`)
      await db.run(sql`update hiring_steps set template_id = 987`)
      await db.run(sql`delete from templates where id = 987`)
      return [before, await read()]
    },
  })
  const step = { id: 3, name: 'Phone call', template_id: null }
  expect(found).toEqual([[step], [step]])
})
