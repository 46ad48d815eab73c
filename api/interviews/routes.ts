import { createHash, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import {
  applications,
  jobs,
  now,
  outbox,
  interviewPeople as peopleTable,
  interviews as table,
  interviewTimes as timesTable,
  touched,
  users,
} from '#db/schema.ts'
import { endTransactionUnless, isTransactionEnded } from '#db/transaction-guard.ts'
import { checkIdempotencyKey } from '../applications/submission.ts'
import { type Env, signedInUser } from '../context.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { fullName } from '../http/contract/text.ts'
import { givenTag, ifMatch } from '../http/if-match.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { idempotencyKey } from '../openapi/submission.ts'
import { reviews } from '../reviewers/scope.ts'
import { canReview, route } from '../route.ts'
import { changedParts } from './changed-parts.ts'
import { interviewerRow, interviewRow } from './contract/row.ts'
import { interviewChange, newInterview } from './contract.ts'
import {
  type About,
  cancellationOf,
  type Frame,
  mailFrame,
  queueToCandidate,
  queueToRemoved,
  queueToStaff,
  toCandidate,
  toStaff,
} from './mails.ts'
import {
  attendees,
  interviewers,
  isOpen,
  type Loaded,
  loadForMail,
  loadInterviews,
  maxInterviews,
  parties,
} from './rows.ts'

const missing = 'Interview not found'
const noApplication = 'Application not found'
const access = canReview('of the application')

/** Emails about interviews to the candidate of one application, in 24 hours. */
const maxMailsADay = 20
const maxAhead = 366 * 86_400_000

const inDays = (days: number) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T09:00:00.000Z`
}

/** The application with its job. Names it in the audit trail. */
async function loadApplication(c: Context<Env>) {
  const id = idOf(c, noApplication)
  const [found] = await c.var.db
    .select({
      application_id: applications.id,
      job_id: applications.job_id,
      job_title: jobs.title,
      first_name: applications.first_name,
      last_name: applications.last_name,
      email: applications.email,
      given_email: applications.given_email,
      withdrawn_at: applications.withdrawn_at,
      status: applications.status,
      deleted_at: jobs.deleted_at,
    })
    .from(applications)
    .innerJoin(jobs, sql`${jobs.id} = ${applications.job_id}`)
    .where(sql`${applications.id} = ${id}`)
  const row = orNotFound(found, noApplication)
  c.set('auditTarget', { id, first_name: row.first_name, last_name: row.last_name })
  return row
}

/** SQL: the interview in the path, of the application in the path. */
const interviewOf = (c: Context<Env>) =>
  sql`${table.id} = ${idOf(c, missing, 'interview_id')}
    and ${table.application_id} = ${idOf(c, missing)}`

const loadOne = async (db: Db, which: SQL) =>
  orNotFound((await loadInterviews(db, which))[0], missing)

/** Throws 409 unless candidates of such an application are interviewed. */
function refuseClosed(row: {
  withdrawn_at: string | null
  status: string
  deleted_at: string | null
}) {
  if (row.withdrawn_at)
    throw new Problem(409, 'The candidate has withdrawn, so no interview can be proposed')
  if (row.status === 'rejected')
    throw new Problem(
      409,
      'This application is rejected, so no interview can be proposed. Change its status first.',
    )
  if (row.deleted_at)
    throw new Problem(409, 'This job was deleted, so no interview can be proposed')
}

/** Throws 409 when the application has as many interviews as it can have. */
async function refuseMore(db: Db, which: SQL) {
  if ((await db.$count(table, which)) >= maxInterviews)
    throw new Problem(409, `An application can have at most ${maxInterviews} interviews`)
}

/** Throws 400 for times that have passed or are too far ahead; `booked` may stay. */
function refuseTimes(times: readonly string[], booked?: string | null) {
  const details = times.flatMap((time, index) => {
    if (time === booked) return []
    const ahead = Date.parse(time) - Date.now()
    if (ahead > 0 && ahead <= maxAhead) return []
    const message = ahead <= 0 ? 'This time has passed' : 'Choose a time within a year'
    return [{ path: ['times', index], message }]
  })
  if (details[0]) throw new Problem(400, details[0].message, { details })
}

/** Throws 400 for those who may not review the job; those in `before` may stay. */
async function refusePeople(
  db: Db,
  ids: readonly number[],
  job: number,
  before: readonly number[] = [],
) {
  const known = new Set([...(await attendees(db, ids, job)).map(({ id }) => id), ...before])
  const message = 'This person can’t review applications for this job'
  const details = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: ['user_ids', index], message }],
  )
  if (details.length) throw new Problem(400, message, { details })
}

/** Throws 429 after too many emails to the candidate of this application, or from this person. */
async function refuseTooMany(c: Context<Env>, application: number) {
  const sent = await c.var.db.$count(
    outbox,
    sql`${outbox.application_id} = ${application} and ${outbox.kind} = 'interview'
      and ${outbox.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')`,
  )
  if (sent >= maxMailsADay)
    throw new Problem(
      429,
      'This candidate has had many emails about interviews today. Nothing was changed; please try again tomorrow.',
      { headers: { 'Retry-After': '3600' } },
    )
  await c.var.limits.email(signedInUser(c).id)
}

