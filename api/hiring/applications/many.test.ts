import type { InValue } from '@libsql/client/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { world } from '#scripts/testing/world.ts'

// So many that filters are read off an index in the order of the list, instead of being sorted.
const count = 12_000
const few = 50

const w = await world()
afterAll(() => w.remove())

beforeAll(async () => {
  await w.reset()
  const jobs = [await w.newJob(), await w.newJob(), await w.newJob()]
  for (const [name, job] of [
    ['mo', 0],
    ['mo', 2],
    ['pam', 1],
    ['pam', 2],
  ] as const)
    await w.db.run(sql`insert into hiring_teams (job_id, user_id)
      select ${jobs[job]}, id from users where email = ${`${name}@example.com`}`)
  const numbers = sql`with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${count})`
  await w.db.run(
    sql`insert into hiring_steps (id, place, name, status) values (901, 0, 'Call', 'pending')`,
  )
  await w.db.run(
    sql`insert into tags (id, name, folded_name) values (901, 'A', 'a'), (902, 'B', 'b')`,
  )
  await w.db.run(sql`insert into rejection_reasons (id, place, name) values (901, 0, 'Other')`)
  await w.db.run(sql`${numbers}
    insert into applications (id, job_id, first_name, last_name, email, status, source, reason_id,
      reviewed_at, created_at, withdrawn_at, keep_until)
    select 100000 + n, iif(n % 200, ${jobs[0]}, ${jobs[1]}), 'Ada', 'No. ' || n, n || '@example.com',
      iif(n % 10, 'pending', 'rejected'), iif(n % ${few}, 'board', 'rare'), iif(n % 10, null, 901),
      iif(n % 10, null, '2025-06-01T00:00:00.000Z'),
      strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || n || ' minutes'),
      iif(n % ${few}, null, '2025-05-01T00:00:00.000Z'), iif(n % ${few}, '2999-01-01', null)
    from numbers`)
  await w.db.run(sql`insert into application_tags (application_id, tag_id)
    select id, 901 from applications union all select id, 902 from applications where id % 2 = 0`)
  await w.db.run(sql`insert into application_steps (application_id, step_id)
    select id, 901 from applications where status = 'pending'`)
})

/** As the filters are meant, by the number of the application. */
const filters: [query: string, matches: (n: number) => boolean][] = [
  ['', () => true],
  ['tags=901', () => true],
  ['tags=901,902', (n) => n % 2 === 0],
  ['step_id=901', (n) => n % 10 > 0],
  ['step_id=none', (n) => n % 10 === 0],
  ['source=board', (n) => n % few > 0],
  ['source=rare', (n) => n % few === 0],
  ['source=board&status=rejected', (n) => n % few > 0 && n % 10 === 0],
  ['reason=901', (n) => n % 10 === 0],
  ['keep=true', (n) => n % few > 0],
  ['keep=true&source=board&tags=902', (n) => n % few > 0 && n % 2 === 0],
  ['withdrawn=true', (n) => n % few === 0],
  ['withdrawn=false', (n) => n % few > 0],
  ['waiting=true', (n) => n % 10 > 0],
  ['waiting=true&tags=902', (n) => n % 10 > 0 && n % 2 === 0],
  ['due=true', (n) => n % 10 > 0],
  ['due=true&status=rejected', () => false],
  ['unread=true&source=rare', (n) => n % few === 0],
  ['applied_from=2025-01-02', (n) => n >= 24 * 60],
  ['decided_from=2025-01-01', (n) => n % 10 === 0],
]

const numbers = Array.from({ length: count }, (_, n) => n + 1)
const isOfSecond = (n: number) => n % 200 === 0

test.each(filters)('%s lists and counts what it means', async (query, matches) => {
  const matching = numbers.filter(matches)
  for (const [name, isTheirs] of [
    ['ada', () => true],
    // Of the job with most, and of that with few.
    ['mo', (n: number) => !isOfSecond(n)],
    ['pam', isOfSecond],
  ] as const) {
    const person = await w.as(name)
    const theirs = matching.filter(isTheirs)
    const ids = theirs.map((n) => 100_000 + n)
    const { body, headers } = await person.get(`/applications?per_page=20&${query}`)
    const total = query ? Math.min(ids.length, 10_000) : ids.length
    expect([name, headers.get('X-Total-Count')]).toEqual([name, String(total)])
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 20))
    const byName = await person.get(`/applications?per_page=300&sort=-name&${query}`)
    expect(byName.body).toHaveLength(Math.min(300, ids.length))
    const stats = await person.get(`/applications/stats?${query.replace(/&?status=\w+/, '')}`)
    expect(stats.status).toBe(200)
    const { body: steps } = await person.get(`/applications/steps?${query}`)
    const inStep = theirs.filter((n) => n % 10 > 0).length
    expect(steps.map(({ count }: { count: number }) => count)).toEqual(inStep ? [inStep] : [])
  }
})

test.each([
  ['tags=901', 0],
  ['step_id=901', 0],
  ['step_id=none&status=rejected', 0],
  ['source=board', 0],
  ['unread=true', 0],
  ['withdrawn=false', 0],
  ['tags=901&sort=name', 0],
  // By time: the rows of the page,
  ['due=true', 1],
  ['applied_from=2025-01-02', 1],
  // and the decisions of 30 days.
  ['waiting=true', 2],
] as const)('a page of %s sorts %i times, and never all', async (query, sorts) => {
  const ada = await w.as('ada')
  const asked: { sql: string; args: InValue[] }[] = []
  const { execute } = w.db.$client
  const spy = vi.spyOn(w.db.$client, 'execute').mockImplementation(((
    statement: { sql: string; args: InValue[] } | string,
    args?: InValue[],
  ) => {
    const given = typeof statement === 'string' ? { sql: statement, args: args ?? [] } : statement
    asked.push(given)
    return execute(given)
  }) as typeof execute)
  expect((await ada.get(`/applications?${query}`)).status).toBe(200)
  spy.mockRestore()
  const pages = asked.filter(({ sql }) => sql.includes('one_page'))
  expect(pages).toHaveLength(1)
  for (const { sql, args } of pages) {
    const { rows } = await execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
    const plan = rows.map(({ detail }) => String(detail))
    expect(plan.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY')).toHaveLength(sorts)
    expect(plan.filter((step) => step === 'SCAN applications')).toEqual([])
  }
})
