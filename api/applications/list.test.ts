import { describe, expect, test } from 'vitest'
import { applicationStatuses } from '#db/enums.ts'
import { newJob, onEveryDatabase } from '#db/fixtures/databases.ts'
import { slowSteps } from '#db/fixtures/plan.ts'
import { applications } from '#db/schema.ts'
import { applicationSorts } from './contract.ts'
import { countApplications, listApplications, selectApplications } from './list.ts'

const filters = {
  'all of them': { status: 'all', job_id: 'all' },
  'a status': { status: 'pending', job_id: 'all' },
  'a job': { status: 'all', job_id: 1 },
  'a job and a status': { status: 'pending', job_id: 1 },
} as const

onEveryDatabase((db) => {
  describe.each(Object.entries(filters))('of %s', (_, filter) => {
    test.each(applicationSorts)('a page in the order %s is read off an index', async (sort) => {
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
        expect(await countApplications(db(), { status, job_id })).toBe(
          rows.filter(
            (row) =>
              (status === 'all' || row.status === status) &&
              (job_id === 'all' || row.job_id === job_id),
          ).length,
        )
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
