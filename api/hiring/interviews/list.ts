import { asc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { pageOf } from '#api/core/http/list.ts'
import { type Reviewer, reviewedBy, reviews } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import {
  applications,
  evaluations,
  interviewPeople,
  interviews,
  interviewTimes,
  jobs,
  now,
  users,
} from '#db/schema.ts'
import { type ListedInterview, listedInterviewRow } from './contract/row.ts'
import { type InterviewFilter, interviewFilter } from './contract.ts'
import { hasEnding, list, timesOf } from './rows.ts'

const isOver = sql`(${interviews.state} = 'booked' and
  strftime('%Y-%m-%dT%H:%M:%fZ', ${interviews.time}, ${interviews.minutes} || ' minutes') <= ${now})`

/** Those who have skipped theirs, or who may not evaluate any more, don't owe one. */
const owes = sql`(${isOver} and ${users.is_active} = 1 and ${reviews(applications.job_id)}
  and not exists (select 1 from ${evaluations}
    where ${evaluations.application_id} = ${interviews.application_id}
      and ${evaluations.user_id} = ${users.id}))`

const people = list<{ id: number; name: string; owes: number }>(sql`(
  select json_group_array(json_object('id', id, 'name', name, 'owes', owes)) from (
    select ${users.id} as id, ${users.first_name} || ' ' || ${users.last_name} as name,
      ${owes} as owes
    from ${interviewPeople} join ${users} on ${users.id} = ${interviewPeople.user_id}
    where ${interviewPeople.interview_id} = ${interviews.id}
    order by ${users.first_name}, ${users.last_name}, ${users.id}))`)

/** Years of four digits compare as text. */
const lastDay = '9999-12-31'

/** Whole days in the zone as instants, from inclusive and to exclusive. */
function span({ from, to }: InterviewFilter, timeZone: string) {
  const midnight = (day: string) => new Date(instantOf(`${day}T00:00:00`, timeZone)).toISOString()
  return {
    start: from ? midnight(from) : '',
    // After every ISO 8601 time.
    end: to && to < lastDay ? midnight(daysLater(to, 1)) : '~',
  }
}

/** Booked in the span, or proposed with at least one time in it. */
function listed(me: Reviewer & { id: number }, filter: InterviewFilter, timeZone: string) {
  const { start, end } = span(filter, timeZone)
  const offered = (
    which = sql`1`,
  ) => sql`(select min(offered.time) from ${interviewTimes} as offered
    where offered.interview_id = ${interviews.id}
      and offered.time >= ${start} and offered.time < ${end} and ${which})`
  return {
    // First what an index of times finds.
    where: sql`${interviews.id} in (
        select id from interviews indexed by interviews_booked
        where state = 'booked' and time >= ${start} and time < ${end}
        union all
        select interview_id from ${interviewTimes} where time >= ${start} and time < ${end})
      and (
        ${interviews.state} = 'booked'
          and ${interviews.time} >= ${start} and ${interviews.time} < ${end}
        or ${interviews.state} = 'proposed' and ${offered()} is not null)
      and not ${hasEnding}
      and ${reviewedBy(me) ?? sql`1`}
      and ${
        filter.mine
          ? sql`exists (select 1 from ${interviewPeople}
              where interview_id = ${interviews.id} and user_id = ${me.id})`
          : sql`1`
      }`,
    /** Of a proposed one, the earliest time still to come. */
    at: sql<string>`coalesce(${interviews.time}, ${offered(sql`offered.time > ${now}`)}, ${offered()})`,
  }
}

export const interviewList = new Hono<Env>().get(
  '/',
  route(
    {
      summary: 'List booked and proposed interviews',
      description:
        'In order of time; a proposed one by the earliest of its times that is still to come. Days are those of the site’s time zone, inclusive. Members of hiring teams get those of their jobs.',
      access: canReview('of any job'),
      query: { ...paging, ...interviewFilter },
      answers: { 200: listedInterviewRow.array() },
    },
    async (c) => {
      const { db } = c.var
      const time_zone = await siteTimeZone(db)
      const { where, at } = listed(signedInUser(c), c.req.valid('query'), time_zone)
      const from = db
        .select({ id: interviews.id })
        .from(interviews)
        .innerJoin(applications, eq(applications.id, interviews.application_id))
        .where(where)
      const rows = await pageOf(c, db.$count(from.as('found')), (limit, offset) =>
        db
          .select({
            id: interviews.id,
            application_id: interviews.application_id,
            first_name: applications.first_name,
            last_name: applications.last_name,
            job_id: applications.job_id,
            job_title: jobs.title,
            state: interviews.state,
            time: interviews.time,
            times: timesOf,
            minutes: interviews.minutes,
            place: interviews.place,
            people,
          })
          .from(interviews)
          .innerJoin(applications, eq(applications.id, interviews.application_id))
          .innerJoin(jobs, eq(jobs.id, applications.job_id))
          .where(where)
          .orderBy(at, asc(interviews.id))
          .limit(limit)
          .offset(offset),
      )
      return c.json(
        rows.map(
          ({ people, state, ...row }): ListedInterview => ({
            ...row,
            state: state as ListedInterview['state'],
            time_zone,
            people: people.map(({ owes, ...one }) => ({
              ...one,
              owes_evaluation: Boolean(owes),
            })),
          }),
        ),
      )
    },
  ),
)
