import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, auditEvents, hiringTeams, interviews, outbox, users } from '#db/schema.ts'
import { deliver } from '#scripts/testing/fixtures/deliver.ts'
import { type Name, type Person, world } from '#scripts/testing/world.ts'
import { hashToken } from '../links/password-links.ts'
import { removeLeavers } from './leavers.ts'

const w = await world({ publicUrl: 'https://bread.test' })
afterAll(() => w.remove())

const token = 'c'.repeat(43)
let rita: Person
let job: number
let id: number
let ids: Record<Name, number>

beforeEach(async () => {
  await w.reset()
  // The reset cancels what was booked.
  await w.db.delete(outbox)
  rita = await w.as('rita')
  const all = await w.db.select({ id: users.id, email: users.email }).from(users)
  ids = Object.fromEntries(all.map((one) => [one.email.split('@')[0], one.id])) as typeof ids
  job = await w.newJob({ title: 'Baker' })
  id = await w.newApplication(job)
  await w.db.run(
    sql`insert into candidate_links (id, application_id) values (${hashToken(token)}, ${id})`,
  )
})

const hours = (count: number) =>
  new Date(Math.ceil(Date.now() / 60_000) * 60_000 + count * 3_600_000).toISOString()
const proposal = (more: object = {}) => ({
  times: [hours(48), hours(72)],
  minutes: 45,
  place: 'Main street 1',
  user_ids: [ids.rita, ids.ada],
  ...more,
})
const at = (more: number | string = '') => `/applications/${id}/interviews${more && `/${more}`}`
const propose = async (more: object = {}, application = id) => {
  const { status, body } = await rita.send(
    'POST',
    `/applications/${application}/interviews`,
    proposal(more),
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const answer = (interview: number, verb: 'pick' | 'decline', json: object = {}) =>
  w.visitor.send('POST', `/candidate/${token}/interviews/${interview}/${verb}`, json)
const pick = (interview: { id: number; times: string[] }, which = 0) =>
  answer(interview.id, 'pick', { time: interview.times[which] })
const state = async (interview: number) =>
  (await w.db.select().from(interviews).where(eq(interviews.id, interview)))[0]!
const set = (values: Partial<typeof applications.$inferInsert>) =>
  w.db.update(applications).set(values).where(eq(applications.id, id))

/** The parts of a mailed calendar, as another parser reads them. */
function calendar(text: string) {
  expect(text).toMatch(/END:VCALENDAR\r\n$/)
  const parsed = new ICAL.Component(ICAL.parse(text))
  const found = parsed.getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(found)
  return {
    method: parsed.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    summary: event.summary,
    status: found.getFirstPropertyValue('status'),
    attendees: event.attendees.map((one) => String(one.getFirstValue()).toLowerCase()),
  }
}

/** Sends what waits, and returns who got what. */
async function mailed() {
  return (await deliver(w.db)).map(({ to, subject, text, calendar: file }) => ({
    to,
    subject,
    text,
    ics: file ? calendar(file) : null,
  }))
}

const everyone = ['ada@example.com', 'mira@example.org', 'rita@example.com']

describe('POST /applications/:id/interviews', () => {
  test('asks for a reply where no link is sent, to an address that staff entered', async () => {
    await w.db.update(applications).set({ given_email: 'mira@typo.org' })
    expect((await rita.get(`/applications/${id}`)).body.gets_links).toBe(false)
    await propose()
    const [mail] = await mailed()
    expect(mail?.text).toContain('Please reply to this email with the time that suits you')
    expect(mail?.text).not.toMatch(/private page|\/application\//)
  })

  test('is stored once, however often it is sent with its key', async () => {
    const send = async (json: object, key = 'k') => {
      const answer = await rita.raw(at(), {
        method: 'POST',
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
      return [answer.status, (await answer.json()).id]
    }
    const body = proposal()
    const answers = await Promise.all([1, 2, 3].map(() => send(body)))
    const [[status, first]] = answers as [[number, number]]
    expect(answers).toEqual([1, 2, 3].map(() => [201, first]))
    expect([status, await send(body)]).toEqual([201, [201, first]])
    expect(await mailed()).toHaveLength(1)
    const { body: happened } = await rita.get(`/applications/${id}/activity`)
    const kinds = happened.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'interview_proposed')).toHaveLength(1)
    expect((await send(body, 'other'))[1]).not.toBe(first)
    expect((await send({ ...body, minutes: 30 }))[1]).not.toBe(first)
    expect((await send(body, 'ö'))[0]).toBe(400)
  })

  test('proposes times, and emails the candidate a list of them with the private link', async () => {
    const { status, body } = await rita.send('POST', at(), proposal())
    expect([status, body]).toMatchObject([
      201,
      {
        application_id: id,
        state: 'proposed',
        time: null,
        minutes: 45,
        place: 'Main street 1',
        time_zone: 'UTC',
        user_ids: [ids.ada, ids.rita],
        conflicts: [],
        proposed_name: 'Rita Reviewer',
      },
    ])
    expect(body.times).toEqual(proposal().times)
    expect((await rita.get(at())).body).toEqual([body])
    const [mail, ...more] = await mailed()
    expect(more).toEqual([])
    expect([mail?.to, mail?.subject, mail?.ics]).toEqual([
      'mira@example.org',
      'Choose a time for your interview: Baker',
      null,
    ])
    expect(mail?.text).toMatch(/https:\/\/bread\.test\/application\/[\w-]{43}/)
    expect(mail?.text.match(/\(UTC\)/g)?.length).toBe(2)
    expect(mail?.text).toContain('45 minutes')
    const [, link] = /\/application\/([\w-]{43})/.exec(mail?.text ?? '') ?? []
    expect((await w.visitor.get(`/candidate/${link}`)).body.interviews).toMatchObject([
      { id: body.id, state: 'proposed', times: body.times, can_answer: true },
    ])
  })

  test('is by the caller alone without users', async () => {
    expect((await propose({ user_ids: undefined })).user_ids).toEqual([ids.rita])
  })

  test.each([
    [{ times: [] }, ['times'], 'Enter at least one time'],
    [
      { times: Array.from({ length: 11 }, (_, n) => hours(n + 1)) },
      ['times'],
      'Propose at most 10 times',
    ],
    [{ times: [hours(5), hours(5)] }, ['times', 1], 'This time is in the list already'],
    [{ times: [hours(5), hours(-1)] }, ['times', 1], 'This time has passed'],
    [{ times: [hours(24 * 400)] }, ['times', 0], 'Choose a time within a year'],
    [{ times: ['2027-01-12T09:00'] }, ['times', 0], /^Must be a time in UTC/],
    [{ minutes: 4 }, ['minutes'], /from 5 to 480$/],
    [{ minutes: 481 }, ['minutes'], /from 5 to 480$/],
    [{ minutes: 7.5 }, ['minutes'], /from 5 to 480$/],
    [{ place: ' ' }, ['place'], 'Enter a place or a video link'],
    [{ place: 'http://meet.test' }, ['place'], 'Use a link that starts with https://'],
    [{ place: 'x'.repeat(501) }, ['place'], /at most 500/],
    [{ user_ids: [] }, ['user_ids'], 'Choose at least one person'],
  ])('refuses %j', async (more, path, message) => {
    const { status, body } = await rita.send('POST', at(), proposal(more))
    expect([status, body.details]).toEqual([
      400,
      [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
    ])
    expect(await mailed()).toEqual([])
  })

  test('takes only people who may review the job', async () => {
    const refused = await rita.send('POST', at(), proposal({ user_ids: [ids.rita, ids.pam] }))
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [
        {
          path: ['user_ids', 1],
          message: 'This person can’t review applications for this job',
        },
      ],
    ])
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.pam })
    expect((await propose({ user_ids: [ids.pam] })).user_ids).toEqual([ids.pam])
    const names = (await rita.get(at('people'))).body.map((one: { id: number }) => one.id)
    expect(names).toEqual([ids.ada, ids.pam, ids.rita])
  })

  test('is refused once the candidate withdrew, was rejected or the job deleted', async () => {
    const refused = async () => {
      const { status, body } = await rita.send('POST', at(), proposal())
      return [status, body.error.split(',')[0]]
    }
    await set({ withdrawn_at: hours(0) })
    expect(await refused()).toEqual([409, 'The candidate has withdrawn'])
    await set({ withdrawn_at: null, status: 'rejected' })
    expect(await refused()).toEqual([409, 'This application is rejected'])
    await set({ status: 'selected' })
    await w.db.run(sql`update jobs set deleted_at = '2026-01-01T00:00:00.000Z'`)
    expect(await refused()).toEqual([409, 'This job was deleted'])
  })

  test('stops after many emails to one candidate', async () => {
    for (let n = 0; n < 20; n++) await propose()
    const { status, headers } = await rita.send('POST', at(), proposal())
    expect([status, headers.get('retry-after')]).toEqual([429, '3600'])
  })

  test('of a member of the hiring team works for their job only', async () => {
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo })
    const mo = await w.as('mo')
    expect((await mo.send('POST', at(), proposal({ user_ids: [ids.mo] }))).status).toBe(201)
    const other = await w.newApplication(await w.newJob())
    const elsewhere = `/applications/${other}/interviews`
    const theirs = await propose({}, other)
    for (const [method, path, json] of [
      ['GET', elsewhere, undefined],
      ['GET', `${elsewhere}/people`, undefined],
      ['POST', elsewhere, proposal()],
      ['PUT', `${elsewhere}/${theirs.id}`, { minutes: 30 }],
      ['DELETE', `${elsewhere}/${theirs.id}`, undefined],
      // Through the own application.
      ['PUT', at(theirs.id), { minutes: 30 }],
      ['DELETE', at(theirs.id), undefined],
    ] as const)
      expect([method, path, (await mo.send(method, path, json)).status]).toEqual([
        method,
        path,
        404,
      ])
  })
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
  ])('is refused once it is %s', async (_, end) => {
    const interview = await propose()
    await end()
    expect((await state(interview.id)).state).toBe('canceled')
    const { status, body } = await pick(interview)
    expect([status, body.error]).toMatchObject([409, /^This interview has been canceled/])
  })
})