/** Batch statements: who takes part, of those who may review the job now or already did. */
const setPeople = (db: Db, interview: SQL, ids: readonly number[], job: number) => {
  const list = JSON.stringify(ids)
  return [
    db.run(sql`delete from ${peopleTable} where interview_id = ${interview}
      and user_id not in (select value from json_each(${list}))`),
    db.run(sql`
      insert or ignore into ${peopleTable} (interview_id, user_id)
      select ${interview}, ${users.id} from ${users}
      where ${users.id} in (select value from json_each(${list}))
        and ${users.is_active} = 1 and ${reviews(sql`${job}`)}`),
  ]
}

const setTimes = (db: Db, interview: SQL, times: readonly string[]) => [
  db.run(sql`delete from ${timesTable} where interview_id = ${interview}`),
  db.run(sql`
    insert into ${timesTable} (interview_id, time)
    select ${interview}, value from json_each(${JSON.stringify(times)})`),
]

/** The event's UID; the same for a repeat of the person's request with its Idempotency-Key. */
function uidOf(c: Context<Env>, { domain }: Frame, ...sent: unknown[]) {
  const header = c.req.header('idempotency-key')
  checkIdempotencyKey(header)
  if (!header) return `${randomUUID()}@${domain}`
  const hash = createHash('sha256').update(JSON.stringify([signedInUser(c).id, header, ...sent]))
  return `${hash.digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')}@${domain}`
}

/** An answer to a call that changed nothing: without an entry in the history. */
function unrecorded<Answer>(c: Context<Env>, answer: Answer) {
  c.set('actionOnSuccess', undefined)
  return answer
}

async function propose(c: Context<Env>, given: z.output<typeof newInterview>) {
  const { db } = c.var
  const me = signedInUser(c)
  const application = await loadApplication(c)
  const { application_id, job_id } = application
  const frame = await mailFrame(c.var)
  const uid = uidOf(c, frame, application_id, given)
  const which = sql`${table.application_id} = ${application_id}`
  const own = sql`${which} and ${table.uid} = ${uid}`
  const repeated = async () => (await loadInterviews(db, own))[0]
  const earlier = await repeated()
  if (earlier) return unrecorded(c, earlier)
  const { minutes, place, times, user_ids = [me.id] } = given
  refuseClosed(application)
  refuseTimes(times)
  await refusePeople(db, user_ids, job_id)
  await refuseMore(db, which)
  await refuseTooMany(c, application_id)
  const about: About = {
    ...application,
    uid,
    sequence: 0,
    time: null,
    times: [...times].sort(),
    minutes,
    place,
    attendees: await attendees(db, user_ids, job_id),
  }
  const added = sql`(select id from ${table} where uid = ${uid})`
  const still = sql`exists (
    select 1 from ${applications} join ${jobs} on ${jobs.id} = ${applications.job_id}
    where ${applications.id} = ${application_id} and ${isOpen})
    and (select count(*) from ${table} where ${which}) < ${maxInterviews}
    and not exists (select 1 from ${table} where ${own})`
  try {
    await db.batch([
      endTransactionUnless(db, sql`(${still})`),
      db.insert(table).values({
        application_id,
        minutes,
        place,
        uid,
        proposed_by: me.id,
        proposed_name: fullName(me),
      }),
      ...setTimes(db, added, times),
      ...setPeople(db, added, user_ids, job_id),
      queueToCandidate(db, frame, about, toCandidate(frame, 'proposed', about)),
    ])
  } catch (error) {
    if (!isTransactionEnded(error)) throw error
    const same = await repeated()
    if (same) return unrecorded(c, same)
    refuseClosed(await loadApplication(c))
    await refuseMore(db, which)
    throw error
  }
  return loadOne(db, own)
}

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
  if (base !== undefined && base !== before.updated_at) throw stale(await loadOne(db, which))
  return { which, before }
}

