import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openAndClose } from '#api/office/background/job-timer.ts'
import { upgraded } from '../fixtures/upgrade.ts'
import { jobs } from '../schema.ts'

test('the migration keeps jobs, and the timer finds those that are due by an index', async () => {
  const { rows, plan } = await upgraded({
    before: 16,
    async fill(db) {
      for (const [id, is_active, is_scheduled, opens_on, closes_on] of [
        [1, 1, 0, null, null],
        [2, 0, 1, '2026-11-20', null],
        [3, 0, 1, '2026-11-30', null],
        [4, 1, 0, '2026-11-01', '2026-11-21'],
        [5, 1, 0, null, '2026-11-22'],
        [6, 1, 0, '2026-11-23', null],
      ])
        await db.run(
          sql`insert into jobs (id, title, description, is_active, is_scheduled, opens_on, closes_on) values (${id}, 'Job', '', ${is_active}, ${is_scheduled}, ${opens_on}, ${closes_on})`,
        )
    },
    async read(db) {
      const batch = db.batch.bind(db)
      const plan: string[] = []
      db.batch = async (statements) => {
        for (const statement of statements) {
          const query = (statement as unknown as { getSQL(): typeof sql.empty }).getSQL()
          const steps = await db.all<{ detail: string }>(sql`explain query plan ${query}`)
          plan.push(...steps.map(({ detail }) => detail))
        }
        return batch(statements)
      }
      await openAndClose(db, '2026-11-22')
      const { id, is_active, is_scheduled } = jobs
      return { plan, rows: await db.select({ id, is_active, is_scheduled }).from(jobs) }
    },
  })
  expect(rows).toEqual([
    { id: 1, is_active: true, is_scheduled: false },
    { id: 2, is_active: true, is_scheduled: false },
    { id: 3, is_active: false, is_scheduled: true },
    { id: 4, is_active: false, is_scheduled: false },
    { id: 5, is_active: true, is_scheduled: false },
    { id: 6, is_active: false, is_scheduled: true },
  ])
  for (const index of ['jobs_scheduled', 'jobs_opening', 'jobs_closing'])
    expect(plan.filter((step) => step.includes(index))).toHaveLength(2)
  expect(plan.filter((step) => step.startsWith('SCAN jobs'))).toEqual([])
})
