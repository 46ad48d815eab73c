import { desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { applicationCounts, applications, jobs, now, users } from '#db/schema.ts'
import { may } from '../auth/contract/access.ts'
import { countDue, countWaiting, responseCutoff } from '../calendar/waiting.ts'
import { type Env, signedInUser } from '../context.ts'
import { active } from '../jobs/rows.ts'
import { route, signedIn } from '../route.ts'
import { maxCounted } from './contract/most.ts'
import { dashboardRow } from './contract/row.ts'
import { dashboardQuery } from './contract.ts'

const shownApplications = 5
const shownJobs = 20

/** The jobs of the newest applications since then, in an order that an index has. */
const jobsOfNew = (db: Db, since: string) =>
  db
    .select({ job_id: applications.job_id })
    .from(applications)
    .where(sql`${applications.created_at} > ${since}`)
    .orderBy(desc(applications.created_at), desc(applications.id))
    .limit(maxCounted)

async function newApplications(db: Db, since: string) {
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
      .where(sql`${applications.created_at} > ${since}`)
      .orderBy(desc(applications.created_at), desc(applications.id))
      .limit(shownApplications),
    db.$count(jobsOfNew(db, since).as('found')),
  ])
  return { count, latest }
}

async function openJobs(db: Db, since: string) {
  const found = jobsOfNew(db, since).as('found')
  const fresh = db
    .select({ job_id: found.job_id, count: sql<number>`count(*)`.as('fresh') })
    .from(found)
    .groupBy(found.job_id)
    .as('fresh')
  const inStatus = (status: string) =>
    sql<number>`coalesce((select count from ${applicationCounts}
      where job_id = ${jobs.id} and status = ${status}), 0)`
  const [open, rows] = await Promise.all([
    db.$count(jobs, active),
    db
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
      .where(active)
      .orderBy(sql`coalesce(${fresh.count}, 0) desc`, desc(jobs.created_at), desc(jobs.id))
      .limit(shownJobs),
  ])
  return { open, rows }
}

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
        const reviews = may(me, 'review_applications')
        const [new_applications, waiting, due, jobRows] = await Promise.all([
          reviews ? newApplications(db, since) : null,
          reviews ? responseCutoff(db).then((cutoff) => countWaiting(db, cutoff)) : null,
          reviews ? countDue(db) : null,
          reviews || may(me, 'manage_jobs') ? openJobs(db, since) : null,
        ])
        return c.json({ since, new_applications, waiting, due, jobs: jobRows })
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
