import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { applications, candidateLinks } from '../schema.ts'

const apply = (db: Db) =>
  db.run(sql`insert into applications (job_id, first_name, last_name, email, motivation_letter)
    values (1, 'Mira', 'Ostergard', 'mira@example.org', '<p>I bake.</p>')`)

test('the migration gives each application a random id of its own, and new ones get one', async () => {
  const kept = sql`select json_group_array(json_object('id', id, 'letter', motivation_letter, 'updated_at', updated_at)) as rows from applications where id < 3`
  let before: unknown[] = []
  const after = await upgraded({
    before: 18,
    async fill(db) {
      await db.run(sql`insert into jobs (title, description) values ('Baker', '<p>Bread.</p>')`)
      await apply(db)
      await apply(db)
      before = await db.all(kept)
    },
    async read(db) {
      await apply(db)
      await db.insert(candidateLinks).values({ id: 'a'.repeat(64), application_id: 3 })
      await db.run(sql`delete from applications where id = 3`)
      return {
        kept: await db.all(kept),
        rows: await db.select().from(applications),
        links: await db.$count(candidateLinks),
      }
    },
  })
  expect(after.kept).toEqual(before)
  expect(new Set(after.rows.map(({ public_id }) => public_id)).size).toBe(2)
  for (const { public_id, withdrawn_at } of after.rows)
    expect([public_id, withdrawn_at]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), null])
  expect(after.links).toBe(0)
})
