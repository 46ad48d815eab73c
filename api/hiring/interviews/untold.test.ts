import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#api/core/links/password-links.ts'
import { candidateLinks } from '#db/schema.ts'
import { interviewsWorld } from '#scripts/testing/fixtures/interviews.ts'
import type { Person } from '#scripts/testing/world.ts'

const { reset, w, hours, mailed, endLater } = await interviewsWorld()
let rita: Person
let job: number

type Twin = { id: number; token: string }
/** The first stays undecided, of the second the candidate is not told that it is rejected. */
let twins: [Twin, Twin]

const created = '2026-11-02T09:00:00.000Z'

async function twin(token: string): Promise<Twin> {
  const id = await w.newApplication(job, { email: `${token[0]}@example.org`, created_at: created })
  await w.db.insert(candidateLinks).values({ id: hashToken(token), application_id: id })
  await w.db.run(sql`update applications set public_id = ${token.slice(0, 16)},
    reference = ${token.slice(0, 6)}, candidate_updated_at = ${created} where id = ${id}`)
  return { id, token }
}

beforeEach(async () => {
  ;({ rita, job } = await reset())
  twins = [await twin('a'.repeat(43)), await twin('b'.repeat(43))]
})

const both = async <T>(act: (one: Twin) => Promise<T>) =>
  [await act(twins[0]), await act(twins[1])] as const

/** What must differ: names of the twins, ids, and when each of them was written. */
const masked = (body: unknown) =>
  JSON.stringify(body, (name, value) =>
    ['id', 'message_id', 'created_at', 'at', 'sent_at'].includes(name) && value !== created
      ? name
      : value,
  )
    .replace(/(a{6,}|b{6,})/g, 'token')
    .replace(/[ab]@example/g, 'x@example')

/** All that the candidate gets to see, with the status of each answer. */
async function seen({ token }: Twin) {
  const read = (path: string) => w.visitor.get(`/candidate/${token}${path}`)
  const { body } = await read('')
  const exported = await w.visitor.raw(`/candidate/${token}/export`)
  const { updated_at, ...application } = body
  return masked([application, (await read('/messages')).body, exported.status])
}

/** Whether the candidate’s page changed since it was read. */
const version = async ({ token }: Twin) =>
  (await w.visitor.get(`/candidate/${token}`)).body.updated_at

async function ok<T extends { status: number; body: unknown }>(answer: Promise<T>) {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.closeTo(200, -1), body])
  return { status, body: body as { id: number }[] & { id: number } }
}
const propose = ({ id }: Twin, at: number) =>
  staff('POST', `/applications/${id}/interviews`, {
    times: [hours(at), hours(at + 1)],
    minutes: 30,
    place: 'Main street 1',
  })
/** Twins don't take each other's times. */
const own = (one: Twin) => (one === twins[0] ? 48 : 72)
const atOneTime = (text: string) =>
  text.replace(/"(times?|time)":(\[[^\]]*\]|"[^"]*")/g, '"$1":"…"')
const staff = (method: string, path: string, json?: object) => ok(rita.send(method, path, json))
const call = ({ token }: Twin, path: string, json: object = {}) =>
  ok(w.visitor.send('POST', `/candidate/${token}${path}`, json))

