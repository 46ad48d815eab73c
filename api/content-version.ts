import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentVersion as table } from '#db/schema.ts'

/** In ms: longer than a beat, so that following each beat keeps it recent. */
const recentMs = 1_200

/** Reads the number that grows with every change to public content. */
export function createContentVersion(db: Db) {
  let last: { at: number; version: Promise<number> } | undefined

  async function ask() {
    const [row] = await db.select().from(table).where(eq(table.id, 1))
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
