import { afterAll, expect, test } from 'vitest'
import { jobVisits } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { mostViewed, sumVisits, total } from './sums.ts'

const w = await world()
afterAll(() => w.remove())

test('visits are summed by job and source over more sums than one statement reads', async () => {
  const job = await w.newJob()
  const other = await w.newJob()
  const visits = Array.from({ length: 130 }, (_, n) => ({
    job_id: job,
    source: `site ${n}`,
    views: n,
    applications: 1,
  }))
  await w.db
    .insert(jobVisits)
    .values([
      ...visits.map((each) => ({ ...each, day: '2026-01-01' })),
      ...visits.map((each) => ({ ...each, day: '2026-02-01' })),
      { job_id: other, source: 'site 7', day: '2026-02-01', views: 5, applications: 0 },
      { job_id: other, source: 'site 7', day: '2025-12-31', views: 1000, applications: 1000 },
    ])
  const all = await sumVisits(w.db, { after: '2025-12-31' })
  expect(all).toHaveLength(131)
  expect(total(all)).toEqual({ views: 129 * 130 + 5, applications: 260 })
  expect(mostViewed(all, ({ job_id }) => job_id)).toEqual([
    { key: job, views: 129 * 130, applications: 260 },
    { key: other, views: 5, applications: 0 },
  ])
  const sources = mostViewed(all, ({ source }) => source)
  expect(sources).toHaveLength(50)
  expect(sources[0]).toEqual({ key: 'site 129', views: 258, applications: 2 })
  expect(total(await sumVisits(w.db, { after: '2026-01-01', job_id: other })).views).toBe(5)
})
