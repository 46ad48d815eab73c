import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { noteClock } from '#db/clock.ts'
import { databaseMs, contentVersion as table } from '#db/schema.ts'

/** In ms: longer than a beat, so that following each beat keeps it recent. */
const recentMs = 1_200

/** Reads the number that grows with every change to public content, and the database's clock. */
export function createContentVersion(db: Db) {
  let last: { at: number; version: Promise<number> } | undefined

  async function ask() {
    const sentAt = Date.now()
    const [row] = await db
      .select({ version: table.version, ms: databaseMs })
      .from(table)
      .where(eq(table.id, 1))
    if (row) noteClock(db, { ms: row.ms, sentAt })
    return row?.version ?? 0
  }
  function read() {
    const version = ask()
    last = { at: performance.now(), version }
    return version
  }
  return {
    read,
    /** As it was a moment ago, mostly without a query. */
    recent: () => (last && performance.now() < last.at + recentMs ? last.version : read()),
  }
}
