import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications, hiringTeams, jobs, users } from '#db/schema.ts'
import { fillWithForty } from '#scripts/testing/fixtures/company-of-forty.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'
import type { ReportRow } from './contract/row.ts'

const w = await world()
afterAll(() => w.remove())
let rita: Person
let ids: Record<string, number>

beforeAll(async () => {
  ids = await fillWithForty(w)
  rita = await w.as('rita')
})

const period = 'from=2026-01-01&to=2026-03-31'

const line = ({ label, ...row }: Partial<ReportRow>) => [
  ...(label === undefined ? [] : [label]),
  row.views,
  row.applications,
  row.shortlisted,
  row.selected,
  row.rejected,
  row.withdrawn,
  row.days_to_response,
  row.days_to_decision,
]

const report = async (query: string, person = rita) => {
  const { status, body } = await person.get(`/reports/hiring?${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return { ...body, rows: body.rows.map(line), total: line(body.total) }
}

/** Counted by hand in the lines of `company-of-forty.ts`. */
const total = [140, 40, 12, 5, 20, 5, 3.5, 5]

describe('a company of forty applications', () => {
  //                 views applications shortlisted selected rejected withdrawn response decision
  test.each([
    [
      'month',
      [
        ['Jan 2026', 100, 14, 5, 3, 8, 2, 4, 8],
        // One of 31 January 23:30 in UTC arrived in Berlin’s February.
        ['Feb 2026', 30, 13, 4, 1, 8, 2, 3, 5],
        ['Mar 2026', 10, 13, 3, 1, 4, 1, 2, 1],
      ],
    ],
    [
      'job',
      [
        ['Baker', 110, 15, 6, 2, 9, 0, 3, 4],
        ['Miller', 30, 13, 2, 0, 6, 2, 3, 6],
        ['Driver', 0, 12, 4, 3, 5, 3, 5, 7.5],
      ],
    ],
    [
      'team',
      [
        ['Kitchen', 140, 28, 8, 2, 15, 2, 3, 4],
        ['No team', 0, 12, 4, 3, 5, 3, 5, 7.5],
      ],
    ],
    [
      'source',
      [
        ['linkedin', 110, 15, 3, 2, 8, 0, 3, 3.5],
        ['Direct or unknown', 30, 14, 4, 3, 6, 2, 5, 5.5],
        ['newsletter', 0, 11, 5, 0, 6, 3, 3.5, 12.5],
      ],
    ],
    [
      'step',
      [
        ['Phone call', null, 4, 3, 1, 2, 0, 2.5, 10],
        ['Trial day', null, 2, 2, 1, 1, 0, 3, 15],
      ],
    ],
    [
      'reason',
      [
        ['No reason given', null, 15, 1, 0, 15, 1, 3, 3],
        ['Skills', null, 3, 0, 0, 3, 0, 4, 4],
        ['Pay', null, 2, 2, 0, 2, 0, 2.5, 20.5],
      ],
    ],
  ])('by %s is as counted by hand', async (group, rows) => {
    expect(await report(`${period}&group=${group}`)).toMatchObject({ rows, total })
  })

  test('of one job counts that job only', async () => {
    const found = await report(`${period}&group=month&job_id=${ids.Driver}`)
    expect(found.total).toEqual([0, 12, 4, 3, 5, 3, 5, 7.5])
  })

  test('of a part of a month counts its days', async () => {
    const found = await report('from=2026-01-31&to=2026-02-01')
    expect(found.rows).toMatchObject([
      ['Jan 2026', 0, 0, 0, 0, 0, 0, null, null],
      ['Feb 2026', 0, 1, 0, 0, 1, 0, 1, 1],
    ])
  })

  test('of one month counts that month', async () => {
    const found = await report('from=2026-04-01&to=2026-04-30')
    expect(found.total).toEqual([999, 0, 0, 0, 0, 0, null, null])
  })
})

test('a report says since when it counts: since the first that happened, not the first received', async () => {
  const at = sql`(select at from transitions where kind = 'job_published' limit 1)`
  await w.db.run(sql`update transitions set at = '2025-12-31T23:30:00.000Z' where at = ${at}`)
  expect((await report(period)).since).toBe('2026-01-01')
})

test('without a period it is of the last twelve months', async () => {
  const { rows, from, to } = await report('')
  expect(rows).toHaveLength(12)
  expect([from.slice(7), from < to]).toEqual(['-01', true])
})

test.each([
  ['from=2026-02-01&to=2026-01-31', 'to'],
  ['from=2020-01-01&to=2026-01-31', 'from'],
  ['from=2026-02-30', 'from'],
  ['group=person', 'group'],
  ['job_id=x', 'job_id'],
])('%s is refused on %s', async (query, field) => {
  const { status, body } = await rita.get(`/reports/hiring?${query}`)
  expect([status, body.details?.[0]?.path]).toEqual([400, [field]])
})

test('five years are a report, in whole months', async () => {
  expect((await report('from=2021-03-31&to=2026-03-31')).rows).toHaveLength(61)
})

test('the table is a CSV file, and no name in it runs as a formula', async () => {
  await w.db.update(jobs).set({ title: '=HYPERLINK("x")' }).where(sql`id = ${ids.Driver}`)
  const get = async (query: string) => {
    const response = await rita.raw(`/reports/hiring.csv?${period}&group=job${query}`)
    expect(response.headers.get('content-disposition')).toContain('hiring-by-job.csv')
    return (await response.text()).split('\r\n')
  }
  expect(await get('')).toEqual([
    '"Job","Views","Applications","Shortlisted","Selected","Rejected","Withdrawn","Median days to first response","Median days to decision"',
    '"Baker",110,15,6,2,9,0,3,4',
    '"Miller",30,13,2,0,6,2,3,6',
    `"'=HYPERLINK(""x"")",0,12,4,3,5,3,5,7.5`,
    '',
  ])
  expect((await get('&separator=semicolon'))[1]).toBe('"Baker";110;15;6;2;9;0;3;4')
  await w.db.update(jobs).set({ title: 'Driver' }).where(sql`id = ${ids.Driver}`)
})

describe('a member of a hiring team', () => {
  let mo: Person
  beforeAll(async () => {
    const [member] = await w.db
      .select({ id: users.id })
      .from(users)
      .where(sql`email = ${emailOf('mo')}`)
    await w.db.insert(hiringTeams).values({ job_id: ids.Miller!, user_id: member!.id })
    mo = await w.as('mo')
  })

  test.each(['month', 'job', 'team', 'source', 'step', 'reason'])(
    'sees only their job, by %s too',
    async (group) => {
      const found = await report(`${period}&group=${group}`, mo)
      expect(found.total).toEqual([30, 13, 2, 0, 6, 2, 3, 6])
      expect(JSON.stringify(found)).not.toMatch(/Baker|Driver|newsletter.*110/)
    },
  )

  test('sees nothing of another job', async () => {
    const found = await report(`${period}&group=job&job_id=${ids.Baker}`, mo)
    expect([found.rows, found.total]).toEqual([[], [0, 0, 0, 0, 0, 0, null, null]])
    const { body } = await mo.get(`/reports/hiring.csv?${period}&group=job&job_id=${ids.Baker}`)
    expect(body).not.toContain('Baker')
  })
})

test('an application that moves to another job counts for that one', async () => {
  await w.db.update(applications).set({ job_id: ids.Miller! }).where(sql`job_id = ${ids.Driver}`)
  const found = await report(`${period}&group=job`)
  // Two of the twelve were erased.
  expect(found.rows.map(([label, , count]: unknown[]) => [label, count])).toEqual([
    ['Miller', 23],
    ['Baker', 15],
    ['Driver', 2],
  ])
})