/** SQL: nobody has changed the interview since, and its application may still be interviewed. */
const unmoved = ({ id, updated_at }: Loaded, more = sql`1`) => sql`exists (
  select 1 from ${table} join ${applications} on ${applications.id} = ${table.application_id}
  join ${jobs} on ${jobs.id} = ${applications.job_id}
  where ${table.id} = ${id} and ${table.updated_at} = ${updated_at} and ${more}
    and (${table.state} <> 'booked' or ${table.time} > ${now}))`

async function change(c: Context<Env>, given: z.output<typeof interviewChange>) {
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
  const offered = before.times.filter(isAhead)
  const times = [...(given.times ?? offered)].sort()
  if (!times.length)
    throw Problem.field(400, 'times', 'The proposed times have passed. Propose others.')
  const staysBooked = before.state === 'booked' && times.includes(before.time ?? '')
  const changed = changedParts(
    { ...before, offered, staysBooked },
    { times, minutes, place, user_ids },
  )
  if (!changed.length) return unrecorded(c, await loadOne(db, which))
  c.set('auditDetail', { changed: changed.join(', ') })
  const removed = await parties(
    db,
    idsBefore.filter((id) => !user_ids.includes(id)),
  )
  await refusePeople(db, user_ids, job_id, idsBefore)
  await refuseTooMany(c, application_id)
  const frame = await mailFrame(c.var)
  const wasBooked = before.state === 'booked'
  // The trigger's cancellation takes the number between.
  const sequence = before.sequence + (wasBooked && !staysBooked ? 2 : 1)
  const about: About = {
    ...before,
    minutes,
    place,
    times,
    sequence,
    time: staysBooked ? before.time : null,
    attendees: await attendees(db, user_ids, job_id),
  }
  const request = { method: 'REQUEST', sequence } as const
  const interview = sql`${before.id}`
  const mails = staysBooked
    ? [
        queueToCandidate(db, frame, about, toCandidate(frame, 'updated', about, request)),
        ...(['updated', 'booked'] as const).map((what) =>
          queueToStaff(
            db,
            frame,
            about,
            user_ids.filter((id) => idsBefore.includes(id) === (what === 'updated')),
            toStaff(frame, what, about, { calendar: request }),
          ),
        ),
        queueToRemoved(db, frame, about, removed),
      ]
    : changed.join() === 'people'
      ? []
      : [queueToCandidate(db, frame, about, toCandidate(frame, 'changed', about))]
  try {
    await db.batch([
      endTransactionUnless(db, unmoved(before, isOpen)),
      // Before the people: the trigger tells those of before.
      db
        .update(table)
        .set({
          state: staysBooked ? 'booked' : 'proposed',
          minutes,
          place,
          sequence,
          ...(staysBooked
            ? { cancellation: cancellationOf(frame, about) }
            : {
                time: null,
                cancellation: null,
                answered_at: null,
                reply: null,
                reminded_at: null,
              }),
          updated_at: touched(table.updated_at),
        })
        .where(sql`${table.id} = ${before.id}`),
      ...setTimes(db, interview, times),
      ...setPeople(db, interview, user_ids, job_id),
      ...mails,
    ])
  } catch (error) {
    if (!isTransactionEnded(error)) throw error
    throw stale(await loadOne(db, which))
  }
  return loadOne(db, which)
}

