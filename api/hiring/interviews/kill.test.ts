import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { auditEvents, interviews, users } from '#db/schema.ts'
import { killedAfter } from '#scripts/testing/killed-writers.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const people = 20
/** After so many answers, each time in a new process. */
const kills = [10, 17]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** No two candidates have the same, since people take part in one interview at a time. */
const timesOf = (place: number) => [inDays(2 + place), inDays(2.5 + place)] as const

/** Each candidate picks a time twice, and the other one. */
async function plan() {
  const rita = await w.as('rita')
  const job = await w.newJob()
  const staff = await w.db
    .select({ id: users.id })
    .from(users)
    .where(sql`email in ('ada@example.com', 'rita@example.com')`)
  const user_ids = staff.map(({ id }) => id)
  const requests: { path: string; key: string; json: { time: string } }[] = []
  for (let at = 0; at < people; at++) {
    const id = await w.newApplication(job, { email: `mira${at}@example.org` })
    const token = String(at).padStart(43, 'x')
    await insertLink(w.db, hashToken(token), id)
    const times = timesOf(at)
    const proposal = { times, minutes: 30, place: 'Main street 1', user_ids }
    const { body } = await rita.send('POST', `/applications/${id}/interviews`, proposal)
    const path = `/candidate/${token}/interviews/${body.id}/pick`
    const picks = [times[0], times[0], times[1]]
    requests.push(...picks.map((time, nth) => ({ path, key: `${path}#${nth}`, json: { time } })))
  }
  return requests
}

const idIn = (path: string) => Number(/interviews\/(\d+)/.exec(path)?.[1])

/** By interview: its state, its time, and who was invited to which time. */
async function stored() {
  const rows = await w.db.all<{
    id: number
    state: string
    time: string | null
    email: string
    mails: string
  }>(sql`
    select i.id, i.state, i.time, a.email, (
      select json_group_array(json_array(o.to_address, o.calendar)) from outbox o
      where o.application_id = a.id and o.calendar is not null) as mails
    from interviews i join applications a on a.id = i.application_id`)
  return new Map(
    rows.map(({ mails, ...row }) => {
      const calendars: [string, string][] = JSON.parse(mails)
      const invited = calendars.map(([to, text]) => [to, ...read(text)]).sort()
      return [row.id, { ...row, invited }]
    }),
  )
}

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  const start = event.startDate.toJSDate().toISOString().slice(0, 19)
  return [String(calendar.getFirstPropertyValue('method')), start]
}

/** Proposed without an invitation, or booked with one for each. Returns how many are booked. */
async function checkStored() {
  const all = await stored()
  expect(all.size).toBe(people)
  for (const { state, time, email, invited } of all.values()) {
    const to = ['ada@example.com', email, 'rita@example.com'].sort()
    expect([state, invited]).toEqual(
      time === null
        ? ['proposed', []]
        : ['booked', to.map((address) => [address, 'REQUEST', time.slice(0, 19)])],
    )
  }
  return w.db.$count(interviews, sql`state = 'booked'`)
}

test('kill -9 amid picking times: each is booked once with one invitation for each, or not at all', async () => {
  const requests = await plan()
  const requestOf = new Map(requests.map((request) => [request.key, request]))
  /** An answer 200 holds, and 409 is for the time that was not picked first. */
  async function checkAnswer(key: string, status: number) {
    const { path, json } = requestOf.get(key)!
    const [row] = await w.db
      .select()
      .from(interviews)
      .where(sql`id = ${idIn(path)}`)
    expect([key, row?.state, status]).toEqual([key, 'booked', row?.time === json.time ? 200 : 409])
  }

  let open = requests
  for (const answers of kills) {
    const answered = await killedAfter(w.url, answers, open)
    expect(answered.length).toBeGreaterThanOrEqual(answers)
    expect(await checkStored()).toBeLessThan(people)
    for (const [status, key] of answered) await checkAnswer(key, Number(status))
    // Those without an answer try again.
    const keys = new Set(answered.map(([, key]) => key))
    open = open.filter(({ key }) => !keys.has(key))
  }
  for (const { path, key, json } of requests)
    await checkAnswer(key, (await w.visitor.send('POST', path, json)).status)
  expect(await checkStored()).toBe(people)
  expect(await w.db.$count(auditEvents, sql`action = 'interview.booked'`)).toBe(people)
})
