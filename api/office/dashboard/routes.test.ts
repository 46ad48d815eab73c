import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import {
  auditEvents,
  hiringTeams,
  interviewPeople,
  interviews,
  settings,
  users,
} from '#db/schema.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const long = '2020-01-01T00:00:00.000Z'
const recent = '2020-03-01T00:00:00.000Z'

const idOf = async (name: Name) =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]?.id ?? 0
const setZone = (zone: string) =>
  w.db
    .insert(settings)
    .values({ key: 'site_time_zone', value: zone, category: 'jobs' })
    .onConflictDoUpdate({ target: settings.key, set: { value: zone } })

describe('what changed since the day of the last look', () => {
  const zone = 'Asia/Kathmandu'
  const midnight = () => new Date(instantOf(`${dayIn(zone)}T00:00:00`, zone))
  /** Minutes after today began there. */
  const at = (minutes: number) => new Date(midnight().getTime() + minutes * 60_000).toISOString()
  const looked = async (name: Name, times: Partial<typeof users.$inferInsert>) =>
    w.db
      .update(users)
      .set(times)
      .where(eq(users.email, emailOf(name)))
  const since = async (name: Name) => (await (await w.as(name)).get('/dashboard')).body.since

  test('counts from the last look of an earlier day, and looks of today don’t move it', async () => {
    await setZone(zone)
    const rita = await w.as('rita')
    await looked('rita', { dashboard_seen_at: at(-1), dashboard_since: long })
    expect(await since('rita')).toBe(at(-1))
    for (const _ of [1, 2]) {
      expect((await rita.send('POST', '/dashboard/seen')).status).toBe(204)
      expect(await since('rita')).toBe(at(-1))
    }
    // Already today there, while it is the day before in UTC.
    await looked('rita', { dashboard_seen_at: at(0), dashboard_since: recent })
    expect(await since('rita')).toBe(recent)
    await rita.send('POST', '/dashboard/seen')
    expect(await since('rita')).toBe(recent)
    expect(await since('joe')).not.toBe(recent)
    await setZone('UTC')
  })

  test('everything since the person joined is new on their first day', async () => {
    const ada = await w.as('ada')
    const joined = (
      await w.db
        .select()
        .from(users)
        .where(eq(users.email, emailOf('ada')))
    )[0]
    expect(await since('ada')).toBe(joined?.created_at)
    await ada.send('POST', '/dashboard/seen')
    expect(await since('ada')).toBe(joined?.created_at)
  })

  const changes = async (name: Name, from = long) =>
    (await (await w.as(name)).get(`/dashboard?since=${from}`)).body.changes

  test('names new applications by job, the job of the latest change first', async () => {
    const [baker, cook] = [await w.newJob({ title: 'Baker' }), await w.newJob({ title: 'Cook' })]
    const early = '2020-02-01T00:00:00.000Z'
    await w.newApplication(baker, { created_at: long })
    const first = await w.newApplication(baker, { first_name: 'Nils', created_at: early })
    const second = await w.newApplication(baker, { first_name: 'Cleo', created_at: early })
    const third = await w.newApplication(cook, { created_at: recent })
    expect(await changes('rita')).toMatchObject([
      { job_id: cook, job_title: 'Cook', at: recent, new_applications: 1, newest: [{ id: third }] },
      { job_id: baker, job_title: 'Baker', at: early, new_applications: 2, changes: [] },
    ])
    expect((await changes('rita'))[1].newest).toMatchObject([
      { id: second, name: expect.stringContaining('Cleo') },
      { id: first, name: expect.stringContaining('Nils') },
    ])
    expect(await changes('rita', recent)).toEqual([])
    expect(await changes('joe')).toEqual([])
  })

  test('counts what candidates and colleagues did, not the person’s own', async () => {
    const job = await w.newJob({ title: 'Baker' })
    const of = () => w.newApplication(job, { created_at: long })
    const [one, two, three] = [await of(), await of(), await of()]
    const [ada, rita] = [await w.as('ada'), await w.as('rita')]
    const decide = (who: Person, id: number, change: object) =>
      who.send('PUT', `/applications/${id}`, change)
    await decide(ada, one, { status: 'shortlisted', tell: 'never' })
    await decide(ada, one, { status: 'rejected', tell: 'never' })
    await decide(ada, two, { status: 'shortlisted', tell: 'never' })
    await decide(ada, three, { notes: '<p>Called.</p>' })
    await decide(rita, three, { status: 'rejected', tell: 'never' })
    await ada.send('POST', `/applications/${three}/comments`, { text: 'Good.' })
    const verdict = { verdict: 3, text: '', criteria: [] }
    await ada.send('PUT', `/applications/${one}/evaluation`, verdict)
    const [found, ...more] = await changes('rita')
    expect(more).toEqual([])
    expect(found).toMatchObject({ job_id: job, new_applications: 0, newest: [] })
    const sorted = (all: { kind: string }[]) => all.toSorted((a, b) => a.kind.localeCompare(b.kind))
    // The evaluation shows once one’s own is in.
    expect(sorted(found.changes)).toEqual([
      { kind: 'comment', count: 1 },
      { kind: 'decided', count: 2 },
    ])
    await rita.send('PUT', `/applications/${one}/evaluation`, verdict)
    expect((await changes('rita'))[0].changes).toContainEqual({ kind: 'evaluation', count: 1 })
  })

  test('is about the jobs of one’s teams, or all where one is on none', async () => {
    const [baker, cook] = [await w.newJob(), await w.newJob()]
    await w.newApplication(baker, { created_at: recent })
    await w.newApplication(cook, { created_at: recent })
    const jobsOf = async (name: Name) =>
      (await changes(name)).map(({ job_id }: { job_id: number }) => job_id).toSorted()
    expect(await jobsOf('rita')).toEqual([baker, cook])
    await w.db.insert(hiringTeams).values([
      { job_id: cook, user_id: await idOf('rita') },
      { job_id: baker, user_id: await idOf('mo') },
    ])
    expect(await jobsOf('rita')).toEqual([cook])
    expect(await jobsOf('mo')).toEqual([baker])
  })

  test('of a small job is found behind 10,000 later ones of others, and none is left out of a count', async () => {
    const [small, large] = [await w.newJob(), await w.newJob()]
    await w.db.insert(hiringTeams).values({ job_id: small, user_id: await idOf('mo') })
    const event = { action: 'comment.created' } as const
    const target_id = await w.newApplication(small, { created_at: long })
    const other = await w.newApplication(large, { created_at: long })
    await w.db.run(sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 2001)
      insert into applications (job_id, first_name, last_name, email, created_at)
      select ${large}, 'A', 'B', n || '@example.org', ${recent} from n`)
    await w.db.insert(auditEvents).values({ ...event, target_id, at: recent })
    const later = '2020-04-01T00:00:00.000Z'
    await w.db.run(sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 10001)
      insert into audit_events (action, target_id, at) select ${event.action}, ${other}, ${later} from n`)
    expect(await changes('mo')).toMatchObject([
      { job_id: small, changes: [{ kind: 'comment', count: 1 }] },
    ])
    const [first, ...more] = await changes('rita')
    expect(first).toMatchObject({ job_id: large, new_applications: 2001 })
    expect([first.newest.length, more.length]).toEqual([3, 0])
  })
})

