import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type ErasureCause, erasedNow } from '#api/core/files/erased.ts'
import type { FileStore } from '#api/core/files/store.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import type { Db } from '#db/client.ts'
import { outbox as mails, jobAlerts as table } from '#db/schema.ts'

export type EndingTools = {
  db: Db
  store: FileStore
  outbox?: Pick<Outbox, 'removeFiles'> | undefined
  log: Logger
}

/** Alerts per statement. */
const atOnce = 200

/**
 * Deletes alerts with their links and emails, and returns how many. The list of what was erased has
 * them first, so that no restored backup brings them back; a rule would delete them again.
 * @param cause null: by a rule, or in the list already
 */
export async function endAlerts(
  { db, store, outbox, log }: EndingTools,
  condition: SQL | undefined,
  cause: ErasureCause | null,
): Promise<number> {
  let ended = 0
  for (;;) {
    const found = await db
      .select({ id: table.id, public_id: table.public_id })
      .from(table)
      .where(condition)
      .limit(atOnce)
    if (!found.length) return ended
    const ids = found.map(({ id }) => id)
    if (cause)
      await store.addErased(
        erasedNow(
          found.map(({ public_id }) => public_id),
          cause,
        ),
      )
    const mail = db
      .select({ message_id: mails.message_id })
      .from(mails)
      .where(inArray(mails.alert_id, ids))
    // Before the rows that name them: a crash may come between.
    await removeFiles(await mail)
    const [late, gone] = await db.batch([
      mail,
      db.delete(table).where(inArray(table.id, ids)).returning({ id: table.id }),
    ])
    await removeFiles(late)
    ended += gone.length
    if (found.length < atOnce) return ended
  }

  async function removeFiles(of: { message_id: string }[]) {
    await outbox
      ?.removeFiles(of.map(({ message_id }) => message_id))
      .catch((err) => log.error({ err }, 'mail file stays'))
  }
}

/** Before the first request: ends what a restored backup brought back. */
export async function endAgain(tools: EndingTools): Promise<void> {
  const listed = [...new Set((await tools.store.listErased()).map(({ id }) => id))]
  let ended = 0
  for (let at = 0; at < listed.length; at += 500) {
    const ids = JSON.stringify(listed.slice(at, at + 500))
    const isListed = sql`${table.public_id} in (select value from json_each(${ids}))`
    ended += await endAlerts(tools, isListed, null)
  }
  if (ended) tools.log.warn({ alerts: ended }, 'alerts of a restored backup ended')
}
