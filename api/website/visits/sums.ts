import { setImmediate } from 'node:timers/promises'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobVisits as table } from '#db/schema.ts'
import { maxShown } from './contract/row.ts'

type Counts = { views: number; applications: number }
type Sum = Counts & { job_id: number; source: string }

/** Sums per statement: each adds up to 400 rows, so that a statement takes about 10 ms. */
const step = 100

/** The visits of each job and source after a day, up to another, in steps between which others are answered. */
export async function sumVisits(
  db: Db,
  { after, until, job_id }: { after: string; until?: string; job_id?: number | undefined },
): Promise<Sum[]> {
  const found: Sum[] = []
  for (;;) {
    const last = found.at(-1)
    const rows = await db.all<Sum>(sql`
      select job_id, source, sum(views) as views, sum(applications) as applications
      from ${table} indexed by job_visits_sums
      where ${and(
        gt(table.day, after),
        until ? lte(table.day, until) : undefined,
        job_id ? eq(table.job_id, job_id) : undefined,
        last && sql`(${table.job_id}, ${table.source}) > (${last.job_id}, ${last.source})`,
      )}
      group by job_id, source order by job_id, source limit ${step}`)
    found.push(...rows)
    if (rows.length < step) return found
    await setImmediate()
  }
}

export const total = (sums: Counts[]): Counts => ({
  views: sums.reduce((all, { views }) => all + views, 0),
  applications: sums.reduce((all, { applications }) => all + applications, 0),
})

/** The keys with the most views, then applications, at most `maxShown`. */
export const mostViewed = <Key extends string | number>(sums: Sum[], keyOf: (sum: Sum) => Key) =>
  [...Map.groupBy(sums, keyOf)]
    .map(([key, ofKey]) => ({ key, ...total(ofKey) }))
    .sort(
      (a, b) => b.views - a.views || b.applications - a.applications || (a.key < b.key ? -1 : 1),
    )
    .slice(0, maxShown)