test('open jobs come with their numbers, those with most to decide first, without one’s own', async () => {
  const cook = await w.newJob({ title: 'Cook', created_at: long })
  const baker = await w.newJob({ title: 'Baker', created_at: recent, closes_on: '2099-01-31' })
  await w.newJob({ title: 'Closed', is_active: false })
  await w.newApplication(cook, { created_at: long, status: 'rejected' })
  await w.newApplication(cook, { created_at: recent })
  const { body } = await (await w.as('joe')).get('/dashboard')
  const none = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
  expect(body.jobs).toMatchObject({
    open: 2,
    rows: [
      { title: 'Cook', closes_on: null, ...none, pending: 1, rejected: 1 },
      { title: 'Baker', closes_on: '2099-01-31', ...none },
    ],
  })
  await w.db.insert(hiringTeams).values({ job_id: baker, user_id: await idOf('joe') })
  const own = (await (await w.as('joe')).get('/dashboard')).body
  expect(own.jobs).toMatchObject({ open: 2, rows: [{ title: 'Cook' }] })
  expect(own.my_jobs).toMatchObject([{ title: 'Baker' }])
})

test('candidates without an answer are counted, for those who review applications', async () => {
  const baker = await w.newJob()
  const told = { told_status: 'rejected', told_at: long } as const
  await w.newApplication(baker, { status: 'rejected' })
  await w.newApplication(baker, { status: 'rejected', ...told })
  await w.newApplication(baker, { status: 'selected', ...told })
  await w.newApplication(baker, { created_at: long })
  await w.newApplication(baker)
  expect((await (await w.as('rita')).get('/dashboard')).body).toMatchObject({
    waiting: 3,
    untold: 2,
  })
  expect((await (await w.as('joe')).get('/dashboard')).body).toMatchObject({
    waiting: null,
    untold: null,
  })
})

