import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { hiringTeams, interviewPeople, interviews, settings, users } from '#db/schema.ts'
import { emailOf, type Name, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(() => w.reset())

const long = '2020-01-01T00:00:00.000Z'
const recent = '2020-03-01T00:00:00.000Z'

test('what is new counts from the last look', async () => {
  const baker = await w.newJob({ title: 'Baker' })
  await w.newApplication(baker, { created_at: long })
  await w.newApplication(baker, { first_name: 'Nils', created_at: recent })
  const rita = await w.as('rita')
  const between = '2020-02-01T00:00:00.000Z'
  await w.db
    .update(users)
    .set({ dashboard_seen_at: between })
    .where(eq(users.email, emailOf('rita')))
  const { body } = await rita.get('/dashboard')
  expect(body.since).toBe(between)
  expect(body.new_applications).toMatchObject({
    count: 1,
    latest: [{ first_name: 'Nils', job_title: 'Baker', created_at: recent }],
  })
  expect((await rita.send('POST', '/dashboard/seen')).status).toBe(204)
  const after = (await rita.get('/dashboard')).body
  expect(after.since > recent).toBe(true)
  expect(after.new_applications).toEqual({ count: 0, latest: [] })
  // A reload asks for the same span again.
  const again = await rita.get(`/dashboard?since=${between}`)
  expect(again.body.new_applications.count).toBe(1)
})

test('before the first look everything since the person joined is new', async () => {
  const [ada] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('ada')))
  expect((await (await w.as('ada')).get('/dashboard')).body.since).toBe(ada?.created_at)
})

test('open jobs come with their numbers, those with new applications first', async () => {
  const cook = await w.newJob({ title: 'Cook', created_at: long })
  await w.newJob({ title: 'Baker', created_at: recent, closes_on: '2099-01-31' })
  await w.newJob({ title: 'Closed', is_active: false })
  await w.newApplication(cook, { created_at: long, status: 'rejected' })
  await w.newApplication(cook, { created_at: recent })
  const { body } = await (await w.as('joe')).get(`/dashboard?since=${long}`)
  const none = { pending: 0, shortlisted: 0, rejected: 0, selected: 0, new: 0 }
  expect(body.jobs).toMatchObject({
    open: 2,
    rows: [
      { title: 'Cook', closes_on: null, ...none, pending: 1, rejected: 1, new: 1 },
      { title: 'Baker', closes_on: '2099-01-31', ...none },
    ],
  })
})

test('candidates without an answer are counted, for those who review applications', async () => {
  const baker = await w.newJob()
  const told = { told_status: 'rejected', told_at: long } as const
  await w.newApplication(baker, { status: 'rejected' })
  await w.newApplication(baker, { status: 'rejected', ...told })
  await w.newApplication(baker, { status: 'selected', ...told })
  await w.newApplication(baker, { created_at: long })
  await w.newApplication(baker)
  expect((await (await w.as('rita')).get('/dashboard')).body.waiting).toBe(3)
  expect((await (await w.as('joe')).get('/dashboard')).body.waiting).toBeNull()
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

test('names of applicants are only for those who review applications', async () => {
  await w.newApplication(await w.newJob())
  const seen = async (name: 'rita' | 'joe' | 'pam') =>
    (await (await w.as(name)).get(`/dashboard?since=${long}`)).body
  expect(await seen('rita')).toMatchObject({ new_applications: { count: 1 }, jobs: { open: 1 } })
  expect(await seen('joe')).toMatchObject({ new_applications: null, jobs: { open: 1 } })
  expect(await seen('pam')).toMatchObject({ new_applications: null, jobs: null })
})

test('the interviews of today are those in which the person takes part, while they may review', async () => {
  const zone = 'Asia/Kathmandu'
  await w.db
    .insert(settings)
    .values({ key: 'site_time_zone', value: zone, category: 'jobs' })
    .onConflictDoUpdate({ target: settings.key, set: { value: zone } })
  const midnight = instantOf(`${dayIn(zone)}T00:00:00`, zone)
  const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString()
  const idOf = async (name: Name) =>
    (
      await w.db
        .select()
        .from(users)
        .where(eq(users.email, emailOf(name)))
    )[0]?.id ?? 0
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
