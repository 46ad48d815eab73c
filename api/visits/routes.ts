import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { jobs, jobVisits as table } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { dayIn, daysLater } from '../jobs/contract/dates.ts'
import { anyone, can, route } from '../route.ts'
import { readSiteSettings } from '../site-settings/site-settings.ts'
import { siteToday } from '../site-settings/today.ts'
import { maxShown, visitsRow } from './contract/row.ts'
import { visit, visitPeriod } from './contract.ts'
import { cleanSource } from './source.ts'

const counts = {
  views: sql<number>`coalesce(sum(${table.views}), 0)`.as('views'),
  applications: sql<number>`coalesce(sum(${table.applications}), 0)`.as('applications'),
}
const mostViewed = [desc(sql`views`), desc(sql`applications`)] as const satisfies SQL[]

/** Views of made-up jobs must not take the places of real ones. */
const isShown = async (db: Db, id: number) =>
  (await db.$count(jobs, and(eq(jobs.id, id), eq(jobs.is_active, true), isNull(jobs.deleted_at)))) >
  0

export const visits = new Hono<Env>()

  .post(
    '/',
    route(
      {
        summary: 'Count a view of a job',
        description:
          'Sent by the job’s page. Counts only while the setting `count_visits` is on, and keeps nothing about the visitor.',
        access: anyone(),
        json: { schema: visit, example: { job_id: 1, source: 'example.net' } },
        answers: { 204: null, 429: 'refused' },
      },
      async (c) => {
        const { job_id, source } = c.req.valid('json')
        await c.var.limits.visit(c.env.ip)
        const { count_visits, site_time_zone } = await readSiteSettings(c.var.db)
        if (count_visits === 'true' && (await isShown(c.var.db, job_id)))
          c.var.visits?.view({
            day: dayIn(site_time_zone),
            job_id,
            source: cleanSource(source ?? ''),
          })
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'Read how often jobs were viewed and applied for',
        description: 'By job and by source, of all jobs or of one.',
        access: can('manage_jobs'),
        query: visitPeriod,
        answers: { 200: visitsRow },
      },
      async (c) => {
        const { db } = c.var
        const { job_id, days } = c.req.valid('query')
        const before = daysLater(await siteToday(db), -days)
        const counted = and(gt(table.day, before), job_id ? eq(table.job_id, job_id) : undefined)
        const [[all], ofJobs, ofSources] = await Promise.all([
          db.select(counts).from(table).where(counted),
          db
            .select({ job_id: table.job_id, title: jobs.title, ...counts })
            .from(table)
            .innerJoin(jobs, eq(jobs.id, table.job_id))
            .where(counted)
            .groupBy(table.job_id)
            .orderBy(...mostViewed, table.job_id)
            .limit(maxShown),
          db
            .select({ source: table.source, ...counts })
            .from(table)
            .where(counted)
            .groupBy(table.source)
            .orderBy(...mostViewed, table.source)
            .limit(maxShown),
        ])
        const { views, applications } = all!
        return c.json({
          since: daysLater(before, 1),
          views,
          applications,
          jobs: ofJobs,
          sources: ofSources,
        })
      },
    ),
  )
