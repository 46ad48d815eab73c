import type { InValue } from '@libsql/client/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { jobMark } from '#api/core/search/terms.ts'
import { world } from '#scripts/testing/world.ts'
import { sizes } from './conditions.ts'

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
  await w.db.run(sql`insert into hiring_steps (id, place, name, status)
    values (901, 0, 'Call', 'pending'), (902, 1, 'Letter', 'rejected')`)
  await w.db.run(sql`insert into tags (id, name, folded_name)
    values (901, 'A', 'a'), (902, 'B', 'b'), (903, 'C', 'c')`)
  await w.db.run(sql`insert into rejection_reasons (id, place, name) values (901, 0, 'Other')`)
  await w.db.run(sql`${numbers}
    insert into applications (id, job_id, first_name, last_name, email, status, source, reason_id,
      reviewed_at, created_at, withdrawn_at, keep_until, suspicious)
    select 100000 + n, iif(n % 200, ${jobs[0]}, ${jobs[1]}), 'Ada', 'No. ' || n, n || '@example.com',
      iif(n % 10, 'pending', 'rejected'), iif(n % ${few}, 'board', 'rare'), iif(n % 10, null, 901),
      iif(n % 10, null, '2025-06-01T00:00:00.000Z'),
      strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || n || ' minutes'),
      iif(n % ${few}, null, '2025-05-01T00:00:00.000Z'), iif(n % ${few}, '2999-01-01', null),
      n % 25 = 0
    from numbers`)
  await w.db.run(sql`insert into application_tags (application_id, tag_id)
    select id, 901 from applications union all select id, 902 from applications where id % 2 = 0
    union all select id, 903 from applications where (id - 100000) % 12 > 0`)
  await w.db.run(sql`insert into application_steps (application_id, step_id, due_on)
    select id, iif(status = 'pending', 901, 902), iif((id - 100000) % 3 = 0, '2025-01-10', null)
    from applications where status = 'pending' or (id - 100000) % 20 = 0`)
  const mark = (at: 0 | 1) => jobMark(jobs[at]!)
  await w.db.run(sql`insert into application_search (rowid, text)
    select id, 'ada ' || iif(job_id = ${jobs[0]}, ${mark(0)}, ${mark(1)}) from applications`)
  await w.db.run(sql`insert into messages (application_id, text, idempotency_key)
    select id, 'Hello', id from applications where id % 40 = 1`)
  await w.db.run(sql`insert into evaluations (application_id, user_id, author_name, verdict)
    select applications.id, users.id, first_name_of, 3 from applications, (
      select id, first_name as first_name_of from users where first_name in ('Ada', 'Mo', 'Pam')
    ) as users where (applications.id - 100000) % 60 = 0`)
  await w.db.run(sql`
    insert into interviews (application_id, state, minutes, place, time, uid, proposed_name)
    select id, iif((id - 100000) % 100, 'booked', 'proposed'), 30, 'Here',
      iif((id - 100000) % 100, '2999-01-01T09:00:00.000Z', null), id, 'Ada'
    from applications where (id - 100000) % 75 = 0`)
  await w.db.run(sql`insert into interview_times (interview_id, time)
    select id, '2999-01-01T09:00:00.000Z' from interviews`)
})

type Filter = readonly [query: string, matches: (n: number) => boolean]

/** As the filters are meant, by the number of the application. Many and few are left by each kind. */
const filters: Filter[] = [
  ['tags=903', (n) => n % 12 > 0],
  ['tags=902', (n) => n % 2 === 0],
  ['step_id=901', (n) => n % 10 > 0],
  ['step_id=902', (n) => n % 20 === 0],
  ['step_id=none', (n) => n % 20 === 10],
  ['step_due=true', (n) => n % 3 === 0 && (n % 10 > 0 || n % 20 === 0) && n % few > 0],
  ['source=board', (n) => n % few > 0],
  ['source=rare', (n) => n % few === 0],
  ['reason=901', (n) => n % 10 === 0],
  ['status=rejected', (n) => n % 10 === 0],
  ['keep=true', (n) => n % few > 0],
  ['withdrawn=true', (n) => n % few === 0],
  ['withdrawn=false', (n) => n % few > 0],
  ['suspicious=true', (n) => n % 25 === 0],
  ['suspicious=false', (n) => n % 25 > 0],
  ['unread=true', () => true],
  ['unread_messages=true', (n) => n % 40 === 1],
  ['verdict=3', (n) => n % 60 === 0],
  ['interview=upcoming', (n) => n % 75 === 0 && n % 100 > 0],
  ['interview=proposed', (n) => n % 300 === 0],
  ['interview=none', (n) => n % 75 > 0],
  ['waiting=true', (n) => n % 10 > 0],
  ['due=true', (n) => n % 10 > 0],
  ['applied_from=2025-01-02', (n) => n >= 24 * 60],
  ['decided_from=2025-01-01', (n) => n % 10 === 0],
  ['q=ada', () => true],
  ['q=100000', () => false],
]

