import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import {
  evaluations,
  hiringTeams,
  interviews,
  interviewTimes,
  settings,
  users,
} from '#db/schema.ts'
import { emailOf, type Name, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

let rita: Person
let ada: Person
let job: number
beforeEach(async () => {
  await w.reset()
  await w.db.delete(settings)
  ;[rita, ada] = await Promise.all([w.as('rita'), w.as('ada')])
  job = await w.newJob({ title: 'Baker' })
})

const idOf = async (name: Name) =>
  (
    await w.db
      .select()
      .from(users)
      .where(eq(users.email, emailOf(name)))
  )[0]!.id
const found = async (query: string, who = rita): Promise<number[]> =>
  (await who.get(`/applications?${query}`)).body.map(({ id }: { id: number }) => id)

describe('days', () => {
  const at = async (created_at: string, reviewed_at?: string, status?: ApplicationStatus) =>
    w.newApplication(job, {
      created_at,
      ...(reviewed_at && { reviewed_at, status: status ?? 'rejected' }),
    })

  test('of applications are both included, in the time zone of the site', async () => {
    await w.db.insert(settings).values({
      key: 'site_time_zone',
      value: 'Pacific/Auckland',
      category: 'general',
    })
    // In Auckland, UTC+13 in January, the second begins at 11:00 UTC on the first.
    const [before, first, last, after] = [
      await at('2026-01-01T10:59:59.999Z'),
      await at('2026-01-01T11:00:00.000Z'),
      await at('2026-01-02T10:59:59.999Z'),
      await at('2026-01-02T11:00:00.000Z'),
    ]
    expect(await found('applied_from=2026-01-02&applied_to=2026-01-02')).toEqual([last, first])
    expect(await found('applied_from=2026-01-03')).toEqual([after])
    expect(await found('applied_to=2026-01-01')).toEqual([before])
    expect(await found('applied_from=2026-01-03&applied_to=2026-01-01')).toEqual([])
  })

  test('of decisions are those of the last review, of what is not pending', async () => {
    const early = '2025-06-01T00:00:00.000Z'
    const decided = await at(early, '2026-01-02T12:00:00.000Z')
    await at(early, '2026-01-03T00:00:00.000Z')
    await at(early, '2026-01-02T12:00:00.000Z', 'pending')
    await at(early)
    expect(await found('decided_from=2026-01-02&decided_to=2026-01-02')).toEqual([decided])
    expect(await found('decided_to=2026-01-02&sort=name')).toEqual([decided])
    expect(await found('decided_to=2026-01-02&applied_to=2025-06-01&q=ada')).toEqual([])
    const stats = (await rita.get('/applications/stats?decided_from=2026-01-02')).body
    expect(stats).toMatchObject({ pending: 0, rejected: 2 })
  })

  test('combine with job, status, search and sort, in the counts and in a bulk action too', async () => {
    const other = await w.newJob({ title: 'Miller' })
    const days = Array.from({ length: 6 }, (_, n) => daysLater('2026-03-01', n))
    const ids: number[] = []
    for (const [n, day] of days.entries())
      ids.push(
        await w.newApplication(n % 2 ? other : job, {
          created_at: `${day}T09:00:00.000Z`,
          status: n % 3 ? 'pending' : 'selected',
          last_name: `Name${9 - n}`,
        }),
      )
    const range = `applied_from=${days[1]}&applied_to=${days[4]}`
    const at = (...places: number[]) => places.map((place) => ids[place])
    for (const [query, expected] of [
      ['', at(4, 3, 2, 1)],
      ['&sort=created_at', at(1, 2, 3, 4)],
      ['&sort=name', at(4, 3, 2, 1)],
      [`&job_id=${job}`, at(4, 2)],
      [`&job_id=${job}&status=pending`, at(4, 2)],
      ['&status=selected', at(3)],
      ['&q=name7', at(2)],
      ['&per_page=2&page=2', at(2, 1)],
      ['&sort=-verdict', at(4, 3, 2, 1)],
      ['&sort=interview_at', at(1, 2, 3, 4)],
    ] as const)
      expect([query, await found(range + query)]).toEqual([query, expected])
    expect((await rita.get(`/applications/stats?${range}`)).body).toMatchObject({
      pending: 3,
      selected: 1,
    })
    const [applied_from, applied_to] = [days[1], days[4]]
    const { body } = await rita.send('POST', '/applications/bulk/preview', {
      filter: { applied_from, applied_to },
      action: 'status',
      status: 'rejected',
    })
    expect(body.total).toBe(4)
  })

  test.each([
    'applied_from=yesterday',
    'applied_to=2026-02-30',
    'decided_from=',
    'decided_to=2026-1-1',
    'applied_to=9999-12-31',
    'applied_from=2026-01-01&applied_from=2026-01-02',
    'verdict=0',
    'verdict=5',
    'verdict=2.5',
    'verdict=yes',
    'interview=booked',
    'interview=',
    'sort=reviewed_at',
    'sort=verdict',
    'sort=-interview_at',
  ])('%s is 400 and named, in the list and in the counts', async (query) => {
    const [name] = query.split('=')
    for (const path of name === 'sort' ? [''] : ['', '/stats', '/steps', '/export.csv']) {
      const { status, body } = await rita.get(`/applications${path}?${query}`)
      expect([path, status, body.details[0].path]).toEqual([path, 400, [name]])
    }
  })
})

describe('verdicts', () => {
  let ids: number[]
  const give = async (name: Name, id: number, verdict: number | null) =>
    w.db.insert(evaluations).values({
      application_id: id,
      user_id: await idOf(name),
      author_name: name,
      verdict,
      waived: verdict === null,
    })
  beforeEach(async () => {
    ids = []
    for (let n = 0; n < 5; n++) ids.push(await w.newApplication(job))
    const [three, four, unseen, waived] = ids as [number, number, number, number, number]
    await give('rita', three, 3)
    await give('ada', three, 4)
    await give('mo', three, 4)
    await give('rita', four, 4)
    await give('ada', unseen, 4)
    await give('rita', waived, null)
    await give('ada', waived, 1)
  })

  test('filter by the mean, rounded down, of what the reader sees', async () => {
    const [three, four, unseen, waived] = ids
    expect(await found('verdict=3')).toEqual([three])
    expect(await found('verdict=4')).toEqual([four])
    expect(await found('verdict=1')).toEqual([waived])
    expect(await found('verdict=2')).toEqual([])
    expect(await found('verdict=4&status=selected')).toEqual([])
    // Ada sees others: an admin too must give their own first, or open the list, which is recorded.
    expect(await found('verdict=4', ada)).toEqual([unseen])
  })

  test('sort the best first, then all that the reader sees none of', async () => {
    const [three, four, unseen, waived, none] = ids
    expect(await found('sort=-verdict')).toEqual([four, three, waived, none, unseen])
    expect(await found('sort=-verdict', ada)).toEqual([unseen, three, waived, none, four])
    expect(await found('sort=-verdict&per_page=2&page=2')).toEqual([waived, none])
    expect(await found('sort=-verdict&per_page=2&page=3')).toEqual([unseen])
    expect(await found('sort=-verdict&per_page=3&page=2')).toEqual([none, unseen])
    expect(await found('sort=-verdict&status=selected')).toEqual([])
  })

  test('of other jobs are not shown to a member', async () => {
    await w.db.insert(hiringTeams).values({ job_id: await w.newJob(), user_id: await idOf('mo') })
    const mo = await w.as('mo')
    expect(await found('verdict=3', mo)).toEqual([])
    expect(await found('sort=-verdict', mo)).toEqual([])
  })
})

describe('interviews', () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const interview = async (application_id: number, time: string, state: 'booked' | 'proposed') => {
    const [row] = await w.db
      .insert(interviews)
      .values({
        application_id,
        state,
        minutes: 30,
        place: 'Office',
        uid: `${application_id}${time}`,
        proposed_name: 'Rita',
        time: state === 'booked' ? time : null,
      })
      .returning({ id: interviews.id })
    if (state === 'proposed')
      await w.db.insert(interviewTimes).values({ interview_id: row!.id, time })
    return row!.id
  }

  test('filter and sort by the next one ahead', async () => {
    const ids: number[] = []
    for (let n = 0; n < 7; n++) ids.push(await w.newApplication(job))
    const [late, soon, proposed, past, expired, ending, none] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    await interview(late, hours(48), 'booked')
    await interview(soon, hours(72), 'booked')
    await interview(soon, hours(24), 'booked')
    await interview(soon, hours(-24), 'booked')
    await interview(proposed, hours(24), 'proposed')
    await interview(past, hours(-24), 'booked')
    await interview(expired, hours(-24), 'proposed')
    const canceled = await interview(ending, hours(12), 'booked')
    await w.db.run(sql`insert into interview_endings (interview_id, cause, due_at)
      values (${canceled}, 'rejected', ${hours(1)})`)
    const without = [past, expired, ending, none]
    expect(await found('interview=upcoming')).toEqual([soon, late])
    expect(await found('interview=proposed')).toEqual([proposed])
    expect(await found('interview=none&sort=created_at')).toEqual(without)
    expect(await found('sort=interview_at')).toEqual([soon, late, proposed, ...without])
    expect(await found('sort=interview_at&per_page=3&page=2')).toEqual([past, expired, ending])
    expect(await found('sort=interview_at&interview=none')).toEqual(without)
  })
})

test('by the last review, the latest first, then what nobody has reviewed', async () => {
  const add = (reviewed_at: string | null, status: ApplicationStatus = 'pending') =>
    w.newApplication(job, { reviewed_at, status })
  const ids = [
    await add('2026-01-01T00:00:00.000Z', 'rejected'),
    await add('2026-01-03T00:00:00.000Z'),
    await add(null),
    await add('2026-01-01T00:00:00.000Z'),
    await add(null, 'rejected'),
  ] as const
  const [one, three, none, twin, rejected] = ids
  expect(await found('sort=-reviewed_at')).toEqual([three, twin, one, rejected, none])
  expect(await found(`sort=-reviewed_at&job_id=${job}&status=pending`)).toEqual([three, twin, none])
  expect(await found('sort=-reviewed_at&unread=true&per_page=2&page=2')).toEqual([one, rejected])
})
