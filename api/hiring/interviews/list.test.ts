import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  evaluations,
  hiringTeams,
  interviewEndings,
  interviewPeople,
  interviews,
  interviewTimes,
  settings,
  users,
} from '#db/schema.ts'
import { type Name, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

let job: number
let application: number
let ids: Record<Name, number>

beforeEach(async () => {
  await w.reset()
  await setZone('UTC')
  job = await w.newJob({ title: 'Baker' })
  application = await w.newApplication(job, { first_name: 'Cleo', last_name: 'Marsh' })
  const all = await w.db.select({ id: users.id, email: users.email }).from(users)
  ids = Object.fromEntries(all.map((one) => [one.email.split('@')[0], one.id])) as typeof ids
})

const setZone = (value: string) =>
  w.db
    .insert(settings)
    .values({ key: 'site_time_zone', value, category: 'jobs' })
    .onConflictDoUpdate({ target: settings.key, set: { value } })

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** With one time booked, with several proposed. */
async function add(times: string | string[], people: Name[] = ['rita'], more: object = {}) {
  const booked = typeof times === 'string' && { state: 'booked' as const, time: times }
  const [row] = await w.db
    .insert(interviews)
    .values({
      application_id: application,
      minutes: 30,
      place: 'Room 1',
      proposed_name: 'Rita Reviewer',
      uid: `${Math.random()}@x`,
      ...booked,
      ...more,
    })
    .returning()
  const interview_id = row?.id ?? 0
  for (const time of [times].flat())
    await w.db.insert(interviewTimes).values({ interview_id, time })
  for (const name of people)
    await w.db.insert(interviewPeople).values({ interview_id, user_id: ids[name] })
  return interview_id
}

const list = async (query = '', name: Name = 'rita') =>
  (await w.as(name)).get(`/interviews${query}`)
const found = async (query = '', name: Name = 'rita'): Promise<number[]> =>
  (await list(query, name)).body.map(({ id }: { id: number }) => id)

describe('GET /interviews', () => {
  test('lists what is booked and proposed, with candidate, job and interviewers', async () => {
    const [first, second] = [hours(30), hours(50)]
    const booked = await add(hours(20), ['rita', 'ada'])
    const proposed = await add([first, second], [], { place: 'https://meet.example.org/1' })
    await add(hours(21), ['rita'], { state: 'canceled' })
    await add([hours(21)], ['rita'], { state: 'declined' })
    const { status, body, headers } = await list()
    expect(status).toBe(200)
    expect(headers.get('x-total-count')).toBe('2')
    expect(body).toEqual([
      {
        id: booked,
        application_id: application,
        first_name: 'Cleo',
        last_name: 'Marsh',
        job_id: job,
        job_title: 'Baker',
        state: 'booked',
        time: expect.any(String),
        times: [expect.any(String)],
        minutes: 30,
        place: 'Room 1',
        time_zone: 'UTC',
        people: [
          { id: ids.ada, name: 'Ada Admin', owes_evaluation: false },
          { id: ids.rita, name: 'Rita Reviewer', owes_evaluation: false },
        ],
      },
      expect.objectContaining({
        id: proposed,
        state: 'proposed',
        time: null,
        times: [first, second],
        people: [],
      }),
    ])
  })

  test('orders by time, proposed ones by the earliest time still to come', async () => {
    const soon = await add([hours(-40), hours(10), hours(90)])
    const later = await add(hours(20))
    const last = await add([hours(30), hours(25)])
    const before = await add(hours(-50))
    const missed = await add([hours(-30), hours(-20)])
    expect(await found()).toEqual([before, missed, soon, later, last])
  })

  test('answers in pages', async () => {
    const all = [await add(hours(1)), await add(hours(2)), await add(hours(3))]
    const { body, headers } = await list('?per_page=1&page=2')
    expect(body.map(({ id }: { id: number }) => id)).toEqual([all[1]])
    expect(headers.get('x-total-count')).toBe('3')
    expect(headers.get('link')).toContain('rel="next"')
    expect(await found('?per_page=1&page=4')).toEqual([])
  })

  test('days are those of the site, inclusive, also when the clocks change', async () => {
    await setZone('Europe/Berlin')
    // Sunday 30 March 2098 has 23 hours there, Sunday 26 October has 25.
    const spring = [
      await add('2098-03-29T22:59:00.000Z'),
      await add('2098-03-29T23:00:00.000Z'),
      await add('2098-03-30T21:59:00.000Z'),
      await add('2098-03-30T22:00:00.000Z'),
    ]
    expect(await found('?from=2098-03-30&to=2098-03-30')).toEqual(spring.slice(1, 3))
    expect(await found('?from=2098-03-31&to=2098-04-30')).toEqual(spring.slice(3))
    const autumn = [
      await add('2098-10-25T21:59:00.000Z'),
      await add('2098-10-25T22:00:00.000Z'),
      await add('2098-10-26T22:59:00.000Z'),
      await add('2098-10-26T23:00:00.000Z'),
    ]
    expect(await found('?from=2098-10-26&to=2098-10-26')).toEqual(autumn.slice(1, 3))
    expect(await found('?from=2098-10-26')).toEqual(autumn.slice(1))
    expect(await found('?to=2098-03-29')).toEqual(spring.slice(0, 1))
    expect(await found('?to=9999-12-31')).toHaveLength(8)
  })

  test('a proposed interview is in each week that has one of its times, ordered by that time', async () => {
    const proposed = await add(['2098-01-06T09:00:00.000Z', '2098-01-15T09:00:00.000Z'])
    const booked = await add('2098-01-14T09:00:00.000Z')
    expect(await found('?from=2098-01-06&to=2098-01-12')).toEqual([proposed])
    expect(await found('?from=2098-01-13&to=2098-01-19')).toEqual([booked, proposed])
    expect(await found('?from=2098-01-20&to=2098-01-26')).toEqual([])
  })

  test('mine are those in which the caller is an interviewer', async () => {
    const own = await add(hours(1), ['rita', 'ada'])
    const others = await add(hours(2), ['ada'])
    expect(await found('?mine=true')).toEqual([own])
    expect(await found()).toEqual([own, others])
    expect((await list('?mine=maybe')).status).toBe(400)
  })

  test('somebody on a team sees only the interviews of their jobs, others none', async () => {
    const seen = await add(hours(1))
    const cook = await w.newJob({ title: 'Cook' })
    const other = await w.newApplication(cook)
    const hidden = await add(hours(2), ['mo'], { application_id: other })
    expect((await list('', 'mo')).status).toBe(403)
    expect((await list('', 'joe')).status).toBe(403)
    expect((await w.visitor.get('/interviews')).status).toBe(401)
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo })
    expect(await found('', 'mo')).toEqual([seen])
    expect(await found('?mine=true', 'mo')).toEqual([])
    expect(await found('', 'ada')).toEqual([seen, hidden])
  })

  test('names who still owes an evaluation once the interview is over', async () => {
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo })
    await add(hours(-1), ['ada', 'mo', 'rita', 'joe'])
    // It began half an hour ago.
    await add(hours(-0.5), ['rita'], { minutes: 45 })
    const owing = async () =>
      (await list()).body.map(
        ({ people }: { people: { id: number; owes_evaluation: boolean }[] }) =>
          people.flatMap((one) => (one.owes_evaluation ? [one.id] : [])),
      )
    // Joe doesn't review this job's applications.
    expect(await owing()).toEqual([[ids.ada, ids.mo, ids.rita], []])
    const by = (name: Name) => ({
      application_id: application,
      user_id: ids[name],
      author_name: name,
    })
    await w.db.insert(evaluations).values([
      { ...by('ada'), verdict: 3 },
      { ...by('mo'), waived: true },
    ])
    expect(await owing()).toEqual([[ids.rita], []])
    await w.db.update(users).set({ is_active: false }).where(eq(users.id, ids.rita))
    expect(
      (await list('', 'ada')).body[0].people.map(
        ({ owes_evaluation }: { owes_evaluation: boolean }) => owes_evaluation,
      ),
    ).toEqual([false, false, false, false])
  })

  test('leaves out those that are about to be canceled', async () => {
    const interview_id = await add(hours(1))
    await w.db
      .insert(interviewEndings)
      .values({ interview_id, cause: 'rejected', due_at: hours(1) })
    expect(await found()).toEqual([])
  })

  test.each(['from=yesterday', 'to=2026-02-30', 'page=0'])('?%s is refused', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400)
  })
})
