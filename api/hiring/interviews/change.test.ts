import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hiringTeams } from '#db/schema.ts'
import { interviewsWorld } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'

const { reset, w, hours, at, propose, pick, state, mailed } = await interviewsWorld()
let rita: Person
let job: number
let ids: Record<Name, number>

beforeEach(async () => {
  ;({ rita, job, ids } = await reset())
})

describe('PUT', () => {
  test('of a booked interview updates everyone’s event, also for those who join or leave', async () => {
    const interview = await propose()
    await pick(interview)
    const invited = (await mailed()).find(({ ics }) => ics)?.ics
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo })
    const { status, body } = await rita.send('PUT', at(interview.id), {
      minutes: 60,
      place: 'https://meet.test/1',
      user_ids: [ids.rita, ids.mo],
    })
    expect([status, body]).toMatchObject([200, { state: 'booked', minutes: 60 }])
    const ends = new Date(Date.parse(interview.times[0]) + 60 * 60_000).toISOString()
    const same = { uid: invited?.uid, start: interview.times[0], end: ends }
    const request = { ...same, method: 'REQUEST', sequence: 1, status: 'CONFIRMED' }
    const cancel = { ...same, method: 'CANCEL', status: 'CANCELLED' }
    const byAddress = (mails: Awaited<ReturnType<typeof mailed>>) =>
      Object.fromEntries(mails.map(({ to, ics }) => [to, ics]))
    const updated = await mailed()
    expect(updated).toHaveLength(4)
    expect(byAddress(updated)).toMatchObject({
      // Whoever leaves is the only one on that file (RFC 5546 §3.2.5).
      'ada@example.com': { ...cancel, sequence: 1, attendees: ['mailto:ada@example.com'] },
      'mira@example.org': request,
      'mo@example.com': request,
      'rita@example.com': request,
    })
    expect(updated.map(({ to, subject }) => [to, subject.split(':')[0]]).sort()).toEqual([
      ['ada@example.com', 'You no longer take part in an interview'],
      ['mira@example.org', 'Your interview has changed'],
      ['mo@example.com', 'Interview booked'],
      ['rita@example.com', 'Interview changed'],
    ])
    expect(updated.find(({ to }) => to === 'mira@example.org')?.text).toContain(
      ': the length, the place and who you will talk with. This is how it is now',
    )
    // The same again tells nobody.
    expect((await rita.send('PUT', at(interview.id), {})).body).toEqual(body)
    expect((await rita.send('PUT', at(interview.id), body)).body).toEqual(body)
    expect(await mailed()).toEqual([])
    await rita.send('DELETE', at(interview.id))
    const canceled = await mailed()
    expect(canceled).toHaveLength(3)
    expect(byAddress(canceled)).toMatchObject({
      'mira@example.org': { ...cancel, sequence: 2 },
      'mo@example.com': { ...cancel, sequence: 2 },
      'rita@example.com': { ...cancel, sequence: 2 },
    })
  })

  test('without the picked time cancels the event, and the candidate picks again', async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    const { body } = await rita.send('PUT', at(interview.id), {
      times: [hours(100)],
      user_ids: [ids.rita],
    })
    expect(body).toMatchObject({ state: 'proposed', time: null, answered_at: null })
    const mails = await mailed()
    expect(mails.map(({ to, ics }) => [to, ics?.method, ics?.sequence]).sort()).toEqual([
      ['ada@example.com', 'CANCEL', 1],
      ['mira@example.org', undefined, undefined],
      ['mira@example.org', 'CANCEL', 1],
      ['rita@example.com', 'CANCEL', 1],
    ])
    await pick(body)
    expect((await mailed()).map(({ to, ics }) => [to, ics?.sequence]).sort()).toEqual([
      ['mira@example.org', 2],
      ['rita@example.com', 2],
    ])
  })

  test('takes a row as GET returned it, and refuses one that was changed since', async () => {
    const interview = await propose()
    await mailed()
    const same = await rita.send('PUT', at(interview.id), interview)
    expect([same.status, (await mailed()).length]).toEqual([200, 0])
    const changed = await rita.send('PUT', at(interview.id), { ...interview, place: 'Quay 4' })
    expect((await mailed()).map(({ text }) => text)).toEqual([
      expect.stringContaining(': the place. Please choose one of these times'),
    ])
    const late = await rita.send('PUT', at(interview.id), { ...interview, minutes: 30 })
    expect([late.status, late.body.current.place]).toEqual([409, 'Quay 4'])
    const headers = (tag: string) => ({
      'content-type': 'application/json',
      'if-match': `"${tag}"`,
    })
    const put = async (tag: string) =>
      rita.raw(at(interview.id), { method: 'PUT', body: '{"minutes":30}', headers: headers(tag) })
    expect((await put(interview.updated_at)).status).toBe(409)
    expect((await put(changed.body.updated_at)).status).toBe(200)
  })

  test('of the people alone emails no candidate, also once a proposed time has passed', async () => {
    const interview = await propose({ times: [hours(48), hours(72)] })
    await mailed()
    await w.db.run(sql`update interview_times set time = ${hours(-1)} where time = ${hours(48)}`)
    await rita.send('PUT', at(interview.id), { user_ids: [ids.rita] })
    expect(await mailed()).toEqual([])
  })

  test('and a pick at once: one of them wins, and both tell the truth', async () => {
    const interview = await propose()
    const [picked, changed] = await Promise.all([
      pick(interview),
      rita.send('PUT', at(interview.id), { ...interview, times: [hours(100)] }),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([picked.status, changed.status])
    const { state: is, time } = await state(interview.id)
    expect([is, time]).toEqual(
      picked.status === 200 ? ['booked', interview.times[0]] : ['proposed', null],
    )
  })

  test('of a canceled one or one that has begun is refused', async () => {
    const interview = await propose()
    await pick(interview)
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    expect((await rita.send('PUT', at(interview.id), { minutes: 30 })).status).toBe(409)
    expect((await rita.send('DELETE', at(interview.id))).status).toBe(409)
    const other = await propose()
    expect((await rita.send('DELETE', at(other.id))).status).toBe(204)
    expect((await rita.send('DELETE', at(other.id))).status).toBe(204)
    const refused = await rita.send('PUT', at(other.id), { minutes: 30 })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This interview was canceled. Propose a new one.',
    ])
    expect((await rita.send('PUT', at(987654), { minutes: 30 })).status).toBe(404)
  })
})
