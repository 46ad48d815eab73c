import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../client.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { temporaryDb } from '../test-db.ts'

const fill = async (db: Db, count: number) => {
  await db.run(sql`insert or ignore into jobs (id, title, description) values (1, 'A', 'B')`)
  await db.run(sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into applications (job_id, first_name, last_name, email)
    select 1, 'A', 'B', 'a' || n || '@example.org' from numbers`)
}
const references = async (db: Db) =>
  (await db.all<{ reference: string }>(sql`select reference from applications order by id`)).map(
    ({ reference }) => reference,
  )
const likeOne = /^[CDFHJKMNPQRTVWXY][2-9CDFHJKMNPQRTVWXY]{5}$/

/** How many follow alphabetically the one before: about half, unless they count. */
const rising = (all: string[]) => all.filter((one, at) => at && one > (all[at - 1] ?? '')).length

test('each application from before gets a reference of its own, not in order', async () => {
  const found = await upgraded({ before: 26, fill: (db) => fill(db, 3000), read: references })
  expect(found.filter((reference) => !likeOne.test(reference))).toEqual([])
  expect(new Set(found).size).toBe(3000)
  expect(rising(found)).toBeLessThan(2400)
})

test('a new application gets a reference of six letters and digits, none of them alike', async () => {
  const { db, remove } = await temporaryDb()
  await fill(db, 3000)
  const found = await references(db)
  expect(found.filter((reference) => !likeOne.test(reference))).toEqual([])
  expect(new Set(found).size).toBe(3000)
  expect(rising(found)).toBeGreaterThan(1300)
  expect(rising(found)).toBeLessThan(1700)
  await remove()
})

test('candidate_updated_at moves with what the candidate sees, never with a decision or notes', async () => {
  const { db, remove } = await temporaryDb()
  await fill(db, 1)
  const seen = async (change: ReturnType<typeof sql>) => {
    await db.run(sql`update applications set ${change}`)
    return (await db.get<{ at: string }>(sql`select candidate_updated_at as at from applications`))!
      .at
  }
  for (const hidden of [
    sql`status = 'rejected', reviewed_at = created_at`,
    sql`notes = '<p>No</p>', updated_at = '2100-01-01T00:00:00.000Z'`,
    sql`legal_hold = 'A claim'`,
    sql`phone = phone, told_status = null`,
  ])
    expect(await seen(hidden)).toBe(null)
  let last = ''
  for (const shown of [
    sql`phone = '1'`,
    sql`resume_key = 'a', resume_type = 'pdf', resume_sha256 = 'b'`,
    sql`told_status = 'rejected'`,
    sql`answered_at = created_at`,
    sql`withdrawn_at = created_at`,
    sql`keep_until = '2100-01-01'`,
  ]) {
    const at = await seen(shown)
    expect(at > last).toBe(true)
    last = at
  }
  await remove()
})