const numbers = Array.from({ length: count }, (_, n) => n + 1)
const isOfSecond = (n: number) => n % 200 === 0
const people = [
  ['ada', () => true],
  // Of the job with most, and of that with few.
  ['mo', (n: number) => !isOfSecond(n)],
  ['pam', isOfSecond],
] as const

/** What the list, the counts and the export say under these filters at once, and what they should. */
async function compared(
  [name, isTheirs]: (typeof people)[number],
  some: readonly Filter[],
): Promise<[said: unknown, meant: unknown]> {
  const person = await w.as(name)
  const query = some.map(([query]) => query).join('&')
  const theirs = numbers.filter((n) => isTheirs(n) && some.every(([, matches]) => matches(n)))
  const ids = theirs.map((n) => 100_000 + n).toReversed()
  const isExact = !query || query === 'status=rejected'
  const total = isExact ? ids.length : Math.min(ids.length, 10_000)
  const inStep = (is: (n: number) => boolean) => theirs.filter(is).length
  const steps = [
    [901, inStep((n) => n % 10 > 0)],
    [902, inStep((n) => n % 20 === 0)],
  ].filter(([, count]) => count) as [number, number][]
  const list = await person.get(`/applications?per_page=20&${query}`)
  const byName = await person.get(`/applications?per_page=300&sort=-name&${query}`)
  const counted = await person.get(`/applications/steps?${query}`)
  const hasStatus = query.includes('status=')
  const stats = hasStatus ? undefined : await person.get(`/applications/stats?${query}`)
  const isExported = name === 'ada' && ids.length <= 60
  const csv = isExported
    ? await person.get(`/applications/export.csv?columns=id&${query}`)
    : undefined
  const idOf = ({ id }: { id: number }) => id
  const counts: [number, number][] = counted.body.map(
    ({ step_id, count }: Record<string, number>) => [step_id, count],
  )
  // Where counting stopped, each has at least as many, and none is missing.
  const isStopped = counted.headers.has('X-Total-Count-Capped')
  const isPlausible =
    steps.every(([id]) => counts.some(([one]) => one === id)) &&
    counts.every(([id, count]) => count <= (new Map(steps).get(id) ?? 0)) &&
    counts.reduce((sum, [, count]) => sum + count, 0) > 10_000
  const said = {
    total: Number(list.headers.get('X-Total-Count')),
    page: list.body.map(idOf),
    byName: byName.body.length,
    steps: isStopped && isPlausible ? steps : counts,
    pending: stats && Math.min(stats.body.pending, 9_000),
    exported: csv?.body.trim().split('\r\n').slice(1).map(Number),
  }
  const meant = {
    total,
    page: ids.slice(0, 20),
    byName: Math.min(300, ids.length),
    steps,
    // Where counting stopped, it is of some of them.
    pending: hasStatus
      ? undefined
      : Math.min(
          inStep((n) => n % 10 > 0),
          9_000,
        ),
    exported: isExported ? ids : undefined,
  }
  return [
    [name, query, said],
    [name, query, meant],
  ]
}

test.each(filters)('%s lists and counts what it means', async (...filter) => {
  for (const person of people) {
    const [said, meant] = await compared(person, [filter])
    expect(said).toEqual(meant)
  }
})

/** One of each way in which applications are found or tested. */
const ways = [
  ...['tags=903', 'step_id=none', 'source=rare', 'status=rejected', 'unread_messages=true'],
  ...['verdict=3', 'interview=none', 'waiting=true', 'applied_from=2025-01-02'],
  ...['decided_from=2025-01-01', 'q=ada'],
].flatMap((query) => filters.filter(([one]) => one === query))

