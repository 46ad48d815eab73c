import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { givenTag } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import {
  type About,
  type InterviewMails,
  interviewMails,
} from '#api/core/letters/interview-mails.ts'
import type { Env } from '#api/core/route/context.ts'
import { applications, jobs, now, interviews as table, touched } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { changedParts } from './changed-parts.ts'
import type { interviewChange } from './contract.ts'
import { refuseClosed, refusePeople, refuseTimes, refuseTooMany } from './refusals.ts'
import { attendees, isOpen, type Loaded, loadForMail, parties } from './rows.ts'
import { setPeople, setTimes } from './statements.ts'
import { offeredTimes } from './taken.ts'
import { interviewOf, loadApplication, loadOne, missing, unrecorded } from './target.ts'

/** Why staff can no longer change or cancel it; undefined if they can. */
function whyFinal({ state, is_over }: Loaded) {
  if (state === 'canceled') return 'This interview was canceled. Propose a new one.'
  if (state === 'booked' && is_over) return 'This interview has already begun'
  return undefined
}

/** The interview in the path, if it is the one that the change is based on. Throws 404 and 409. */
async function loadFor(c: Context<Env>, updated_at: string | undefined) {
  const { db } = c.var
  const which = interviewOf(c)
  const before = orNotFound(await loadForMail(db, which), missing)
  const { application_id: id, first_name, last_name } = before
  c.set('auditTarget', { id, first_name, last_name })
  const base = updated_at ?? givenTag(c)?.replaceAll('"', '')
  if (base !== undefined && base !== before.updated_at) throw stale(await loadOne(c.var, which))
  return { which, before }
}

/** Batch statements: the emails that cancel what is booked. */
async function canceling({ var: { db } }: Context<Env>, mails: InterviewMails, before: Loaded) {
  const user_ids = before.people.map(({ id }) => id)
  const invited = await attendees(db, user_ids, before.job_id)
  return mails.cancel({ ...before, user_ids, attendees: invited })
}

/** SQL: nobody has changed the interview since, and its application may still be interviewed. */
const unmoved = ({ id, updated_at }: Loaded, more = sql`1`) => sql`exists (
  select 1 from ${table} join ${applications} on ${applications.id} = ${table.application_id}
  join ${jobs} on ${jobs.id} = ${applications.job_id}
  where ${table.id} = ${id} and ${table.updated_at} = ${updated_at} and ${more}
    and (${table.state} <> 'booked' or ${table.time} > ${now}))`

export async function change(c: Context<Env>, given: z.output<typeof interviewChange>) {
  const { db } = c.var
  const { which, before } = await loadFor(c, given.updated_at)
  const { job_id, application_id } = before
  refuseClosed(await loadApplication(c))
  const final = whyFinal(before)
  if (final) throw new Problem(409, final)
  const idsBefore = before.people.map(({ id }) => id)
  const { minutes = before.minutes, place = before.place, user_ids = idsBefore } = given
  refuseTimes(given.times ?? [], before.time)
  // What was offered earlier may have passed since.
  const isAhead = (time: string) => Date.parse(time) > Date.now() || time === before.time
  const ahead = before.times.filter(isAhead)
  const times = [...(given.times ?? ahead)].sort()
  if (!times.length)
    throw Problem.field(400, 'times', 'The proposed times have passed. Propose others.')
  const staysBooked = before.state === 'booked' && times.includes(before.time ?? '')
  const changed = changedParts(
    { ...before, offered: ahead, staysBooked },
    { times, minutes, place, user_ids },
  )
  if (!changed.length) return unrecorded(c, await loadOne(c.var, which))
  c.set('auditDetail', { changed: changed.join(', ') })
  const removed = await parties(
    db,
    idsBefore.filter((id) => !user_ids.includes(id)),
  )
  await refusePeople(db, user_ids, job_id, idsBefore)
  await refuseTooMany(c, application_id)
  const mails = await interviewMails(c.var)
  const wasBooked = before.state === 'booked'
  // The cancellation takes the number between.
  const sequence = before.sequence + (wasBooked && !staysBooked ? 2 : 1)
  const offered = await offeredTimes(c.var, times, { ...before, minutes, user_ids })
  const about: About = {
    ...before,
    minutes,
    place,
    times: offered,
    sequence,
    time: staysBooked ? before.time : null,
    attendees: await attendees(db, user_ids, job_id),
  }
  const calendar = { method: 'REQUEST', sequence } as const
  const interview = sql`${before.id}`
  const [staying, added] = [true, false].map((was) =>
    user_ids.filter((id) => idsBefore.includes(id) === was),
  )
  const queued = staysBooked
    ? [
        mails.toCandidate('updated', about, { calendar, changed }),
        mails.toStaff('updated', about, staying ?? [], { calendar }),
        mails.toStaff('booked', about, added ?? [], { calendar }),
        mails.toRemoved(about, removed),
      ]
    : changed.join() === 'people'
      ? []
      : [mails.toCandidate('changed', about, { changed })]
  const written = await writeIf(db, unmoved(before, isOpen), [
    ...(wasBooked && !staysBooked ? await canceling(c, mails, before) : []),
    db
      .update(table)
      .set({
        state: staysBooked ? 'booked' : 'proposed',
        minutes,
        place,
        sequence,
        ...(staysBooked ? {} : { time: null, answered_at: null, reply: null, reminded_at: null }),
        updated_at: touched(table.updated_at),
      })
      .where(sql`${table.id} = ${before.id}`),
    ...setTimes(db, interview, times),
    ...setPeople(db, interview, user_ids, job_id),
    ...queued,
  ])
  if (!written) throw stale(await loadOne(c.var, which))
  return loadOne(c.var, which)
}

/** Cancels the interview; again changes nothing. */
export async function cancel(c: Context<Env>) {
  const { db } = c.var
  const { which, before } = await loadFor(c, undefined)
  if (before.state === 'canceled') return unrecorded(c, undefined)
  const final = whyFinal(before)
  if (final) throw new Problem(409, final)
  const mails = await interviewMails(c.var)
  const about = { ...before, attendees: [] }
  const written = await writeIf(db, unmoved(before), [
    db
      .update(table)
      .set({
        state: 'canceled',
        sequence: before.sequence + 1,
        updated_at: touched(table.updated_at),
      })
      .where(sql`${table.id} = ${before.id}`),
    ...(before.state === 'booked' ? await canceling(c, mails, before) : []),
    ...(before.state === 'proposed' && before.is_active
      ? [mails.toCandidate('withdrawn', about)]
      : []),
  ])
  if (!written) throw stale(await loadOne(c.var, which))
}