const hangs: Record<string, (one: Twin) => Promise<unknown>> = {
  nothing: async () => {},
  'a proposed interview': (one) => propose(one, own(one)),
  'a booked interview': async (one) => {
    const { body } = await propose(one, own(one))
    return call(one, `/interviews/${body.id}/pick`, { time: hours(own(one)) })
  },
  'a declined interview': async (one) => {
    const { body } = await propose(one, own(one))
    return call(one, `/interviews/${body.id}/decline`, { text: 'No' })
  },
  'a canceled interview': async (one) => {
    const { body } = await propose(one, own(one))
    return staff('DELETE', `/applications/${one.id}/interviews/${body.id}`)
  },
  'an interview that took place': async (one) => {
    await w.db.run(sql`insert into interviews (application_id, state, time, minutes, place, uid, proposed_name)
      values (${one.id}, 'booked', ${created}, 30, 'Main street 1', ${`${one.id}@x`}, 'Rita')`)
  },
  'an open request for a file': (one) =>
    staff('POST', `/applications/${one.id}/document-requests`, {
      name: 'Certificate',
      kind: 'document',
    }),
  'messages of both': async (one) => {
    await staff('POST', `/applications/${one.id}/messages`, { text: 'Hello' })
    await call(one, '/messages', { text: 'Hello too' })
  },
  'an email': (one) =>
    staff('POST', `/applications/${one.id}/email`, { subject: 'Hello', body: '<p>Hi</p>' }),
  'a step': async (one) => {
    await w.db.run(sql`insert or ignore into hiring_steps (id, place, name, status)
      values (900, 0, 'Phone call', 'pending')`)
    return staff('PUT', `/applications/${one.id}`, { step_id: 900 })
  },
}

const untold: Record<string, (one: Twin) => Promise<unknown>> = {
  'silently rejected': ({ id }) =>
    staff('PUT', `/applications/${id}`, { status: 'rejected', tell: 'never' }),
  'rejected, to be told later': ({ id }) =>
    staff('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' }),
  'silently rejected as one of many': ({ id }) =>
    w.db.run(sql`update applications set status = 'rejected',
      reviewed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = ${id}`),
  'silently shortlisted': ({ id }) =>
    staff('PUT', `/applications/${id}`, { status: 'shortlisted', tell: 'never' }),
}

describe.each(Object.entries(untold))('an application that is %s', (_, decide) => {
  test.each(Object.entries(hangs))('looks like an undecided one, with %s', async (_, hang) => {
    await both(hang)
    await mailed()
    const before = await both(seen)
    const versions = await both(version)
    expect(atOneTime(before[1])).toBe(atOneTime(before[0]))
    await decide(twins[1])
    await mailed()
    expect(await seen(twins[1])).toBe(before[1])
    expect(await both(version)).toEqual(versions)
    // What both do is answered alike.
    const answers = await both(async (one) => [
      (await call(one, '/messages', { text: 'One more' })).status,
      (await w.visitor.send('PUT', `/candidate/${one.token}`, { phone: '+353 85 123 4567' }))
        .status,
    ])
    expect(answers[1]).toEqual(answers[0])
  })
})

test('of a silent rejection the candidate sees, once Undo is over, only that the interview ended', async () => {
  const interviews: [string, (one: Twin) => Promise<unknown>][] = Object.entries(hangs).filter(
    ([name]) => /proposed|booked/.test(name),
  )
  for (const [, hang] of interviews) await both(hang)
  await mailed()
  await untold['silently rejected']?.(twins[1])
  expect(await endLater()).toBe(2)
  const strip = (text: string) =>
    atOneTime(text)
      .replaceAll('"state":"canceled"', '"state":"…"')
      .replace(/"state":"(proposed|booked)"/g, '"state":"…"')
      .replace(/"can_answer":(true|false)/g, '"can_answer":"…"')
      .replace(/,\{[^{}]*"interview_canceled"[^{}]*\}/g, '')
  const [undecided, rejected] = await both(seen)
  expect(strip(rejected)).toBe(strip(undecided))
  expect(rejected).not.toBe(undecided)
  // As if staff had canceled both of them.
  const { body } = await rita.get(`/applications/${twins[0].id}/interviews`)
  for (const { id } of body) await staff('DELETE', `/applications/${twins[0].id}/interviews/${id}`)
  const mails = await mailed()
  const [own, theirs] = ['a@example.org', 'b@example.org'].map((address) =>
    mails
      .filter(({ to }) => to === address)
      .map(({ subject, text }) => [subject, text.replace(/(January|[A-Z][a-z]+day)\S* .*/g, '…')])
      .sort(),
  )
  expect(theirs?.map(([subject]) => subject)).toEqual(own?.map(([subject]) => subject))
  expect(atOneTime((await both(seen))[1])).toBe(atOneTime((await both(seen))[0]))
})
