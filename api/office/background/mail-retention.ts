import { setTimeout as sleep } from 'node:timers/promises'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Outbox } from '#api/core/mail/outbox.ts'
import type { Db } from '#db/client.ts'
import { outbox as table } from '#db/schema.ts'

/** Rows per statement: a few milliseconds. */
const step = 500

/**
 * Deletes emails about no application, such as digests and password links, 400 days after they were
 * sent or failed, with their files; those of alerts, of which there are many, after 30. Those about
 * an application are deleted with it.
 */
export async function forgetOldMail({
  db,
  outbox,
  signal,
}: {
  db: Db
  outbox?: Pick<Outbox, 'removeFiles'> | undefined
  signal?: AbortSignal
}): Promise<void> {
  for (let isLeft = true; isLeft; await sleep(20)) {
    signal?.throwIfAborted()
    const old = await db
      .select({ id: table.id, message_id: table.message_id })
      .from(table)
      .where(
        and(
          isNull(table.application_id),
          sql`coalesce(${table.sent_at}, ${table.failed_at})
            < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', iif(${table.alert_id} is null, '-400 days', '-30 days'))`,
        ),
      )
      .limit(step)
    // Before the rows that name them: a crash may come between.
    await outbox?.removeFiles(old.map(({ message_id }) => message_id))
    const ids = old.map(({ id }) => id)
    // A retry takes back the failure.
    await db
      .delete(table)
      .where(
        and(
          inArray(table.id, ids),
          sql`coalesce(${table.sent_at}, ${table.failed_at}) is not null`,
        ),
      )
    isLeft = old.length === step
  }
}