test('replies due today and late ones are counted, as the list filters them', async () => {
  const baker = await w.newJob()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  for (let days = 0; days < 8; days += 1) await w.newApplication(baker, { created_at: ago(days) })
  await w.newApplication(baker, { created_at: ago(31), status: 'rejected' })
  await w.newApplication(baker, { created_at: ago(32), withdrawn_at: ago(1) })
  const rita = await w.as('rita')
  const { due } = (await rita.get('/dashboard')).body
  const answerDays = async (search: string): Promise<string[]> =>
    (await rita.get(`/applications${search}`)).body
      .map(({ answer_by }: { answer_by: string | null }) => answer_by)
      .filter(Boolean)
      .sort()
  const today = ago(0).slice(0, 10)
  const all = await answerDays('')
  expect(due).toEqual({
    today: all.filter((day) => day === today).length,
    late: all.filter((day) => day < today).length,
  })
  expect(due.late).toBeGreaterThan(0)
  expect(await answerDays('?due=true')).toEqual(all.filter((day) => day <= today))
  expect((await (await w.as('joe')).get('/dashboard')).body.due).toBeNull()
})

test('counting what waits stops above ten thousand, for each kind by itself', async () => {
  const baker = await w.newJob()
  const many = (count: number) => sql`with recursive n (n) as (
    select 1 union all select n + 1 from n where n < ${count})`
  await w.db.run(
    sql`insert into hiring_steps (id, place, name, status) values (901, 0, 'Call', 'pending')`,
  )
  await w.db.run(sql`${many(10_003)}
    insert into applications (job_id, first_name, last_name, email, created_at)
    select ${baker}, 'A', 'B', n || '@example.org', ${long} from n`)
  await w.db.run(sql`insert into application_steps (application_id, step_id, due_on)
    select id, 901, '2020-02-01' from applications`)
  await w.newApplication(baker, { status: 'rejected' })
  await w.db.insert(hiringTeams).values({ job_id: baker, user_id: await idOf('mo') })
  for (const name of ['rita', 'mo'] as const)
    expect((await (await w.as(name)).get('/dashboard')).body).toMatchObject({
      waiting: 10_002,
      untold: 1,
      due: { today: 0, late: 10_001 },
      step_due: 10_001,
    })
})

test('names of applicants are only for those who review applications', async () => {
  await w.newApplication(await w.newJob())
  const seen = async (name: 'rita' | 'joe' | 'pam') =>
    (await (await w.as(name)).get(`/dashboard?since=${long}`)).body
  expect(await seen('rita')).toMatchObject({
    changes: [{ new_applications: 1 }],
    jobs: { open: 1 },
  })
  expect(await seen('joe')).toMatchObject({ changes: [], jobs: { open: 1 } })
  expect(await seen('pam')).toMatchObject({ changes: [], jobs: null })
})

test('the interviews of today are those in which the person takes part, while they may review', async () => {
  const zone = 'Asia/Kathmandu'
  await setZone(zone)
  const midnight = instantOf(`${dayIn(zone)}T00:00:00`, zone)
  const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString()
  const [rita, mo] = [await idOf('rita'), await idOf('mo')]
  const job = await w.newJob({ title: 'Baker' })
  const application_id = await w.newApplication(job, { first_name: 'Cleo' })
  const add = async (time: string, people: number[], state: 'booked' | 'canceled' = 'booked') => {
    const more = { minutes: 30, place: 'Room 1', proposed_name: 'Rita Reviewer', uid: time }
    const [row] = await w.db
      .insert(interviews)
      .values({ application_id, state, time, ...more })
      .returning()
    const interview_id = row?.id ?? 0
    await w.db.insert(interviewPeople).values(people.map((user_id) => ({ interview_id, user_id })))
  }
  const day = 24 * 60
  await add(at(day - 1), [rita, mo])
  await add(at(0), [rita])
  await add(at(60), [rita], 'canceled')
  await add(at(-1), [rita, mo])
  await add(at(day), [rita, mo])
  const seen = async (name: Name) => (await (await w.as(name)).get('/dashboard')).body.interviews
  const [first, ...more] = await seen('rita')
  expect(first).toEqual({
    id: expect.any(Number),
    application_id,
    first_name: 'Cleo',
    job_title: 'Baker',
    time: at(0),
    minutes: 30,
    place: 'Room 1',
    time_zone: zone,
  })
  expect(more).toMatchObject([{ time: at(day - 1) }])
  expect(await seen('ada')).toEqual([])
  expect(await seen('mo')).toEqual([])
  await w.db.insert(hiringTeams).values({ job_id: await w.newJob(), user_id: mo })
  expect(await seen('mo')).toEqual([])
  await w.db.insert(hiringTeams).values({ job_id: job, user_id: mo })
  expect(await seen('mo')).toMatchObject([{ time: at(day - 1) }])
  await w.db.delete(settings).where(eq(settings.key, 'site_time_zone'))
})

test('an invalid time is refused', async () => {
  expect((await (await w.as('rita')).get('/dashboard?since=yesterday')).status).toBe(400)
})