/** Cancels the interview; again changes nothing. */
async function cancel(c: Context<Env>) {
  const { db } = c.var
  const { which, before } = await loadFor(c, undefined)
  if (before.state === 'canceled') {
    c.set('actionOnSuccess', undefined)
    return
  }
  const final = whyFinal(before)
  if (final) throw new Problem(409, final)
  const frame = await mailFrame(c.var)
  const about = { ...before, attendees: [] }
  try {
    await db.batch([
      endTransactionUnless(db, unmoved(before)),
      // A trigger tells everyone of one that was booked.
      db
        .update(table)
        .set({
          state: 'canceled',
          sequence: before.sequence + 1,
          updated_at: touched(table.updated_at),
        })
        .where(sql`${table.id} = ${before.id}`),
      ...(before.state === 'proposed' && before.is_active
        ? [queueToCandidate(db, frame, about, toCandidate(frame, 'withdrawn', about))]
        : []),
    ])
  } catch (error) {
    if (!isTransactionEnded(error)) throw error
    throw stale(await loadOne(db, which))
  }
}

const example = { times: [inDays(7), inDays(8)], minutes: 45, place: 'Video call', user_ids: [2] }

/** Below `/applications`. */
export const interviews = new Hono<Env>()

  .get(
    '/:id/interviews',
    route(
      {
        summary: 'List the interviews of an application',
        access,
        answers: { 200: interviewRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { application_id } = await loadApplication(c)
        return c.json(
          await loadInterviews(c.var.db, sql`${table.application_id} = ${application_id}`),
        )
      },
    ),
  )

  .get(
    '/:id/interviews/people',
    route(
      {
        summary: 'List who can take part in an interview, and when they are busy',
        description: 'Busy are those with another interview booked, also about another job.',
        access,
        answers: { 200: interviewerRow.array(), 404: 'refused' },
      },
      async (c) => c.json(await interviewers(c.var.db, await loadApplication(c))),
    ),
  )

  .post(
    '/:id/interviews',
    route(
      {
        summary: 'Propose times for an interview',
        description: 'The candidate is emailed, and picks one on the private page.',
        access,
        headers: idempotencyKey,
        json: { schema: newInterview, example },
        answers: { 201: interviewRow, 404: 'refused', 409: 'refused', 429: 'refused' },
        audit: 'interview.proposed',
      },
      async (c) => c.json(await propose(c, c.req.valid('json')), 201),
    ),
  )

  .put(
    '/:id/interviews/:interview_id',
    route(
      {
        summary: 'Change an interview',
        description:
          'While the picked time stays among the times, a booked one stays booked, and everyone gets an update; otherwise the candidate picks again. If-Match takes its `updated_at` in quotes.',
        access,
        headers: ifMatch,
        json: {
          schema: interviewChange,
          example: { minutes: 60 },
          readOnly: Object.keys(interviewRow.shape).filter(
            (name) => !(name in interviewChange.shape),
          ),
        },
        answers: {
          200: interviewRow,
          404: 'refused',
          409: conflictWith(interviewRow),
          429: 'refused',
        },
        audit: 'interview.changed',
      },
      async (c) => c.json(await change(c, c.req.valid('json'))),
    ),
  )

  .delete(
    '/:id/interviews/:interview_id',
    route(
      {
        summary: 'Cancel an interview',
        description: 'It stays in the list as canceled. Everyone who was invited is emailed.',
        access,
        headers: ifMatch,
        answers: { 204: null, 404: 'refused', 409: conflictWith(interviewRow) },
        audit: 'interview.canceled',
      },
      async (c) => {
        await cancel(c)
        return c.body(null, 204)
      },
    ),
  )
