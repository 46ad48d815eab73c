import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upgraded } from '../../fixtures/upgrade.ts'
import { handOvers, jobs, postingChanges, postings, shares } from '../../schema.ts'

test('the migration adds tables for links and ads, and keeps the rest', async () => {
  const found = await upgraded({
    before: 73,
    fill: (db) => db.run(sql`insert into jobs (title, description) values ('Baker', 'Bake.')`),
    async read(db) {
      await db.insert(jobs).values({ title: 'Cook', description: 'Cook.' })
      const link = { name: 'Nora', token_hash: 'short', expires_at: '2100-01-01T00:00:00.000Z' }
      await expect(db.insert(shares).values(link).execute()).rejects.toThrow()
      const titles = await db.select({ title: jobs.title }).from(jobs)
      const changes = await db.select({ fields: postingChanges.fields }).from(postingChanges)
      return {
        titles: titles.map(({ title }) => title),
        noted: changes.map(({ fields }) => fields?.title),
        empty: [await db.$count(shares), await db.$count(handOvers), await db.$count(postings)],
      }
    },
  })
  // That of before is noted as the server starts.
  expect(found).toEqual({ titles: ['Baker', 'Cook'], noted: ['Cook'], empty: [0, 0, 0] })
})
