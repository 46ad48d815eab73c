import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { temporaryDb } from '../test-db.ts'

const people = [
  ['mira@example.org', null],
  ['Mira+jobs@example.org', null],
  ['nina@example.org', '+353 20 9155 0101'],
  ['nina.b@example.com', '020 9155 0101'],
  ['otto@example.org', '+353 20 9155 0999'],
] as const

async function fill(db: Db, from: readonly (readonly [string, string | null])[]) {
  await db.run(
    sql`insert or ignore into jobs (id, title, description) values (1, 'Baker', 'Bake.')`,
  )
  for (const [email, phone] of from)
    await db.run(sql`insert into applications (job_id, first_name, last_name, email, phone)
      values (1, 'A', 'B', ${email}, ${phone})`)
}

const marked = async (db: Db) =>
  (
    await db.all<{ id: number }>(
      sql`select id from applications where may_have_others = 1 order by id`,
    )
  ).map(({ id }) => id)

test('the migration marks applications whose mailbox or phone number occurs again', async () => {
  const found = await upgraded({ before: 24, fill: (db) => fill(db, people), read: marked })
  expect(found).toEqual([1, 2, 3, 4])
})

test('triggers mark both when the second arrives, and those that come to share one later', async () => {
  const { db, remove } = await temporaryDb()
  await fill(db, people.slice(0, 1))
  expect(await marked(db)).toEqual([])
  await fill(db, people.slice(1))
  expect(await marked(db)).toEqual([1, 2, 3, 4])
  await fill(db, people.slice(0, 1))
  expect(await marked(db)).toEqual([1, 2, 3, 4, 6])
  await fill(db, [['pia@example.org', null]])
  await db.run(sql`update applications set email = 'otto@example.org' where id = 7`)
  expect(await marked(db)).toEqual([1, 2, 3, 4, 5, 6, 7])
  await remove()
})
