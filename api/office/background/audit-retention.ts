import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { auditEvents } from '#db/schema.ts'

/** Rows per batch: a few milliseconds. */
const step = 500

/**
 * Deletes audit events older than 400 days, which the table's triggers allow, in small batches.
 * They must be as much older than the newest event too, so that no clock jump deletes any. Returns
 * their number.
 */
export async function forgetOldEvents({
  db,
  log,
  signal,
}: {
  db: Db
  log: Logger
  signal?: AbortSignal
}): Promise<number> {
  const old = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      sql`${auditEvents.at} < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')
      and ${auditEvents.at} < strftime('%Y-%m-%dT%H:%M:%fZ', (select max(at) from audit_events), '-400 days')`,
    )
    .limit(step)
  for (let gone = 0; ; await sleep(20)) {
    signal?.throwIfAborted()
    const rows = await db
      .delete(auditEvents)
      .where(inArray(auditEvents.id, old))
      .returning({ id: auditEvents.id })
    gone += rows.length
    if (rows.length === step) continue
    if (gone) log.info({ events: gone }, 'audit events older than 400 days removed')
    return gone
  }
}
