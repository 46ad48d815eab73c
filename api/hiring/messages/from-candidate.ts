import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import type { ApplicationAction } from '#db/enums.ts'
import { applications, messages as table } from '#db/schema.ts'
import { loadLinked, note } from '../candidate/access.ts'
import { queueNotices } from './notice.ts'
import { isFromCandidate, isNewKey, mayWrite, messageWithKey } from './rows.ts'

/** Messages of a candidate about an application in 24 hours. */
const maxADay = 20

export const tooMany = (sentence: string) =>
  new Problem(429, sentence, { headers: { 'Retry-After': '3600' } })

type Message = {
  which: SQL
  text: string
  key: string
  /** What the audit trail records. */
  action: ApplicationAction
  /** SQL about the application, without which nothing is written. */
  condition?: SQL
  /** Statements after the one that stores the message, whose `changes()` they read. */
  after?: BatchItem<'sqlite'>[]
}

/**
 * Stores the message and queues the notices of it, together and once. Undefined if the condition
 * does not hold, or the candidate has written too many.
 */
export async function writeAsCandidate(
  c: Context<Env>,
  { which, text, key, action, condition = sql`1`, after = [] }: Message,
) {
  const { db, log } = c.var
  const isNew = sql`${applications.id} in ${which} and ${isNewKey(key)}
    and ${mayWrite(isFromCandidate, maxADay)} and ${condition}`
  const notices = await queueNotices(c, which, text, isNew)
  await db.batch([
    note(db, action, isNew),
    ...notices,
    db.run(sql`
      insert into ${table} (application_id, text, idempotency_key)
      select ${applications.id}, ${text}, ${key} from ${applications} where ${isNew}`),
    ...after,
  ])
  const written = await messageWithKey(db, key)
  if (written) log.info({ application: written.application_id }, 'message from a candidate')
  else await loadLinked(c.var, which)
  return written
}
