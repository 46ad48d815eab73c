import { asc, type SQL, sql } from 'drizzle-orm'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { jobOfFound, type Reviewer, reviewedBy, reviews } from '#api/core/reviewers/scope.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import type { InterviewState } from '#db/enums.ts'
import {
  applications,
  busyCalendars,
  interviewEndings,
  interviewPeople,
  interviews,
  interviewTimes,
  jobs,
  now,
  users,
} from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import {
  isBusy,
  type KnownHours,
  shownHours,
  type WithCalendars,
} from '../busy-calendars/busy-calendars.ts'
import { calendarsOf } from '../busy-calendars/rows.ts'
import {
  type CandidateInterview,
  candidateInterviewRow,
  type Interview,
  type Interviewer,
  interviewRow,
} from './contract/row.ts'
import { overlaps } from './contract/time.ts'
import { minutesRange } from './contract.ts'
import { isTaken } from './taken.ts'

/** Of one application; more are refused. */
export const maxInterviews = 50

/** SQL, with the application and its job: not withdrawn, and the job not deleted. */
const isActive = sql`(${applications.withdrawn_at} is null and ${jobs.deleted_at} is null)`

/** SQL, as `isActive`: interviews may be proposed. */
export const isOpen = sql`(${isActive} and ${applications.status} <> 'rejected')`

/** SQL: proposed, or booked and not begun. */
export const isAhead = sql`(${interviews.state} = 'proposed'
  or ${interviews.state} = 'booked' and ${interviews.time} > ${now})`

/** SQL: its end is planned. Until that is due, candidates must not notice. */
export const hasEnding = sql`exists (select 1 from ${interviewEndings}
  where ${interviewEndings.interview_id} = ${interviews.id})`

const isEnded = sql`(not ${isActive} or exists (select 1 from ${interviewEndings}
  where ${interviewEndings.interview_id} = ${interviews.id} and ${interviewEndings.due_at} <= ${now}))`

/** SQL, as `isActive`: the candidate can still answer. An unannounced rejection must not show. */
export const isAnswerable = sql`(${isAhead} and not ${isEnded})`

/** SQL for a column: a list that SQLite wrote as JSON. */
export const list = <T>(json: SQL) => json.mapWith((text: string) => JSON.parse(text) as T[])

export const timesOf = list<string>(sql`(select json_group_array(time) from (
  select time from ${interviewTimes} where interview_id = ${interviews.id} order by time))`)

/** Without those at which an interviewer or the candidate has another interview. */
const freeTimes = (more = sql`1`) =>
  list<string>(sql`(select json_group_array(time) from (
    select offered.time from ${interviewTimes} as offered
    where offered.interview_id = ${interviews.id} and ${more} and not ${isTaken({
      start: sql`offered.time`,
      minutes: sql`${interviews.minutes}`,
      application_id: sql`${interviews.application_id}`,
      people: sql`(select user_id from ${interviewPeople} where interview_id = ${interviews.id})`,
      except: sql`${interviews.id}`,
    })}
    order by offered.time))`)

const peopleOf = list<{ id: number; name: string }>(sql`(
  select json_group_array(json_object('id', id, 'name', first_name || ' ' || last_name)) from (
    select users.id, first_name, last_name from ${interviewPeople}
    join users on users.id = user_id where interview_id = ${interviews.id}
    order by first_name, last_name, users.id))`)

/** SQL for a column: the calendars of its interviewers. */
const calendarsOfPeople = calendarsOf(
  sql`select user_id from ${interviewPeople} where interview_id = ${interviews.id}`,
)

/** Those of the times at which nobody has something else in their own calendar. */
export const withoutBusy = (
  times: readonly string[],
  minutes: number,
  known: ReadonlyMap<number, KnownHours>,
): string[] => times.filter((time) => !isBusy(known.values(), time, minutes))

const { id, application_id, state, minutes, place, time, reply } = interviews
const shared = { id, application_id, state, minutes, place, time, reply, times: timesOf }

const endsAt = sql<string | null>`(select min(due_at) from ${interviewEndings}
  where interview_id = ${interviews.id})`

/** The interviews that `which` selects, in the order in which they were proposed. */
export async function loadInterviews(services: WithCalendars, which: SQL): Promise<Interview[]> {
  const { db } = services
  const [rows, time_zone] = await Promise.all([
    db
      .select({
        ...columnsOf(interviews, interviewRow),
        times: timesOf,
        people: peopleOf,
        ends_at: endsAt,
        calendars: calendarsOfPeople,
        candidate: sql<string>`${applications.first_name} || ' ' || ${applications.last_name}`,
      })
      .from(interviews)
      .innerJoin(applications, sql`${applications.id} = ${interviews.application_id}`)
      .where(which)
      .orderBy(asc(interviews.id))
      .limit(maxInterviews),
    siteTimeZone(db),
  ])
  const found = rows.map(({ people, ...row }) => ({
    ...row,
    time_zone,
    people,
    user_ids: people.map((person) => person.id),
  }))
  const from = new Date().toISOString()
  const calendars = found.flatMap((row) =>
    openTimes(row).some((start) => start > from) ? row.calendars : [],
  )
  const [busy, known] = await Promise.all([
    busyTimes(db, {
      users: found.flatMap(({ user_ids }) => user_ids),
      applications: found.map(({ application_id }) => application_id),
    }),
    services.busyCalendars.read(services, calendars, 'screen'),
  ])
  return found.map(({ candidate, calendars: _, ...row }) => ({
    ...row,
    conflicts: conflictsOf(row, [...row.people, { id: null, name: candidate }], busy, known),
  }))
}

