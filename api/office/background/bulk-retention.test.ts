import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bulk, bulkItems } from '#db/schema.ts'
import { databaseFaults } from '#scripts/integrity.ts'
import { world } from '#scripts/testing/world.ts'
import { forgetOldActions } from './bulk-retention.ts'

const w = await world()
afterAll(() => w.remove())

const action = { user_name: 'Rita Reviewer', action: 'delete', params: {}, total: 600 } as const
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('bulk actions are deleted 30 days after they ended, with their items', async () => {
  await w.db.insert(bulk).values([
    { ...action, state: 'done', done: 600, finished_at: daysAgo(31) },
    { ...action, state: 'done', done: 600, finished_at: daysAgo(29) },
    { ...action, created_at: daysAgo(40) },
  ])
  for (const bulk_id of [1, 2, 3])
    await w.db.insert(bulkItems).values(
      Array.from({ length: 600 }, (_, n) => ({
        bulk_id,
        application_id: n + 1,
        state: bulk_id === 3 ? ('waiting' as const) : ('done' as const),
      })),
    )
  expect(databaseFaults(fileURLToPath(w.url))).toEqual([])
  await forgetOldActions(w.db)
  const left = await w.db.select({ id: bulk.id }).from(bulk)
  expect(left.map(({ id }) => id)).toEqual([2, 3])
  expect(await w.db.$count(bulkItems)).toBe(1200)
})

test('the integrity check finds a counter that differs from its applications', async () => {
  await w.db.update(bulk).set({ done: 7 })
  expect(databaseFaults(fileURLToPath(w.url))).toHaveLength(2)
})
