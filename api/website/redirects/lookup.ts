import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { siteToday } from '#api/core/site-settings/today.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { redirects as table } from '#db/schema.ts'
import { pathOf } from './contract.ts'

const byPath = prepared((db) =>
  db
    .select({ id: table.id, to: table.to })
    .from(table)
    .where(eq(table.from, sql.placeholder('path')))
    .prepare(),
)

/**
 * Finds where former addresses lead. Hits are counted in memory and written every ten seconds, so
 * that one costs no write; a crash loses those of the last seconds.
 */
export function startRedirects({ db, log }: { db: Db; log: Logger }) {
  let waiting = new Map<number, number>()
  const count = (id: number, hits: number) => waiting.set(id, (waiting.get(id) ?? 0) + hits)

  async function write() {
    if (!waiting.size) return
    const batch = waiting
    waiting = new Map()
    const hits = JSON.stringify([...batch])
    await db
      .run(
        sql`update ${table} set last_hit_on = ${await siteToday(db)}, hits = hits + (
          select value ->> 1 from json_each(${hits}) where value ->> 0 = ${table.id})
        where id in (select value ->> 0 from json_each(${hits}))`,
      )
      .catch((error: unknown) => {
        for (const [id, hits] of batch) count(id, hits)
        throw error
      })
  }

  const worker = startWorker({
    name: 'redirects',
    every: 10_000,
    tick: write,
    log,
    failure: 'hits of redirects not written',
  })
  return {
    /** The new address of a path, and counts the hit; undefined for a path without one. */
    async find(pathname: string): Promise<string | undefined> {
      const path = pathOf(pathname)
      const found = path && (await byPath(db).get({ path }))
      if (!found) return
      count(found.id, 1)
      return found.to
    },
    /** Of every former address. */
    all: () => db.select({ from: table.from, to: table.to }).from(table).orderBy(table.from),
    /** Writes what waits. */
    write,
    async stop() {
      await worker.stop()
      await write().catch((err: unknown) => log.warn({ err }, 'hits of redirects not written'))
    },
  }
}
