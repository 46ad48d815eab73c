import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { jobs } from '#db/schema.ts'
import { visitsRow } from './contract/row.ts'
import { visit, visitPeriod } from './contract.ts'
import { cleanSource } from './source.ts'
import { mostViewed, sumVisits, total } from './sums.ts'

/** Views of made-up jobs must not take the places of real ones. */
const isShown = async (db: Db, id: number) =>
  (await db.$count(jobs, and(eq(jobs.id, id), eq(jobs.is_active, true), isNull(jobs.deleted_at)))) >
  0

async function titlesOf(db: Db, ids: number[]) {
  const rows = await db
    .select({ id: jobs.id, title: jobs.title })
    .from(jobs)
    .where(inArray(jobs.id, ids))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

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
        const found = await sumVisits(db, { after: before, job_id })
        const ofJobs = mostViewed(found, ({ job_id }) => job_id)
        const titles = await titlesOf(
          db,
          ofJobs.map(({ key }) => key),
        )
        const ofSources = mostViewed(found, ({ source }) => source)
        return c.json({
          since: daysLater(before, 1),
          ...total(found),
          jobs: ofJobs.map(({ key, ...counts }) => ({
            job_id: key,
            title: titles.get(key) ?? '',
            ...counts,
          })),
          sources: ofSources.map(({ key, ...counts }) => ({ source: key, ...counts })),
        })
      },
    ),
  )