type Busy = {
  /** Null: the candidate. */
  user_id: number | null
  interview_id: number
  application_id: number
  time: string
  minutes: number
  state: 'booked' | 'proposed'
}

/** The interviews that are not over, and the times proposed, of these users and candidates. */
async function busyTimes(
  db: Db,
  given: { users: readonly number[]; applications?: readonly number[] },
): Promise<Busy[]> {
  const among = (ids: readonly number[]) =>
    sql`in (select value from json_each(${JSON.stringify(ids)}))`
  const andOffered = sql`left join ${interviewTimes} as offered
    on i.state = 'proposed' and offered.interview_id = i.id`
  const columns = sql`i.id as interview_id, application_id, coalesce(offered.time, i.time) as start,
    minutes, state`
  const isOpen = sql`(state = 'booked'
      and i.time > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${minutesRange.max} minutes`})
    or state = 'proposed' and offered.time > ${now})`
  const rows = await db.all<Busy & { start: string }>(sql`
    select user_id, ${columns} from ${interviewPeople} as taking
      join ${interviews} as i on i.id = taking.interview_id ${andOffered}
      where user_id ${among(given.users)} and ${isOpen}
    union all
    select null, ${columns} from ${interviews} as i ${andOffered}
      where application_id ${among(given.applications ?? [])} and ${isOpen}
    order by start limit 5000`)
  return rows.map(({ start, ...row }) => ({ ...row, time: start }))
}

/** The starts that are still of interest. */
function openTimes({ state, time, times }: Pick<Interview, 'state' | 'time' | 'times'>): string[] {
  if (state === 'booked') return time ? [time] : []
  return state === 'proposed' ? times : []
}

/** Only whether somebody is busy: what about may be another job's affair. */
function conflictsOf(
  row: Pick<Interview, 'id' | 'application_id' | 'state' | 'time' | 'times' | 'minutes'>,
  parties: { id: number | null; name: string }[],
  busy: Busy[],
  known: ReadonlyMap<number, KnownHours>,
): Interview['conflicts'] {
  const open = openTimes(row)
  return parties.flatMap(({ id: user_id, name }) => {
    const theirs = busy.filter(
      (one) =>
        one.user_id === user_id &&
        one.interview_id !== row.id &&
        (user_id !== null || one.application_id === row.application_id),
    )
    return open.flatMap((start) => {
      const meetings = theirs.filter((one) => overlaps(one, { time: start, minutes: row.minutes }))
      const calendar = user_id === null ? undefined : known.get(user_id)
      const state = meetings.some((one) => one.state === 'booked')
        ? 'booked'
        : calendar && isBusy([calendar], start, row.minutes)
          ? 'busy'
          : meetings.length && 'proposed'
      return state ? [{ user_id, name, time: start, state }] : []
    })
  })
}

/** The users who can interview for the application's job, with their busy times. */
export async function interviewers(
  services: WithCalendars,
  { application_id, job_id }: { application_id: number; job_id: number },
): Promise<Interviewer[]> {
  const { db } = services
  const rows = await db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      url: busyCalendars.url,
    })
    .from(users)
    .leftJoin(busyCalendars, sql`${busyCalendars.user_id} = ${users.id}`)
    .where(sql`${users.is_active} = 1 and ${reviews(sql`${job_id}`)}`)
    .orderBy(asc(users.first_name), asc(users.last_name), asc(users.id))
    .limit(500)
  const [times, known] = await Promise.all([
    busyTimes(db, { users: rows.map((person) => person.id) }),
    services.busyCalendars.read(
      services,
      rows.flatMap(({ id, url }) => (url === null ? [] : { user_id: id, url })),
      'proposal',
    ),
  ])
  const busy = Map.groupBy(times, ({ user_id }) => user_id)
  return rows.map(({ url, ...person }) => {
    const calendar = known.get(person.id)
    return {
      ...person,
      busy: [
        ...(busy.get(person.id) ?? []).map(({ time, minutes, state, ...one }) => ({
          // Don't reveal interviews of other applications, not even their ids.
          interview_id: one.application_id === application_id ? one.interview_id : null,
          time,
          minutes,
          state,
        })),
        ...(calendar ? shownHours(calendar) : []).map((hours) => ({
          interview_id: null,
          ...hours,
          state: 'busy' as const,
        })),
      ],
      calendar: url === null ? 'none' : calendar?.isFresh ? 'read' : 'unread',
    }
  })
}

const maxToday = 50

/** Those booked for today, in the company's time zone, in which the person takes part. */
export async function interviewsToday(db: Db, me: Reviewer & { id: number }) {
  const time_zone = await siteTimeZone(db)
  const today = dayIn(time_zone)
  const [from, to] = [today, daysLater(today, 1)].map((day) =>
    new Date(instantOf(`${day}T00:00:00`, time_zone)).toISOString(),
  )
  const rows = await db
    .select({
      id: interviews.id,
      application_id: interviews.application_id,
      first_name: applications.first_name,
      job_title: jobs.title,
      time: sql<string>`${interviews.time}`,
      minutes: interviews.minutes,
      place: interviews.place,
    })
    .from(interviews)
    .innerJoin(applications, sql`${applications.id} = ${interviews.application_id}`)
    .innerJoin(jobs, sql`${jobs.id} = ${applications.job_id}`)
    .where(
      sql`${interviews.state} = 'booked' and ${interviews.time} >= ${from}
        and ${interviews.time} < ${to} and not ${hasEnding}
        and exists (select 1 from ${interviewPeople}
          where interview_id = ${interviews.id} and user_id = ${me.id})
        and ${reviewedBy(me, jobOfFound) ?? sql`1`}`,
    )
    .orderBy(asc(interviews.time), asc(interviews.id))
    .limit(maxToday)
  return rows.map((row) => ({ ...row, time_zone }))
}

/** As the candidate sees them, the latest first. */
export async function candidateInterviews(
  services: WithCalendars,
  which: SQL,
): Promise<CandidateInterview[]> {
  const { db } = services
  const rows = await db
    .select({
      ...columnsOf(interviews, candidateInterviewRow),
      state: sql<InterviewState>`iif(${isAhead} and ${isEnded}, 'canceled', ${interviews.state})`,
      times: timesOf,
      free: freeTimes(),
      people: peopleOf,
      calendars: calendarsOfPeople,
      can_answer: isAnswerable.mapWith(Boolean),
    })
    .from(interviews)
    .innerJoin(applications, sql`${applications.id} = ${interviews.application_id}`)
    .innerJoin(jobs, sql`${jobs.id} = ${applications.job_id}`)
    .where(sql`${interviews.application_id} in ${which}`)
    .orderBy(sql`${interviews.id} desc`)
    .limit(maxInterviews)
  if (!rows.length) return []
  const now = new Date().toISOString()
  const isOffered = ({ state, free, can_answer }: (typeof rows)[number]) =>
    state === 'proposed' && can_answer && free.some((time) => time > now)
  const [time_zone, ...known] = await Promise.all([
    siteTimeZone(db),
    ...rows.map((row) =>
      services.busyCalendars.read(services, isOffered(row) ? row.calendars : [], 'candidate'),
    ),
  ])
  return rows.map(({ people, free, times, calendars: _, ...row }, at) => ({
    ...row,
    times:
      row.state === 'proposed' ? withoutBusy(free, row.minutes, known[at] ?? new Map()) : times,
    time_zone,
    people: people.map(({ name }) => name),
  }))
}

/** What emails and conditions need of an interview. */
export async function loadForMail(db: Db, which: SQL) {
  const [row] = await db
    .select({
      ...shared,
      uid: interviews.uid,
      sequence: interviews.sequence,
      answered_at: interviews.answered_at,
      updated_at: interviews.updated_at,
      proposed_by: interviews.proposed_by,
      people: peopleOf,
      free: freeTimes(),
      left: freeTimes(sql`offered.time > ${now}`),
      calendars: calendarsOfPeople,
      job_id: applications.job_id,
      job_title: jobs.title,
      candidate_title: titleForCandidate,
      first_name: applications.first_name,
      last_name: applications.last_name,
      email: applications.email,
      given_email: applications.given_email,
      language: applications.language,
      is_active: isActive.mapWith(Boolean),
      is_ahead: isAhead.mapWith(Boolean),
      is_ended: isEnded.mapWith(Boolean),
      is_over: sql`coalesce(${interviews.time} <= ${now}, 0)`.mapWith(Boolean),
    })
    .from(interviews)
    .innerJoin(applications, sql`${applications.id} = ${interviews.application_id}`)
    .innerJoin(jobs, sql`${jobs.id} = ${applications.job_id}`)
    .where(which)
  return row
}
export type Loaded = NonNullable<Awaited<ReturnType<typeof loadForMail>>>

/** Those of these users who get mail about interviews for the job. */
export const attendees = (db: Db, ids: readonly number[], job: number) =>
  parties(db, ids, sql`${users.is_active} = 1 and ${reviews(sql`${job}`)}`)

/** Those of these users for whom `condition` holds, as mails name them. */
export async function parties(db: Db, ids: readonly number[], condition = sql`1`) {
  const rows = await db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
    })
    .from(users)
    .where(
      sql`${users.id} in (select value from json_each(${JSON.stringify(ids)})) and ${condition}`,
    )
    .orderBy(asc(users.first_name), asc(users.last_name), asc(users.id))
  return rows.map((person) => ({ id: person.id, name: fullName(person), email: person.email }))
}
