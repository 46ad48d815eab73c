import { eq, isNull, sql } from 'drizzle-orm'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { hiringSteps, importRows, imports, jobs } from '#db/schema.ts'
import { foreignKey, jobKey, type Rules } from './check-line.ts'

type Import = Pick<
  typeof imports.$inferSelect,
  'kind' | 'source' | 'columns' | 'mapping' | 'job_id' | 'options'
>

/** What lines of the import are checked against, as it is now. */
export async function readRules(db: Db, row: Import): Promise<Rules> {
  const [found, foreign, steps, settings, [clock]] = await Promise.all([
    db.select({ id: jobs.id, title: jobs.title }).from(jobs).where(isNull(jobs.deleted_at)),
    db
      .select({ id: importRows.job_id, foreign_id: importRows.foreign_id })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.import_id))
      .innerJoin(jobs, eq(jobs.id, importRows.job_id))
      .where(
        sql`${imports.kind} = 'jobs' and ${imports.source} = ${row.source}
          and ${importRows.foreign_id} is not null and ${jobs.deleted_at} is null`,
      ),
    db
      .select({
        id: hiringSteps.id,
        job_id: hiringSteps.job_id,
        name: hiringSteps.name,
        status: hiringSteps.status,
      })
      .from(hiringSteps)
      .orderBy(hiringSteps.place),
    readSiteSettings(db),
    db.all<{ now: string }>(sql`select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as now`),
  ])
  const byName = new Map<string, number | null>()
  for (const { id, title } of found) {
    const key = jobKey(title)
    byName.set(key, byName.has(key) ? null : id)
  }
  for (const { id, foreign_id } of foreign) byName.set(foreignKey(foreign_id ?? ''), id)
  const ofJob = Map.groupBy(steps, ({ job_id }) => job_id)
  return {
    kind: row.kind,
    columns: row.columns,
    mapping: row.mapping,
    job_id: found.some(({ id }) => id === row.job_id) ? row.job_id : null,
    options: row.options,
    timeZone: settings.site_time_zone,
    now: clock!.now,
    recordsSource: settings.record_source === 'true',
    jobs: byName,
    stepsOf: (job) => ofJob.get(job) ?? ofJob.get(null) ?? [],
  }
}
