import { type SQL, sql } from 'drizzle-orm'
import type { MailKind } from '#db/enums.ts'

/** Mails that visitors cause to one mailbox in 24 hours; the last of them only as `reserved`. */
const maxADay = 10
/** For links and confirmations: other mails must not keep a candidate from getting those. */
const reserved = 3

/** Shown to staff where a receipt was left out. */
export const tooManyMails =
  'Not sent: this address has already had as many automatic emails as it may get within 24 hours'

const today = (mailbox: SQL, max: number, more = sql``) => sql`(select count(*) from (
  select 1 from outbox
  where mailbox = ${mailbox} and created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')${more}
  limit ${sql.raw(String(max))})) < ${sql.raw(String(max))}`

/**
 * SQL: the mailbox may get another mail of this kind today. Belongs into the statement that writes
 * the mail, with the mailbox beside it.
 */
export const mayReceive = (mailbox: SQL, kind: MailKind): SQL =>
  kind === 'link' || kind === 'confirmation'
    ? today(mailbox, maxADay)
    : sql`(${today(mailbox, maxADay)} and ${today(mailbox, maxADay - reserved, sql` and kind not in ('link', 'confirmation')`)})`
