import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type RemovalTools, remove } from '#api/hiring/applications/remove.ts'
import { deleteJob } from '#api/website/jobs/trash.ts'
import type { Db } from '#db/client.ts'
import {
  applicationOutcomes,
  applications,
  applicationTags,
  candidateLinks,
  comments,
  documentRequests,
  evaluations,
  handOvers,
  importRows,
  interviews,
  jobs,
  messages,
  outbox,
  savedViews,
  shareApplications,
  tags,
} from '#db/schema.ts'
import type { Sender } from './permission.ts'

/** Applications per transaction. */
const atOnce = 100

/** Tables whose rows about an application say that somebody has worked with it since. */
const worked = [
  comments,
  messages,
  evaluations,
  interviews,
  documentRequests,
  outbox,
  candidateLinks,
  shareApplications,
  handOvers,
]

/** SQL: nobody has touched the application since the import wrote it. */
const isUntouched = sql`${applications.updated_at} = ${importRows.written_at}
  and ${applications.legal_hold} is null and ${applications.candidate_updated_at} is null
  and not exists (select 1 from transitions where application_id = ${applications.id} and kind <> 'received')
  and ${sql.join(
    worked.map(
      (table) => sql`not exists (select 1 from ${table} where application_id = ${applications.id})`,
    ),
    sql` and `,
  )}`

type Parts = { begin: BatchItem<'sqlite'>; end: BatchItem<'sqlite'> }

/** Deletes some of what the import added and nobody has changed. False when none is left. */
export async function undoSome(
  tools: RemovalTools,
  { id, kind }: { id: number; kind: 'applications' | 'jobs' },
  { begin, end }: Parts,
  by: Sender,
): Promise<boolean> {
  const { db } = tools
  if (kind === 'jobs') return undoJob(tools, id, { begin, end }, by)
  const which = sql`${applications.id} in (
    select ${importRows.application_id} from ${importRows}
    join ${applications} on ${applications.id} = ${importRows.application_id}
    where ${importRows.import_id} = ${id} and ${isUntouched}
    order by ${importRows.line} limit ${atOnce})`
  const rows = await db.select({ id: applications.id }).from(applications).where(which)
  if (!rows.length) return false
  const ids = JSON.stringify(rows.map((row) => row.id))
  const still = sql`${applications.id} in (
    select ${importRows.application_id} from ${importRows}
    join ${applications} on ${applications.id} = ${importRows.application_id}
    where ${importRows.import_id} = ${id} and ${isUntouched}
      and ${importRows.application_id} in (select value from json_each(${ids})))`
  // Reports keep what is erased, but not what should never have been here.
  const uncount = db
    .delete(applicationOutcomes)
    .where(
      sql`${applicationOutcomes.application_id} in (select id from ${applications} where ${still})`,
    )
  await remove(tools, still, {
    cause: 'staff',
    // They asked for these themselves, on the site.
    keepsAlerts: true,
    before: [begin, uncount],
    after: [end],
  })
  return true
}

/** SQL: a tag is in the address of a saved filter. */
const isInFilter = sql`exists (
  select 1 from ${savedViews} where instr(query, 'tags=') and instr(
    ',' || replace(replace(replace(query, '%2C', ','), '&', ','), '=', ',') || ',',
    ',' || tags.id || ','))`

/** A statement: deletes the tags that the import added, unless somebody has used or changed them. */
export const removeUnusedTags = (db: Db, id: number) =>
  db.delete(tags).where(
    sql`${tags.import_id} = ${id} and ${tags.updated_at} = ${tags.created_at}
      and not exists (select 1 from ${applicationTags} where tag_id = ${tags.id})
      and not ${isInFilter}`,
  )

async function undoJob({ db }: RemovalTools, id: number, { begin, end }: Parts, by: Sender) {
  const [found] = await db
    .select({ id: jobs.id })
    .from(importRows)
    .innerJoin(jobs, eq(jobs.id, importRows.job_id))
    .where(
      and(
        eq(importRows.import_id, id),
        isNotNull(importRows.written_at),
        sql`${jobs.updated_at} = ${importRows.written_at} and ${jobs.deleted_at} is null
          and not exists (select 1 from applications where job_id = ${jobs.id})
          and not exists (select 1 from drafts where kind = 'job' and subject_id = ${jobs.id})
          and not exists (
            select 1 from translations where kind = 'job' and subject = cast(${jobs.id} as text))`,
      ),
    )
    .orderBy(asc(importRows.line))
    .limit(1)
  if (!found) return false
  await db.batch([begin, end])
  await deleteJob(db, found.id, by)
  return true
}
