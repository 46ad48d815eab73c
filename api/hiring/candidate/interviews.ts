import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { interviewMails } from '#api/core/letters/interview-mails.ts'
import type { Env } from '#api/core/route/context.ts'
import {
  applications,
  interviewPeople,
  interviewTimes,
  jobs,
  now,
  interviews as table,
  touched,
} from '#db/schema.ts'
import { untilWritten, writeIf } from '#db/write-if.ts'
import {
  attendees,
  isAnswerable,
  type Loaded,
  loadForMail,
  withoutBusy,
} from '../interviews/rows.ts'
import { isTaken } from '../interviews/taken.ts'
import { linked, loadLinked, note, words } from './access.ts'

async function loadLinkedInterview(c: Context<Env>, which: SQL) {
  const id = idOf(c, words().unknownInterview)
  const condition = sql`${table.id} = ${id} and ${table.application_id} in ${which}`
  return orNotFound(await loadForMail(c.var.db, condition), words().unknownInterview)
}

/** SQL: the interview is as it was read, and can still be answered. */
const unmoved = ({ id, updated_at }: Loaded, more = sql`1`) => sql`exists (
  select 1 from ${table} join ${applications} on ${applications.id} = ${table.application_id}
  join ${jobs} on ${jobs.id} = ${applications.job_id}
  where ${table.id} = ${id} and ${table.updated_at} = ${updated_at} and ${isAnswerable} and ${more})`

const changedMeanwhile = () => new Problem(409, words().changedMeanwhile)

function refuseClosed({ state, is_ahead, is_active, is_ended }: Loaded) {
  if (state === 'canceled' || !is_active || (is_ahead && is_ended))
    throw new Problem(409, words().interviewEnded)
}

/** 409 for a time that can't be picked, with those that can. */
const refusedTime = (message: string, times: readonly string[]) =>
  new Problem(409, message, { details: [{ path: ['time'], message }], times })

/** Books the interview at this time and sends the invitations. The same time again changes nothing. */
export async function pick(c: Context<Env>, time: string) {
  const { db, log } = c.var
  const which = await linked(c)
  await untilWritten(async () => {
    const interview = await loadLinkedInterview(c, which)
    const { id, application_id, sequence, people, state } = interview
    if (state === 'booked' && interview.time === time) return true
    refuseClosed(interview)
    if (state === 'booked') throw new Problem(409, words().interviewBooked)
    if (state === 'declined') throw new Problem(409, words().interviewDeclined)
    const known = await c.var.busyCalendars.read(c.var, interview.calendars, 'candidate')
    const left = withoutBusy(interview.left, interview.minutes, known)
    if (!interview.times.includes(time)) throw refusedTime(words().timeNotProposed, left)
    if (!interview.free.includes(time)) throw refusedTime(words().timeTaken, left)
    if (!interview.left.includes(time)) throw refusedTime(words().timePassed, left)
    if (!left.includes(time)) throw refusedTime(words().timeTaken, left)
    const ids = people.map((person) => person.id)
    const [mails, invited] = await Promise.all([
      interviewMails(c.var),
      attendees(db, ids, interview.job_id),
    ])
    const about = { ...interview, time, attendees: invited }
    const calendar = { method: 'REQUEST', sequence } as const
    const proposed = sql`${table.state} = 'proposed' and ${time} > ${now} and exists (
      select 1 from ${interviewTimes} where interview_id = ${id} and time = ${time})
      and not ${isTaken({
        start: sql`${time}`,
        minutes: sql`${interview.minutes}`,
        application_id: sql`${application_id}`,
        people: sql`(select user_id from ${interviewPeople} where interview_id = ${id})`,
        except: sql`${id}`,
      })}`
    const written = await writeIf(db, unmoved(interview, proposed), [
      db
        .update(table)
        .set({
          state: 'booked',
          time,
          answered_at: now,
          reply: null,
          reminded_at: null,
          updated_at: touched(table.updated_at),
        })
        .where(sql`${table.id} = ${id}`),
      note(db, 'interview.booked', sql`${applications.id} = ${application_id}`, { time }),
      mails.toCandidate('booked', about, { calendar }),
      mails.toStaff('booked', about, ids, { calendar }),
    ])
    if (!written) return
    log.info({ application: application_id }, 'interview booked')
    return true
  }, changedMeanwhile)
  return loadLinked(c.var, which)
}

/** Asks for other times; a booked interview is canceled. Again changes nothing. */
export async function decline(c: Context<Env>, text: string | undefined) {
  const { db, log } = c.var
  const which = await linked(c)
  await untilWritten(async () => {
    const interview = await loadLinkedInterview(c, which)
    const { id, application_id, sequence, state, proposed_by, people } = interview
    const interviewers = people.map((person) => person.id)
    const isBooked = state === 'booked'
    if (state === 'declined') return true
    refuseClosed(interview)
    if (isBooked && interview.is_over) throw new Problem(409, words().interviewOver)
    const { toCandidate, toStaff } = await interviewMails(c.var)
    const reply = text || null
    const invited = await attendees(db, interviewers, interview.job_id)
    const about = { ...interview, attendees: isBooked ? invited : [] }
    const calendar = { method: 'CANCEL', sequence: sequence + 1 } as const
    const isInvited = proposed_by !== null && interviewers.includes(proposed_by)
    const proposer = proposed_by === null || isInvited ? [] : [proposed_by]
    const more = 'The attached file removes it from your calendar.'
    const mails = isBooked
      ? [
          toStaff('off', about, interviewers, { reply, calendar, more }),
          toStaff('off', about, proposer, { reply }),
          toCandidate('canceledByCandidate', about, { calendar }),
        ]
      : [toStaff('declined', about, [...interviewers, ...proposer], { reply })]
    const written = await writeIf(db, unmoved(interview), [
      db
        .update(table)
        .set({
          state: 'declined',
          reply,
          answered_at: now,
          sequence: sequence + 1,
          updated_at: touched(table.updated_at),
        })
        .where(sql`${table.id} = ${id}`),
      note(db, 'interview.declined', sql`${applications.id} = ${application_id}`),
      ...mails,
    ])
    if (!written) return
    log.info({ application: application_id }, 'interview declined')
    return true
  }, changedMeanwhile)
  return loadLinked(c.var, which)
}