describe('declining', () => {
  test('asks for other times, with words for whoever proposed them or takes part', async () => {
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

describe('the end of the application', () => {
  const book = async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    return interview
  }
  const canceled = async () =>
    (await mailed())
      .filter(({ ics }) => ics?.method === 'CANCEL')
      .map(({ to, ics }) => [to, ics?.sequence])
      .sort()

  test('ends what the list says about the next one that is booked', async () => {
    const listed = async () => (await rita.get('/applications')).body[0].interview_at
    const [later, sooner] = [await propose(), await propose()]
    expect(await listed()).toBe(null)
    await pick(later, 1)
    await pick(sooner)
    expect(await listed()).toBe(sooner.times[0])
    await w.db.run(sql`update interviews set time = ${hours(-1)} where id = ${sooner.id}`)
    expect(await listed()).toBe(later.times[1])
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    expect(await listed()).toBe(null)
  })

  test('by withdrawal or rejection cancels what is booked', async () => {
    await book()
    await w.visitor.send('POST', `/candidate/${token}/withdraw`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    await w.visitor.send('POST', `/candidate/${token}/undo-withdraw`)
    await book()
    await rita.send('POST', '/applications/bulk', {
      ids: [id],
      action: 'status',
      status: 'pending',
    })
    expect(await canceled()).toEqual([])
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', notes: '<p>No</p>' })
    // In which Undo stops them.
    const waits = await w.db.all<{ s: number }>(sql`
      select round((julianday(next_try_at) - julianday('now')) * 86400) as s from outbox
      where sent_at is null and calendar is not null`)
    expect(waits.map(({ s }) => s > 50 && s <= 60)).toEqual([true, true, true])
    await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['another status', () => rita.send('PUT', `/applications/${id}`, { status: 'shortlisted' })],
    ['undone as one of many', () => set({ status: 'pending' })],
  ])('by a rejection is taken back within a minute: %s', async (_, undo) => {
    const interview = await book()
    const proposed = await propose()
    const before = [await state(interview.id), await state(proposed.id)]
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    expect((await state(interview.id)).state).toBe('canceled')
    await undo()
    const after = [await state(interview.id), await state(proposed.id)]
    const place = ({ state, sequence, time }: (typeof before)[number]) => [state, sequence, time]
    expect(after.map(place)).toEqual(before.map(place))
    expect(await w.db.$count(outbox, sql`sent_at is null and calendar like '%CANCEL%'`)).toBe(0)
    // One that staff canceled stays so.
    await rita.send('DELETE', at(interview.id))
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await undo()
    expect((await state(interview.id)).state).toBe('canceled')
    expect((await state(proposed.id)).state).toBe('proposed')
  })

  test('by a rejection stays canceled once the emails may have left', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await w.db.run(sql`update applications set reviewed_at = ${hours(-1)}`)
    await w.db.run(sql`update interviews set updated_at = ${hours(-1)}`)
    await set({ status: 'pending' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection that an email tells later waits for that email', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    const reject = () =>
      rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
    expect((await reject()).body.is_telling).toBe(true)
    expect((await state(interview.id)).state).toBe('booked')
    expect(await mailed()).toEqual([])
    // Nothing shows on the private page, and it works as before.
    const shown = async () =>
      (await w.visitor.get(`/candidate/${token}`)).body.interviews.map(
        ({ state, can_answer }: { state: string; can_answer: boolean }) => [state, can_answer],
      )
    expect(await shown()).toEqual([
      ['proposed', true],
      ['booked', true],
    ])
    expect((await pick(proposed, 1)).status).toBe(200)
    await mailed()
    expect((await rita.send('POST', `/applications/${id}/take-back`)).status).toBe(200)
    expect((await state(interview.id)).state).toBe('booked')

    await reject()
    expect((await state(interview.id)).state).toBe('booked')
    await w.db.run(
      sql`update outbox set held_until = ${hours(-1)}, next_try_at = ${hours(-1)} where sent_at is null`,
    )
    expect((await mailed()).map(({ to, subject }) => [to, subject])).toEqual([
      ['mira@example.org', 'Your application for Baker'],
    ])
    expect(await canceled()).toEqual([...everyone, ...everyone].sort().map((to) => [to, 1]))
    expect(await shown()).toEqual([
      ['canceled', false],
      ['canceled', false],
    ])
  })

  test('by a deleted job waits a minute, in which the job and the interviews come back', async () => {
    const [interview, proposed] = [await book(), await propose()]
    await mailed()
    const ada = await w.as('ada')
    const places = async () => [(await state(interview.id)).state, (await state(proposed.id)).state]
    expect((await ada.send('DELETE', `/jobs/${job}`)).status).toBe(204)
    expect([await places(), await mailed()]).toEqual([['canceled', 'canceled'], []])
    expect((await ada.send('POST', `/trash/jobs/${job}/restore`)).status).toBe(200)
    expect(await places()).toEqual(['booked', 'proposed'])
    expect(await w.db.$count(outbox, sql`sent_at is null`)).toBe(0)
    await ada.send('DELETE', `/jobs/${job}`)
    await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
    expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    await w.db.run(sql`update jobs set deleted_at = ${hours(-1)}`)
    await ada.send('POST', `/trash/jobs/${job}/restore`)
    expect(await places()).toEqual(['canceled', 'canceled'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['withdrew', () => w.visitor.send('POST', `/candidate/${token}/withdraw`)],
    ['was rejected', () => set({ status: 'rejected' })],
  ])(
    'by a deleted job is not undone if the candidate %s before the job is restored',
    async (_, end) => {
      const interview = await book()
      const ada = await w.as('ada')
      await ada.send('DELETE', `/jobs/${job}`)
      await end()
      await ada.send('POST', `/trash/jobs/${job}/restore`)
      expect((await state(interview.id)).state).toBe('canceled')
      await w.db.run(sql`update outbox set next_try_at = ${hours(-1)} where sent_at is null`)
      expect(await canceled()).toEqual(everyone.map((to) => [to, 1]))
    },
  )

  test('by a rejection is not undone once the job is deleted', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await (await w.as('ada')).send('DELETE', `/jobs/${job}`)
    await set({ status: 'pending' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by a rejection that is undone leaves invitations that have not left yet', async () => {
    const interview = await propose()
    await mailed()
    await pick(interview)
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
    await rita.send('PUT', `/applications/${id}`, { status: 'pending' })
    expect((await mailed()).map(({ to, ics }) => [to, ics?.method]).sort()).toEqual(
      everyone.map((to) => [to, 'REQUEST']),
    )
  })

  test('by a rejection whose email is dropped comes at once', async () => {
    const interview = await book()
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
    expect((await state(interview.id)).state).toBe('booked')
    await rita.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'never' })
    expect((await state(interview.id)).state).toBe('canceled')
  })

  test('by deletion tells the interviewers without a name, and nothing else stays', async () => {
    const interview = await book()
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    const waiting = await w.db.select().from(outbox).where(sql`sent_at is null`)
    expect(waiting.map(({ to_address }) => to_address).sort()).toEqual([
      'ada@example.com',
      'rita@example.com',
    ])
    expect(JSON.stringify(waiting)).not.toMatch(/Mira|Ostergard|mira@/)
    expect(await canceled()).toEqual([
      ['ada@example.com', 1],
      ['rita@example.com', 1],
    ])
    expect(await w.db.$count(interviews)).toBe(0)
    for (const table of ['interview_times', 'interview_people'])
      expect(await w.db.all(sql`select * from ${sql.raw(table)}`)).toEqual([])
    expect((await pick(interview)).status).toBe(404)
  })

  test('leaves an interview that took place as it was', async () => {
    const interview = await book()
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    await set({ status: 'rejected' })
    expect((await state(interview.id)).state).toBe('booked')
    expect(await canceled()).toEqual([])
  })

  test('mails no interviewer who has lost the right to review', async () => {
    await book()
    await w.db.update(users).set({ permissions: [] }).where(eq(users.id, ids.rita))
    await w.db.update(users).set({ is_active: false }).where(eq(users.id, ids.ada))
    await w.visitor.send('POST', `/candidate/${token}/withdraw`)
    expect(await canceled()).toEqual([['mira@example.org', 1]])
  })
})

describe('an interviewer who can no longer review the job', () => {
  const release = () =>
    removeLeavers({
      db: w.db,
      mailFrom: 'a@b.c',
      publicUrl: 'https://bread.test',
      ownAddress: () => '',
    })
  const deactivate = (user_id: number) =>
    w.db.update(users).set({ is_active: false }).where(eq(users.id, user_id))

  test('leaves what is ahead and their calendar, and those who stay are told', async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    expect(await release()).toBe(0)
    await w.db.update(users).set({ permissions: [] }).where(eq(users.id, ids.rita))
    expect([await release(), await release()]).toEqual([1, 0])
    const mails = await mailed()
    expect(mails.map(({ to, subject, ics }) => [to, subject, ics?.method, ics?.attendees])).toEqual(
      [
        [
          'rita@example.com',
          'You no longer take part in an interview: Baker',
          'CANCEL',
          ['mailto:rita@example.com'],
        ],
        [
          'ada@example.com',
          expect.stringContaining('An interviewer can no longer take part'),
          undefined,
          undefined,
        ],
      ],
    )
    expect(mails[0]?.text).not.toContain('Mira')
    expect(mails[1]?.text).toContain('Rita Reviewer can no longer review this job.')
    const ada = await w.as('ada')
    const [shown] = (await ada.get(at())).body
    expect([shown.user_ids, shown.state]).toEqual([[ids.ada], 'booked'])
    // The numbers go on: those who stay get the next ones.
    expect((await ada.send('DELETE', at(interview.id))).status).toBe(204)
    expect((await mailed()).map(({ to, ics }) => [to, ics?.sequence]).sort()).toEqual([
      ['ada@example.com', 2],
      ['mira@example.org', 2],
    ])
  })

  test('was the last one: the owner of the job is told that there are none left', async () => {
    const interview = await propose({ user_ids: [ids.ada] })
    await pick(interview)
    await mailed()
    await w.db.insert(hiringTeams).values({ job_id: job, user_id: ids.mo, owner: true })
    await deactivate(ids.ada)
    expect(await release()).toBe(1)
    const mails = await mailed()
    expect(mails.map(({ to }) => to).sort()).toEqual(['mo@example.com', 'rita@example.com'])
    expect(mails[0]?.text).toContain('It has no interviewers left. Choose some, or cancel it.')
  })

  test('proposed it and was the only one: everyone who reviews all applications is told', async () => {
    await pick(await propose({ user_ids: [ids.rita] }))
    await mailed()
    await deactivate(ids.rita)
    expect(await release()).toBe(1)
    expect((await mailed()).map(({ to }) => to)).toContain('ada@example.com')
    const { body } = await (await w.as('ada')).get(`/applications/${id}/activity`)
    expect(body[0]).toMatchObject({ kind: 'interview_changed', by: '', changed: ['people'] })
  })

  test('gets the file also when a colleague is quicker', async () => {
    const interview = await propose()
    await pick(interview)
    await mailed()
    await w.db.update(users).set({ permissions: [], role: 'user' }).where(eq(users.id, ids.ada))
    await rita.send('PUT', at(interview.id), { user_ids: [ids.rita] })
    expect((await mailed()).map(({ to, ics }) => [to, ics?.method])).toContainEqual([
      'ada@example.com',
      'CANCEL',
    ])
  })

  test('stays in the list of one that took place or was canceled', async () => {
    const interview = await propose({ user_ids: [ids.ada] })
    await pick(interview)
    await w.db.run(sql`update interviews set time = ${hours(-1)}`)
    await rita.send('DELETE', at((await propose({ user_ids: [ids.ada] })).id))
    await deactivate(ids.ada)
    expect(await release()).toBe(0)
  })
})

describe('double booking', () => {
  test('warns, without the other application, and only of overlaps', async () => {
    const other = await w.newApplication(await w.newJob({ title: 'Quillfeather' }))
    const theirs = await propose({ times: [hours(48)], user_ids: [ids.ada] }, other)
    await w.db.run(sql`update candidate_links set application_id = ${other}`)
    expect((await propose()).conflicts).toEqual([])
    expect((await pick(theirs)).status).toBe(200)
    const next = new Date(Date.parse(hours(48)) + 45 * 60_000).toISOString()
    const { conflicts, times } = await propose({ times: [next, hours(48), hours(47.5)] })
    expect(conflicts).toEqual([
      { user_id: ids.ada, name: 'Ada Admin', time: hours(47.5) },
      { user_id: ids.ada, name: 'Ada Admin', time: hours(48) },
    ])
    expect(times).toHaveLength(3)
    const { body } = await rita.get(at('people'))
    expect(body.map(({ first_name, busy }: never) => [first_name, busy])).toEqual([
      ['Ada', [{ interview_id: null, time: hours(48), minutes: 45 }]],
      ['Rita', []],
    ])
    expect(JSON.stringify(body)).not.toContain('Quillfeather')
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

describe('mails', () => {
  test('that wait go to the address that the candidate changes to', async () => {
    await w.visitor.send('PUT', `/candidate/${token}`, { email: 'new@example.org' })
    const [confirmation] = await mailed()
    const [, link] = /\/application\/confirm\/([\w-]{43})/.exec(confirmation?.text ?? '') ?? []
    await propose()
    const to = async () =>
      (await w.db.select().from(outbox).where(eq(outbox.kind, 'interview'))).map(
        ({ to_address }) => to_address,
      )
    expect(await to()).toEqual(['mira@example.org'])
    expect((await w.visitor.send('POST', `/candidate/confirm/${link}`)).status).toBe(200)
    expect(await to()).toEqual(['new@example.org'])
  })

  test('to an address that staff entered carry no private link', async () => {
    await set({ given_email: 'other@example.org' })
    await propose()
    const [mail] = await mailed()
    expect(mail?.text).not.toContain('/application/')
  })

  test('state times in the company’s zone with its offset at that time', async () => {
    await w.db.run(
      sql`insert into settings (key, value, category) values ('site_time_zone', 'Asia/Kathmandu', 'jobs')`,
    )
    await propose()
    await w.db.run(sql`delete from settings where key = 'site_time_zone'`)
    const [mail] = await mailed()
    expect(mail?.text).toContain('(Asia/Kathmandu, UTC+05:45)')
  })
})
