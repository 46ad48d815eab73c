import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { User } from 'lucia'
import { may } from '#api/accounts/auth/contract/access.ts'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { countPromised } from '#api/core/calendar/waiting.ts'
import { countSome } from '#api/core/http/list.ts'
import { isAmong, reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { route, signedIn } from '#api/core/route/route.ts'
import { siteTimeZone, siteToday } from '#api/core/site-settings/today.ts'
import { dueInStep } from '#api/hiring/hiring-steps/placement.ts'
import { interviewsToday } from '#api/hiring/interviews/rows.ts'
import { readEndingSecret } from '#api/office/email-settings/client-secret.ts'
import { active, notDeleted } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { applicationCounts, jobs, now, users } from '#db/schema.ts'
import { changesSince } from './changes.ts'
import { dashboardRow } from './contract/row.ts'
import { dashboardQuery } from './contract.ts'

const shownJobs = 20

/** Jobs with their applications by status; those with most to decide first. */
function jobRows(db: Db, which: SQL | undefined) {
  const inStatus = (status: ApplicationStatus) =>
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
    })
    .from(jobs)
    .where(which)
    .orderBy(desc(inStatus('pending')), desc(jobs.created_at), desc(jobs.id))
    .limit(shownJobs)
}

async function countDueInStep(db: Db, among: SQL | undefined) {
  const due = dueInStep(await siteToday(db))
  const [row] = await db.all<{ count: number }>(
    sql`select (${countSome(
      among
        ? sql`from (${due}) as due cross join applications indexed by applications_by_id
        on applications.id = due.application_id where ${among}`
        : sql`from (${due})`,
    )}) as count`,
  )
  return row?.count ?? 0
}

/** Without those of the person's teams. */
async function openJobs(db: Db, own: readonly number[]) {
  const others = own.length ? and(active, not(isAmong(jobs.id, own))) : active
  const [open, rows] = await Promise.all([db.$count(jobs, active), jobRows(db, others)])
  return { open, rows }
}

/** Most people are on no team. */
const jobsOfTeams = (db: Db, ids: readonly number[]) =>
  ids.length ? jobRows(db, and(notDeleted, isAmong(jobs.id, ids))) : []

/** When today began, in the site's time zone. */
async function midnight(db: Db): Promise<string> {
  const [zone, today] = await Promise.all([siteTimeZone(db), siteToday(db)])
  return new Date(instantOf(`${today}T00:00:00`, zone)).toISOString()
}

type Looks = Pick<User, 'dashboard_seen_at' | 'dashboard_since' | 'created_at'>

/** What came later is new to the person, all day: however often they look today. */
const sinceOf = ({ dashboard_seen_at: seen, dashboard_since, created_at }: Looks, today: string) =>
  (seen && seen < today ? seen : dashboard_since) ?? created_at

export const dashboard = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Read what waits for you, and what changed since the day you last looked',
        access: signedIn,
        query: dashboardQuery,
        answers: { 200: dashboardRow },
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const since = c.req.valid('query').since ?? sinceOf(me, await midnight(db))
        const reviews = may(me, 'review_applications', 'any')
        const among = reviewedBy(me)
        const [changes, promised, step_due, open, my_jobs, interviews, secret] = await Promise.all([
          reviews ? changesSince(db, me, since) : [],
          reviews ? countPromised(db, among) : null,
          reviews ? countDueInStep(db, among) : null,
          may(me, ['review_applications', 'manage_jobs']) ? openJobs(db, me.team_jobs) : null,
          jobsOfTeams(db, me.team_jobs),
          reviews ? interviewsToday(db, me) : [],
          me.role === 'admin' ? readEndingSecret(db, c.var.mailVariables.SMTP_URL) : null,
        ])
        return c.json({
          since,
          changes,
          waiting: promised?.waiting.all ?? null,
          untold: promised?.waiting.untold ?? null,
          due: promised?.due ?? null,
          step_due,
          jobs: open,
          my_jobs,
          interviews,
          client_secret_ends_on: secret,
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
        const isEarlier = sql`${users.dashboard_seen_at} < ${await midnight(c.var.db)}`
        await c.var.db
          .update(users)
          .set({
            dashboard_since: sql`iif(${isEarlier}, ${users.dashboard_seen_at}, ${users.dashboard_since})`,
            dashboard_seen_at: now,
          })
          .where(eq(users.id, id))
        return c.body(null, 204)
      },
    ),
  )
