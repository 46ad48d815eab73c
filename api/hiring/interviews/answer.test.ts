import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEvents } from '#db/schema.ts'
import { everyone, interviewsWorld, token } from '#scripts/testing/fixtures/interviews.ts'
import type { Name, Person } from '#scripts/testing/world.ts'

const { reset, w, hours, at, propose, answer, pick, state, set, mailed, endLater } =
  await interviewsWorld()
let rita: Person
let job: number
let id: number
let ids: Record<Name, number>

beforeEach(async () => {
  ;({ rita, job, id, ids } = await reset())
})

describe('picking a time', () => {
  test('invites everyone to the same event, once', async () => {
    const interview = await propose()
    await mailed()
    const { status, body } = await pick(interview, 1)
    expect([status, body.interviews]).toMatchObject([
      200,
      [{ state: 'booked', time: interview.times[1], people: ['Ada Admin', 'Rita Reviewer'] }],
    ])
    const mails = await mailed()
    expect(mails.map(({ to }) => to).sort()).toEqual(everyone)
    for (const { ics } of mails)
      expect(ics).toMatchObject({
        method: 'REQUEST',
        sequence: 0,
        uid: mails[0]?.ics?.uid,
        start: interview.times[1],
        end: new Date(Date.parse(interview.times[1]) + 45 * 60_000).toISOString(),
        status: 'CONFIRMED',
      })
    const own = mails.find(({ to }) => to === 'mira@example.org')
    expect(own?.ics?.attendees).toEqual(['mailto:mira@example.org'])
    expect(mails.find(({ to }) => to === 'ada@example.com')?.ics?.attendees).toEqual([
      'mailto:ada@example.com',
      'mailto:rita@example.com',
    ])
    expect((await pick(interview, 1)).status).toBe(200)
    expect(await mailed()).toEqual([])
    const other = await pick(interview, 0)
    expect([other.status, other.body.error]).toEqual([
      409,
      'You have already chosen a time. Cancel it first if you can’t come.',
    ])
  })

  test.each([
    ['rita@example.com', 'careers@localhost'],
    ['Rita@Example.com', 'careers@localhost'],
    ['mira@example.org', 'mira@example.org'],
    ['jobs@bread.test', 'jobs@bread.test'],
  ])('with replies to %s has another organizer than its attendees', async (shared, organizer) => {
    await w.db.run(
      sql`insert into settings (key, value, category) values ('notify_email', ${shared}, 'jobs')`,
    )
    await pick(await propose())
    await w.db.run(sql`delete from settings where key = 'notify_email'`)
    const files = (await mailed()).flatMap(({ ics }) => (ics ? [ics] : []))
    expect(files).toHaveLength(3)
    for (const { attendees, ...file } of files) {
      expect(attendees).not.toContain(file.organizer)
      const isOwn = attendees.includes(`mailto:${organizer}`)
      expect(file.organizer).toBe(
        `mailto:${isOwn ? organizer.replace('@', '+interviews@') : organizer}`,
      )
    }
  })

  test('twice at once books one time', async () => {
    const interview = await propose()
    await mailed()
    const both = await Promise.all([pick(interview, 0), pick(interview, 1), pick(interview, 0)])
    const { time } = await state(interview.id)
    expect(both.map(({ status }) => status).sort()).toEqual(
      time === interview.times[0] ? [200, 200, 409] : [200, 409, 409],
    )
    expect((await mailed()).length).toBe(3)
    const booked = await w.db.$count(
      auditEvents,
      sql`action = 'interview.booked' and target_id = ${id}`,
    )
    expect(booked).toBe(1)
  })

  test('is refused for what was never proposed, has passed, or is another’s', async () => {
    const interview = await propose()
    const never = await answer(interview.id, 'pick', { time: hours(50) })
    expect([never.status, never.body.error]).toMatchObject([409, /not among those/])
    await w.db.run(sql`update interview_times set time = ${hours(-1)} where time = ${hours(48)}`)
    const passed = await answer(interview.id, 'pick', { time: hours(-1) })
    expect([passed.status, passed.body.error]).toMatchObject([409, /has passed/])
    const other = await propose({}, await w.newApplication(job))
    expect((await pick(other)).status).toBe(404)
    expect((await answer(other.id, 'decline')).status).toBe(404)
    for (const json of [{}, { time: 'tomorrow' }, { time: 5 }, { time: hours(48), more: 1 }])
      expect((await answer(interview.id, 'pick', json)).status).toBe(400)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['withdrawn', () => w.visitor.send('POST', `/candidate/${token}/withdraw`)],
    ['rejected', () => rita.send('PUT', `/applications/${id}`, { status: 'rejected' })],
    ['rejected in SQL', () => set({ status: 'rejected' })],
    ['of a deleted job', async () => (await w.as('ada')).send('DELETE', `/jobs/${job}`)],
    ['canceled', async () => rita.send('DELETE', at((await rita.get(at())).body[0].id))],
  ])('is refused once it is %s', async (_, finish) => {
    const interview = await propose()
    await finish()
    await endLater()
    expect((await state(interview.id)).state).toBe('canceled')
    const { status, body } = await pick(interview)
    expect([status, body.error]).toMatchObject([409, /^This interview has been canceled/])
  })
})

