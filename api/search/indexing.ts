import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { applications, jobs } from '#db/schema.ts'
import { reindex } from '../applications/rows.ts'
import { reindexJob } from '../jobs/search.ts'

/** How many rows get their entries in one go: some milliseconds, in which nothing else is answered … */
const atOnce = 25
/** … and so many times as long everything else has its turn. */
const share = 2

/** Each index: its rows, its entries (one line for each, in a table of FTS5's own), and how they are made. */
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

/** Makes the entries of the first rows behind `after` that have none; answers the last of them. */
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
 * Makes the search entries that are missing: of the seed's rows, and of all rows after a migration
 * that begins an index anew. Meanwhile everything works, but that not everything is found. A row
 * that changes in between gets its entry from whoever changes it.
 */
export function startIndexing({
  db,
  log,
  retryAfter = 30_000,
}: {
  db: Db
  log: Logger
  /** In ms: the pause after a failure. */
  retryAfter?: number
}) {
  const stopping = new AbortController()
  async function run() {
    for (const index of indexes) {
      const missing = await countMissing(db, index)
      if (missing) log.info({ missing }, 'making search entries')
      for (let last = missing ? 0 : undefined; last !== undefined && !stopping.signal.aborted; ) {
        const began = performance.now()
        last = await makeSome(db, index, last)
        await pause(share * (performance.now() - began))
      }
    }
  }
  async function untilDone() {
    while (!stopping.signal.aborted) {
      try {
        return await run()
      } catch (err) {
        log.error({ err, retry_after: retryAfter }, 'search indexing failed')
        await pause(retryAfter, undefined, stopping).catch(() => {})
      }
    }
  }
  const done = untilDone()
  return {
    /** Settles when nothing is missing any more. */
    done,
    stop() {
      stopping.abort()
      return done
    },
  }
}