test('each two together list and count what they mean, also of very many', async () => {
  const usual = { ...sizes }
  onTestFinished(() => void Object.assign(sizes, usual))
  Object.assign(sizes, { few: 1_000, medium: 1_100 })
  let pairs = 0
  for (const [i, one] of ways.entries())
    for (const other of ways.slice(i + 1)) {
      const [said, meant] = await compared(people[pairs++ % people.length]!, [one, other])
      expect(said).toEqual(meant)
    }
  expect(pairs).toBe(55)
})

test('a step that counting did not reach is there with 0', async () => {
  const usual = { ...sizes }
  const move = (from: number, to: number) =>
    w.db.run(sql`update application_steps set step_id = ${to} where application_id = 100001
      and step_id = ${from}`)
  await w.db.run(sql`insert into hiring_steps (id, place, name, status)
    values (903, 2, 'Old', 'pending'), (904, 3, 'Empty', 'pending')`)
  await move(901, 903)
  onTestFinished(async () => {
    Object.assign(sizes, usual)
    await move(903, 901)
    await w.db.run(sql`delete from hiring_steps where id in (903, 904)`)
  })
  sizes.slice = 11_500
  const ada = await w.as('ada')
  const read = async (query: string) => {
    const { headers, body } = await ada.get(`/applications/steps?${query}`)
    const old = body.find(({ step_id }: Record<string, number>) => step_id === 903)
    return [headers.has('X-Total-Count-Capped'), body.length, old?.count]
  }
  expect(await read('withdrawn=false')).toEqual([true, 3, 0])
  expect(await read('source=rare')).toEqual([false, 1, undefined])
  expect(await read('')).toEqual([false, 3, 1])
})

test('a step of another job is not among those that counting did not reach', async () => {
  const usual = { ...sizes }
  const jobOf = async (id: number) => {
    const [row] = await w.db.all<{ job_id: number }>(
      sql`select job_id from applications where id = ${id}`,
    )
    return row!.job_id
  }
  const place = (step: number) =>
    w.db.run(sql`update application_steps set step_id = ${step} where application_id = 100200`)
  const [most, other] = [await jobOf(100_001), await jobOf(100_200)]
  await w.db.run(sql`insert into hiring_steps (id, job_id, place, name, status)
    values (905, ${other}, 0, 'Theirs', 'rejected')`)
  await place(905)
  onTestFinished(async () => {
    Object.assign(sizes, usual)
    await place(902)
    await w.db.run(sql`delete from hiring_steps where id = 905`)
  })
  sizes.slice = 11_500
  const stepsFor = async (who: 'ada' | 'mo', query: string) => {
    const { headers, body } = await (await w.as(who)).get(`/applications/steps?${query}`)
    expect(headers.get('X-Total-Count-Capped')).toBe('true')
    return body.map(({ step_id }: Record<string, number>) => step_id)
  }
  expect(await stepsFor('ada', 'withdrawn=false')).toContain(905)
  expect(await stepsFor('mo', 'withdrawn=false')).not.toContain(905)
  expect(await stepsFor('ada', `withdrawn=false&job_id=${most}`)).not.toContain(905)
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
  const plans = await plansOf(`/applications?${query}`, 'one_page')
  expect(plans).toHaveLength(1)
  for (const plan of plans) {
    expect(plan.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY')).toHaveLength(sorts)
    expect(plan.filter((step) => step === 'SCAN applications')).toEqual([])
  }
})

// It took three minutes of CPU with a million.
test('counts by step read what a search found once, not for each application', async () => {
  const usual = { ...sizes }
  onTestFinished(() => void Object.assign(sizes, usual))
  Object.assign(sizes, { few: -1, medium: -1 })
  const plans = await plansOf('/applications/steps?q=mira&tags=901&step_id=1', 'placed')
  expect(plans.flat().join()).toMatch(/application_steps EXISTS/)
  expect(plans.flat().filter((step) => step.startsWith('REUSE'))).toEqual([])
})

/** The plans of the statements with the text that the call sends (https://sqlite.org/eqp.html). */
async function plansOf(path: string, text: string) {
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
  expect((await ada.get(path)).status).toBe(200)
  spy.mockRestore()
  return Promise.all(
    asked
      .filter(({ sql }) => sql.includes(text))
      .map(async ({ sql, args }) => {
        const { rows } = await execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
        return rows.map(({ detail }) => String(detail))
      }),
  )
}