describe('declining', () => {
  test('asks for other times, with a note to the proposer and the interviewers', async () => {
    const interview = await propose()
    await mailed()
    const words = { text: 'Only mornings,\r\nplease.' }
    expect((await answer(interview.id, 'decline', words)).status).toBe(200)
    expect((await answer(interview.id, 'decline', words)).status).toBe(200)
    const mails = await mailed()
    expect(mails.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'rita@example.com'])
    for (const mail of mails)
      expect([mail.ics, mail.text]).toEqual([null, expect.stringContaining('mornings, please.')])
    expect((await rita.get(at())).body).toMatchObject([
      { state: 'declined', reply: 'Only mornings,\nplease.' },
    ])
    expect((await pick(interview)).status).toBe(409)
    const again = await rita.send('PUT', at(interview.id), { times: [hours(99)] })
    expect(again.body).toMatchObject({ state: 'proposed', reply: null, times: [hours(99)] })
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      'Our proposal for your interview has changed: Baker',
    ])
    expect((await pick(again.body)).status).toBe(200)
    const sequences = (await mailed()).map(({ ics }) => ics?.sequence)
    expect(sequences).toEqual([2, 2, 2])
  })

  test('a booked interview cancels it for everyone, until its start', async () => {
    const interview = await propose()
    await pick(interview)
    const [{ ics: invited } = { ics: null }] = (await mailed()).slice(1)
    expect((await answer(interview.id, 'decline')).status).toBe(200)
    const mails = await mailed()
    // One email to each.
    expect(mails.map(({ to }) => to).sort()).toEqual(everyone)
    for (const { ics } of mails)
      expect(ics).toMatchObject({
        method: 'CANCEL',
        uid: invited?.uid,
        sequence: 1,
        status: 'CANCELLED',
      })
    expect(
      mails.map(({ subject }) => subject).filter((one) => /^The candidate/.test(one)),
    ).toHaveLength(2)
    expect((await state(interview.id)).sequence).toBe(1)
    const begun = await propose()
    await pick(begun)
    await w.db.run(sql`update interviews set time = ${hours(-1)} where id = ${begun.id}`)
    const late = await answer(begun.id, 'decline')
    expect([late.status, late.body.error]).toMatchObject([409, /already begun/])
  })

  test.each([['x'.repeat(2001)], ['a\u0000b'], [5]])('refuses the words %j', async (text) => {
    const interview = await propose()
    const { status, body } = await answer(interview.id, 'decline', { text })
    expect([status, body.details[0].path]).toEqual([400, ['text']])
  })
})

describe('what happened', () => {
  test('is in the activity, in the candidate’s export and in the audit trail', async () => {
    const interview = await propose()
    await pick(interview)
    await answer(interview.id, 'decline')
    await rita.send('PUT', at(interview.id), { times: [hours(99)], user_ids: [ids.rita] })
    await rita.send('PUT', at(interview.id), { times: [hours(99)] })
    await rita.send('PUT', at(interview.id), { minutes: 60, place: 'Quay 4' })
    await rita.send('PUT', at(interview.id), { minutes: 60 })
    await rita.send('DELETE', at(interview.id))
    const { body } = await rita.get(`/applications/${id}/activity`)
    const kinds = body
      .filter(({ kind }: { kind: string }) => kind.startsWith('interview'))
      .map(({ kind, by }: never) => [kind, by])
    expect(kinds.reverse()).toEqual([
      ['interview_proposed', 'Rita Reviewer'],
      ['interview_booked', 'the candidate'],
      ['interview_declined', 'the candidate'],
      ['interview_changed', 'Rita Reviewer'],
      ['interview_changed', 'Rita Reviewer'],
      ['interview_canceled', 'Rita Reviewer'],
    ])
    const details = body.flatMap(({ changed, time }: { changed?: string[]; time?: string }) =>
      changed ? [changed] : time ? [time] : [],
    )
    expect(details.reverse()).toEqual([
      interview.times[0],
      ['times', 'people'],
      ['length', 'place'],
    ])
    const [recorded] = (await (await w.as('ada')).get('/audit?action=interview.changed')).body
    expect(recorded.detail).toEqual({ changed: 'length, place' })
    const zip = await w.visitor.raw(`/candidate/${token}/export`)
    expect(Buffer.from(await zip.arrayBuffer()).toString('latin1')).toContain('interviews.json')
  })
})
