import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { searchPurge } from '#db/schema.ts'

/** Index pages per step: a few milliseconds that block other writes. */
const stepPages = 16
/** Pause after each step, as a multiple of its duration. */
const share = 2

/** Between checks; after a purge, at least `restFactor` times its duration. */
const pollMs = 10_000
const restFactor = 20

/**
 * Merges all segments of the search index into one, in steps: a contentless FTS5 table only marks
 * rows as deleted and removes their words with a merge; its 'secure-delete' option has no effect.
 */
async function mergeAll(db: Db, signal: AbortSignal) {
  // A negative number starts the merge, positive ones continue it (https://sqlite.org/fts5.html
  // §6.9).
  for (let pages = -stepPages; !signal.aborted; pages = stepPages) {
    const began = performance.now()
    const [before, , after] = await db.batch([
      db.get<{ changes: number }>(sql`select total_changes() as changes`),
      db.run(
        sql`insert into application_search (application_search, rank) values ('merge', ${pages})`,
      ),
      db.get<{ changes: number }>(sql`select total_changes() as changes`),
    ])
    if (after.changes - before.changes < 2) return
    await pause(share * (performance.now() - began))
  }
}

/** Tombstone pages have the 17th bit of FTS5's segment number set, from bit 37 of the id on. */
const tombstones = sql`select exists (select 1 from application_search_data where id >= 9007199254740992) as found`

/** Removes the words of deleted applications from the search index, if a deletion requests it. */
export async function purgeSearch(db: Db, signal = new AbortController().signal): Promise<void> {
  const [state] = await db.select().from(searchPurge)
  if (!state || state.requested <= state.purged) return
  // A merge that applications interrupt with new segments may leave one behind.
  for (let round = 0; round < 3; round++) {
    await mergeAll(db, signal)
    if (signal.aborted) return
    if (!(await db.get<{ found: number }>(tombstones))?.found) break
  }
  await db.update(searchPurge).set({ purged: state.requested }).where(eq(searchPurge.id, state.id))
}

/** Purges the search index after deletions. */
export const startSearchPurge = ({ db, log }: { db: Db; log: Logger }) =>
  startWorker({
    name: 'search_purge',
    every: pollMs,
    async tick(signal) {
      const began = performance.now()
      await purgeSearch(db, signal)
      return Math.max(pollMs, restFactor * (performance.now() - began))
    },
    log,
    failure: 'search index not purged',
  })
