import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../fixtures/upgrade.ts'

const inTowns = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => ({ locality: `Town ${n}`, country: 'IE' })),
  )

test('the migrations keep jobs with many places', async () => {
  const found = await upgraded({
    before: 20,
    async fill(db) {
      for (const [id, places, remote_countries] of [
        [1, inTowns(3), null],
        [2, inTowns(4), null],
        [3, null, '["DE","FR","IT","ES"]'],
        [4, null, null],
      ]) {
        await db.run(sql`insert into jobs (id, title, description, places, remote_countries)
          values (${id}, 'Baker', 'Bake.', ${places}, ${remote_countries})`)
      }
    },
    read: (db) => db.all(sql`select id, title, description from jobs`),
  })
  expect(found).toEqual([1, 2, 3, 4].map((id) => ({ id, title: 'Baker', description: 'Bake.' })))
})
