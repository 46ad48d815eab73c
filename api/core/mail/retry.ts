import { and, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { now, outbox as table } from '#db/schema.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound } from '../http/rows.ts'
import type { Env } from '../route/context.ts'
import { noMailServer } from './contract.ts'

/** A held mail leaves when its time has come, and not by Retry. */
const isHeld = sql`coalesce(${table.failed_at} is null and ${table.held_until} > ${now}, 0)`

/** Tells a candidate of a decision that has changed since. */
const isOutdated = sql`(${table.tells} is not null and ${table.tells} is not
  (select status from applications where id = ${table.application_id}))`

/** To a candidate who has withdrawn since. */
const isWithdrawn = sql`(${table.tells} is not null and
  (select withdrawn_at from applications where id = ${table.application_id}) is not null)`

type Refused = Record<'is_held' | 'is_outdated' | 'is_withdrawn', number> & {
  sent_at: string | null
}

function whyRefused(mail: Refused) {
  if (mail.sent_at) return 'This email was sent already'
  if (mail.is_held) return 'This email is held until its time has come'
  if (mail.is_outdated) return 'The decision has changed since. Write a new email'
  if (mail.is_withdrawn) return 'The candidate has withdrawn since'
  return 'This link has expired; send a new one'
}

export const hasMailServer = ({ var: { mailer } }: Context<Env>) => mailer?.delivers ?? true

/**
 * Queues the mail of the path once more, at once, and returns its id. Throws 404, and 409 for mail
 * that was sent, is held or has expired.
 */
export async function retry(
  c: Context<Env>,
  { missing, parameter, among }: { missing: string; parameter?: string; among?: SQL | undefined },
): Promise<number> {
  const { db, log, outbox, user } = c.var
  const which = and(eq(table.id, idOf(c, missing, parameter)), among)
  const isOfUse = or(isNull(table.expires_at), gt(table.expires_at, now))
  const [[row], [before]] = await db.batch([
    db
      .update(table)
      .set({ failed_at: null, next_try_at: now, updated_at: now })
      .where(
        and(
          which,
          isNull(table.sent_at),
          isOfUse,
          not(isHeld),
          not(isOutdated),
          not(isWithdrawn),
          hasMailServer(c) ? undefined : sql`0`,
        ),
      )
      .returning({ id: table.id }),
    db
      .select({
        sent_at: table.sent_at,
        is_held: sql<number>`${isHeld}`,
        is_outdated: sql<number>`${isOutdated}`,
        is_withdrawn: sql<number>`${isWithdrawn}`,
      })
      .from(table)
      .where(which),
  ])
  const refused = orNotFound(before, missing)
  if (!row) throw new Problem(409, hasMailServer(c) ? whyRefused(refused) : noMailServer)
  log.info({ mail: row.id, by: user?.id }, 'mail to be tried again')
  outbox?.tryNow()
  return row.id
}
