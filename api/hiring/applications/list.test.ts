import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applicationStatuses } from '#db/enums.ts'
import { newJob, onEveryDatabase } from '#db/fixtures/databases.ts'
import { slowSteps } from '#db/fixtures/plan.ts'
import { applications } from '#db/schema.ts'
import { conditionsOf } from './conditions.ts'
import { applicationSorts } from './contract.ts'
import { countApplications, countsByStatus } from './counts.ts'
import { listApplications, selectApplications } from './list.ts'
import type { Filter } from './matching.ts'

/** The others sort the few that have a rank. */
const indexedSorts = applicationSorts.filter((sort) => !/verdict|interview|kept/.test(sort))

const filters = {
  'all of them': { status: 'all', job_id: 'all' },
  'a status': { status: 'pending', job_id: 'all' },
  'a job': { status: 'all', job_id: 1 },
  'a job and a status': { status: 'pending', job_id: 1 },
} as const

onEveryDatabase((db) => {
  describe.each(Object.entries(filters))('of %s', (_, filter) => {
    test.each(indexedSorts)('a page in the order %s is read off an index', async (sort) => {
      const page = selectApplications(db(), filter, {
        sort,
        limit: 50,
        offset: 100,
        reader: 1,
        cutoff: '2026-01-01T00:00:00.000Z',
        due: '{}',
      })
      expect(await slowSteps(db(), page.toSQL())).toEqual([])
    })
  })

  test('a sort without an index is reported', async () => {
    const query = { sql: 'SELECT id FROM applications ORDER BY phone LIMIT 1', params: [] }
    expect(await slowSteps(db(), query)).toEqual([
      'SCAN applications',
      'USE TEMP B-TREE FOR ORDER BY',
    ])
  })

  test('the kept count is the count, whatever the filter', async () => {
    await db().delete(applications)
    const jobs = [await newJob(db()), await newJob(db())]
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }
    const rows = jobs.flatMap((job_id, j) =>
      applicationStatuses.flatMap((status, s) => Array(1 + j + s).fill({ ...ada, job_id, status })),
    )
    await db().insert(applications).values(rows)
    for (const status of ['all', ...applicationStatuses] as const)
      for (const job_id of ['all', ...jobs, 4711] as const)
        expect(
          await countApplications(db(), { status, job_id }, { page: 1, per_page: 100 }),
        ).toEqual({
          isCapped: false,
          total: rows.filter(
            (row) =>
              (status === 'all' || row.status === status) &&
              (job_id === 'all' || row.job_id === job_id),
          ).length,
        })
  })

  test('other counts stop at 10,000, but not for later pages; those of jobs are exact', async () => {
    const job_id = await newJob(db())
    for (let part = 0; part < 10; part++)
      await db().run(sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1005)
        insert into applications (job_id, first_name, last_name, email, status)
        select ${job_id}, 'Ada', 'Lovelace', 'ada@example.com', iif(${part % 2}, 'pending', 'selected')
        from numbers`)
    const withdrawn = (is: boolean) => conditionsOf({ withdrawn: is }, { db: db(), reader: 0 })
    const counted = (filter: Partial<Filter>, page = 1) =>
      countApplications(db(), { status: 'all', job_id, ...filter }, { page, per_page: 100 })
    expect(await counted({ conditions: await withdrawn(false) })).toEqual({
      total: 10_000,
      isCapped: true,
    })
    expect(await counted({ conditions: await withdrawn(false) }, 100)).toEqual({
      total: 10_050,
      isCapped: false,
    })
    expect(await counted({ conditions: await withdrawn(true) })).toEqual({
      total: 0,
      isCapped: false,
    })
    const days = await conditionsOf({ applied_from: '2020-01-01' }, { db: db(), reader: 0 })
    expect(await counted({ conditions: days })).toEqual({ total: 10_000, isCapped: true })
    for (const sort of ['-created_at', 'name', '-reviewed_at', '-verdict'] as const) {
      const window = { sort, limit: 9, offset: 20, reader: 1, cutoff: '', due: '{}' }
      const filter = {
        status: 'selected',
        job_id: 'all',
        conditions: days,
        jobs: [job_id],
      } as const
      const [page] = await listApplications(db(), filter, window, 10_000)
      expect([sort, JSON.parse(String(page?.json)).length]).toEqual([sort, 9])
    }
    expect(await counted({ jobs: [job_id] })).toEqual({ total: 10_050, isCapped: false })
    const byStatus = (filter: Partial<Filter>) =>
      countsByStatus(db(), { status: 'all', job_id, ...filter })
    const half = (count: number) => [
      { status: 'pending', count },
      { status: 'selected', count },
    ]
    expect(await byStatus({ jobs: [job_id] })).toEqual({ counts: half(5025), isCapped: false })
    const { counts, isCapped } = await byStatus({ conditions: await withdrawn(false) })
    expect(isCapped).toBe(true)
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(10_001)
    // In parts: a server gives up a statement that takes long.
    for (let part = 0; part < 21; part++)
      await db().run(
        sql`delete from applications where id in (select id from applications limit 500)`,
      )
    expect(await db().$count(applications)).toBe(0)
  })

  test('a page is JSON, its rows in the order that was asked for', async () => {
    const job_id = await newJob(db())
    const names = ['Ångström', 'Ćelić "quoted"', 'Zoë\n\u{1F600}', 'Ada']
    const person = { job_id, first_name: 'Ada', email: 'ada@example.com' }
    await db()
      .insert(applications)
      .values(names.map((last_name) => ({ ...person, last_name })))
    const filter = { status: 'all', job_id } as const
    for (const [sort, expected] of [
      ['name', ['Ada', 'Zoë\n\u{1F600}', 'Ångström', 'Ćelić "quoted"']],
      ['-created_at', names.toReversed()],
    ] as const) {
      const [page] = await listApplications(
        db(),
        filter,
        { sort, limit: 9, offset: 0, reader: 1, cutoff: '', due: '{}' },
        4,
      )
      const rows: { last_name: string }[] = JSON.parse(String(page?.json))
      expect(rows.map(({ last_name }) => last_name)).toEqual(expected)
    }
  })
})
