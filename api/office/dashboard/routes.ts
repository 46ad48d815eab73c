import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { countDue, countWaiting, responseCutoff } from '#api/core/calendar/waiting.ts'
import { isAmong, reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { route, signedIn } from '#api/core/route/route.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { dueInStep } from '#api/hiring/hiring-steps/placement.ts'
import { interviewsToday } from '#api/hiring/interviews/rows.ts'
import { active, notDeleted } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import { applicationCounts, applications, jobs, now, users } from '#db/schema.ts'
import { maxCounted } from './contract/most.ts'
import { dashboardRow } from './contract/row.ts'
import { dashboardQuery } from './contract.ts'

const shownApplications = 5
const shownJobs = 20

/** The jobs of the newest applications since then, in an order that an index has. */
const jobsOfNew = (db: Db, since: string, among: SQL | undefined) =>
  db
    .select({ job_id: applications.job_id })
    .from(applications)
    .where(and(sql`${applications.created_at} > ${since}`, among))
    .orderBy(desc(applications.created_at), desc(applications.id))
    .limit(maxCounted)

async function newApplications(db: Db, since: string, among: SQL | undefined) {
  const [latest, count] = await Promise.all([
    db
      .select({
        id: applications.id,
        first_name: applications.first_name,
        last_name: applications.last_name,
        job_title: jobs.title,
        created_at: applications.created_at,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(and(sql`${applications.created_at} > ${since}`, among))
      .orderBy(desc(applications.created_at), desc(applications.id))
      .limit(shownApplications),
    db.$count(jobsOfNew(db, since, among).as('found')),
  ])
  return { count, latest }
}

/** Jobs with their applications by status; `among` limits the applications that count as new. */
function jobRows(db: Db, since: string, which: SQL | undefined, among?: SQL) {
  const found = jobsOfNew(db, since, among).as('found')
  const fresh = db
    .select({ job_id: found.job_id, count: sql<number>`count(*)`.as('fresh') })
    .from(found)
    .groupBy(found.job_id)
    .as('fresh')
  const inStatus = (status: string) =>
    sql<number>`coalesce((select count from ${applicationCounts}
      where job_id = ${jobs.id} and status = ${status}), 0)`
  return db
    .select({
      id: jobs.id,
      title: jobs.title,
      closes_on: jobs.closes_on,
      pending: inStatus('pending'),
      shortlisted: inStatus('shortlisted'),
      rejected: inStatus('rejected'),
      selected: inStatus('selected'),
      new: sql<number>`coalesce(${fresh.count}, 0)`.as('new'),
    })
    .from(jobs)
    .leftJoin(fresh, eq(fresh.job_id, jobs.id))
    .where(which)
    .orderBy(sql`coalesce(${fresh.count}, 0) desc`, desc(jobs.created_at), desc(jobs.id))
    .limit(shownJobs)
}

const countDueInStep = async (db: Db, among: SQL | undefined) =>
  db.$count(
    applications,
    and(sql`${applications.id} in (${dueInStep(await siteToday(db))})`, among),
  )

async function openJobs(db: Db, since: string) {
  const [open, rows] = await Promise.all([db.$count(jobs, active), jobRows(db, since, active)])
  return { open, rows }
}

/** Most people are on no team. */
const jobsOfTeams = (db: Db, since: string, ids: readonly number[]) =>
  ids.length
    ? jobRows(db, since, and(notDeleted, isAmong(jobs.id, ids)), isAmong(applications.job_id, ids))
    : []

export const dashboard = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Read what is new since you last looked',
        access: signedIn,
        query: dashboardQuery,
        answers: { 200: dashboardRow },
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const since = c.req.valid('query').since ?? me.dashboard_seen_at ?? me.created_at
        const reviews = may(me, 'review_applications', 'any')
        const among = reviewedBy(me)
        const [new_applications, waiting, due, step_due, open, my_jobs, interviews] =
          await Promise.all([
            reviews ? newApplications(db, since, among) : null,
            reviews ? responseCutoff(db).then((cutoff) => countWaiting(db, cutoff, among)) : null,
            reviews ? countDue(db, among) : null,
            reviews ? countDueInStep(db, among) : null,
            may(me, ['review_applications', 'manage_jobs']) ? openJobs(db, since) : null,
            jobsOfTeams(db, since, me.team_jobs),
            reviews ? interviewsToday(db, me) : [],
          ])
        return c.json({
          since,
          new_applications,
          waiting,
          due,
          step_due,
          jobs: open,
          my_jobs,
          interviews,
        })
      },
    ),
  )

  .post(
    '/seen',
    route(
      {
        summary: 'Note that you have looked at the dashboard',
        access: signedIn,
        answers: { 204: null },
      },
      async (c) => {
        const { id } = signedInUser(c)
        await c.var.db.update(users).set({ dashboard_seen_at: now }).where(eq(users.id, id))
        return c.body(null, 204)
      },
    ),
  )
