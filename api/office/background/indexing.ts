import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { startWorker } from '#api/core/workers/worker.ts'
import { reindex } from '#api/hiring/applications/rows.ts'
import { indexTranslation, reindexJob } from '#api/website/jobs/search.ts'
import type { Db } from '#db/client.ts'
import { applications, jobs, translations } from '#db/schema.ts'

/** Rows per batch: a few milliseconds that block the event loop. */
const atOnce = 25
/** Pause after each batch, as a multiple of its duration. */
const share = 2

/** Each index: its rows, FTS5's table with one line per entry, and how to build entries. */
const indexes = [
  {
    rows: sql`jobs`,
    entries: sql`job_search_docsize`,
    make: async (db: Db, ids: number[]) => {
      const rows = await db.select().from(jobs).where(inArray(jobs.id, ids))
      return rows.map((row) => reindexJob(db, row.id, row, eq(jobs.updated_at, row.updated_at)))
    },
  },
  {
    rows: sql`(select id from translations where kind = 'job')`,
    entries: sql`translation_search_docsize`,
    make: async (db: Db, ids: number[]) => {
      const rows = await db
        .select({ job: jobs, language: translations.language, fields: translations.fields })
        .from(translations)
        .innerJoin(jobs, sql`${jobs.id} = cast(${translations.subject} as integer)`)
        .where(inArray(translations.id, ids))
      return rows.map(({ job, ...translation }) => {
        const isUnmoved = sql`exists (select 1 from ${jobs}
          where ${eq(jobs.id, job.id)} and ${eq(jobs.updated_at, job.updated_at)})`
        return indexTranslation(db, job.id, job, translation, isUnmoved)
      })
    },
  },
  {
    rows: sql`applications`,
    entries: sql`application_search_docsize`,
    make: async (db: Db, ids: number[]) => {
      const rows = await db.select().from(applications).where(inArray(applications.id, ids))
      return rows.map((row) =>
        reindex(db, row.id, row, eq(applications.updated_at, row.updated_at)),
      )
    },
  },
]

type Index = (typeof indexes)[number]

async function countMissing(db: Db, { rows, entries }: Index) {
  const counted = await db.get<{ missing: number }>(
    sql`select (select count(*) from ${rows}) - (select count(*) from ${entries}) as missing`,
  )
  return counted?.missing ?? 0
}

/** Indexes the next rows after `after` that have no entry; returns the last id. */
async function makeSome(db: Db, { rows, entries, make }: Index, after: number) {
  const missing = await db.all<{ id: number }>(sql`
    select id from ${rows} as row where id > ${after}
      and not exists (select 1 from ${entries} as entry where entry.id = row.id)
    order by id limit ${atOnce}`)
  const [first, ...rest] = await make(
    db,
    missing.map(({ id }) => id),
  )
  if (first) await db.batch([first, ...rest])
  return missing.at(-1)?.id
}

/**
 * Builds missing search entries: after seeding, and after a migration that recreates an index.
 * Meanwhile everything works, but searches are incomplete. A row that changes meanwhile is indexed
 * by that change.
 */
export function startIndexing({
  db,
  log,
  retryMs = 30_000,
}: {
  db: Db
  log: Logger
  /** Between a failure and the next attempt. */
  retryMs?: number
}) {
  let missing = 0
  const worker = startWorker({
    name: 'search_index',
    every: retryMs,
    async tick(signal) {
      for (const index of indexes) {
        missing = await countMissing(db, index)
        if (missing) log.info({ missing }, 'making search entries')
        for (let last = missing ? 0 : undefined; last !== undefined && !signal.aborted; ) {
          const began = performance.now()
          last = await makeSome(db, index, last)
          missing = last === undefined ? 0 : Math.max(0, missing - atOnce)
          await pause(share * (performance.now() - began))
        }
      }
      return Number.POSITIVE_INFINITY
    },
    log,
    failure: 'search indexing failed',
  })
  return { ...worker, missing: () => missing }
}
