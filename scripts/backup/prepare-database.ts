import { pathToFileURL } from 'node:url'
import { and, isNull } from 'drizzle-orm'
import { openDb } from '#db/client.ts'
import { outbox, passwordLinks, sessions } from '#db/schema.ts'
import type { Manifest } from './manifest.ts'

/**
 * Makes a copied database fit to go on with: brought up to date, nobody signed in, and no mail that
 * may have been sent since the backup. Answers how many messages are held.
 */
export async function prepareDatabase(
  file: string,
  { taken_at }: Manifest,
  keepMail: boolean,
): Promise<number> {
  const db = await openDb(pathToFileURL(file).href)
  try {
    // A session that was ended since would live again, and a used link could be used again.
    await db.batch([db.delete(sessions), db.delete(passwordLinks)])
    if (keepMail) return 0
    const now = new Date().toISOString()
    const last_error = `Held back: it may have been sent after the backup of ${taken_at} was taken`
    const held = await db
      .update(outbox)
      .set({ failed_at: now, lease_until: null, last_error, updated_at: now })
      .where(and(isNull(outbox.sent_at), isNull(outbox.failed_at)))
      .returning({ id: outbox.id })
    return held.length
  } finally {
    db.$client.close()
  }
}
