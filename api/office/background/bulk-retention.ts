import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { bulk, bulkItems } from '#db/schema.ts'

/** Rows per statement: a few milliseconds. */
const step = 500

/** SQL: the actions that ended 30 days ago. */
const old: SQL = sql`select id from ${bulk}
  where finished_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

/** Deletes bulk actions that ended 30 days ago, with their applications' ids, in small steps. */
export async function forgetOldActions(db: Db, signal?: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft; await sleep(20)) {
    signal?.throwIfAborted()
    const deleted = await db
      .delete(bulkItems)
      .where(
        sql`rowid in (select bulk_items.rowid from ${bulkItems} where bulk_id in (${old}) limit ${step})`,
      )
      .returning({ id: bulkItems.application_id })
    isLeft = deleted.length === step
  }
  await db.delete(bulk).where(sql`id in (${old})`)
}
