import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isFree, later, now, outbox as table } from '#db/schema.ts'
import { unheard } from '../calendar/waiting.ts'
import { addAlertLink } from '../links/alert-links.ts'
import {
  addLink,
  addLinks,
  hasInvitation,
  hasRequest,
  setInvitationToken,
  setRequestToken,
} from '../links/candidate-links.ts'
import { hasLink, newToken, setLinkToken } from '../links/password-links.ts'
import { bundledCount } from './staff-notices.ts'

const minutes = 60_000

/** Longer than any attempt can take. */
const leaseTime = 10 * minutes

/** Ms before the next attempt: 1, 2, 4, … minutes, an hour at most. */
const pauseAfter = (tries: number) => Math.min(2 ** (tries - 1), 60) * minutes

/** About four days, as is usual for mail systems (RFC 5321 §4.5.4.1). */
const maxAttempts = 100

const due = and(
  isNull(table.sent_at),
  isNull(table.failed_at),
  lte(table.next_try_at, now),
  isFree(table.lease_until, leaseTime),
  or(isNull(table.held_until), lte(table.held_until, now)),
  // The candidate may have heard of us since it was queued.
  sql`(${table.kind} <> 'still_reading' or exists (
      select 1 from applications where applications.id = ${table.application_id} and ${unheard}))`,
)

const taken = {
  id: table.id,
  kind: table.kind,
  message_id: table.message_id,
  to_address: table.to_address,
  subject: table.subject,
  text: table.text,
  html: table.html,
  calendar: table.calendar,
  attempts: table.attempts,
  reply_to: table.reply_to,
  is_too_late: sql`coalesce(${table.expires_at} <= ${now}, 0)`.mapWith(Boolean),
  has_link: sql`${hasLink} or ${hasRequest} or ${hasInvitation}`.mapWith(Boolean),
  links: table.links,
  bundled: bundledCount,
  notify_email: sql<string | null>`(select value from settings where key = 'notify_email')`,
}

/** Each attempt carries a new link, so it needs a new Message-ID to not count as a duplicate. */
const ownMessageId =
  () => sql`case when ${table.kind} in ('reset', 'invitation', 'confirmation', 'job_invitation')
  then '<' || ${randomUUID()} || substr(${table.message_id}, instr(${table.message_id}, '@'))
  else ${table.message_id} end`

const lease = (db: Db, which: SQL) =>
  db
    .update(table)
    .set({ lease_until: later(leaseTime), message_id: ownMessageId() })
    .where(sql`${table.id} in ${which}`)
    .returning(taken)

/** Alerts have the priority of receipts in the table, and few wait at a time. */
const isAlert = sql`${table.kind} = 'alert'`

/** The most urgent message, of these the one due longest; alerts after all others. */
function nextMail(db: Db) {
  const first = (priority: number, which: SQL) =>
    sql`(${db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.priority, sql.raw(String(priority))), which, due))
      .orderBy(asc(table.next_try_at), asc(table.id))
      .limit(1)})`
  const others = [0, 1, 2, 3].map((priority) => first(priority, sql`not ${isAlert}`))
  return sql`(select coalesce(${sql.join([...others, first(2, isAlert)], sql`, `)}))`
}

type Lease = ReturnType<typeof lease>
export type Mail = Awaited<Lease>[number] & {
  token: string
  /** For a mail with several links, in their order. */
  tokens?: string[]
}

/**
 * The outcome of an attempt. `untried`: the failure had nothing to do with this message; `filed`:
 * written to a file, without a mail server.
 */
export type Settled = { mail: Mail } & (
  | { end: 'sent' | 'untried' }
  | { end: 'later' | 'never' | 'expired' | 'filed'; reason: string }
)

function changes(outcome: Settled) {
  const tries = outcome.mail.attempts + 1
  const tried = { attempts: tries, ...('reason' in outcome && { last_error: outcome.reason }) }
  // Don't keep a second copy of what was sent.
  const emptied = { text: '', html: '', calendar: null }
  switch (outcome.end) {
    case 'sent':
      return {
        ...tried,
        ...emptied,
        links: null,
        sent_at: now,
        failed_at: null,
        last_error: null,
      }
    case 'expired':
      return { ...emptied, failed_at: now, last_error: outcome.reason }
    case 'never':
      return { ...tried, failed_at: now }
    case 'filed':
      return { failed_at: now, last_error: outcome.reason }
    case 'later':
      return tries >= maxAttempts
        ? { ...tried, failed_at: now }
        : { ...tried, next_try_at: later(pauseAfter(tries)) }
    case 'untried':
      // To the end of the queue, so that one message can't block the others.
      return { next_try_at: now }
  }
}

/** Does nothing if the row was deleted or another worker sent the message. */
const settle = (db: Db, outcome: Settled) =>
  db
    .update(table)
    .set({ ...changes(outcome), lease_until: null, updated_at: now })
    .where(and(eq(table.id, outcome.mail.id), isNull(table.sent_at)))

/** Whether the message still exists: deleting its application deletes it. */
export const isStillThere = async (db: Db, { id }: Mail): Promise<boolean> =>
  (await db.$count(table, eq(table.id, id))) > 0

/**
 * Stores the last outcome and leases the next message, in one transaction; then gives its links new
 * tokens.
 */
export async function exchange(
  db: Db,
  settled: Settled | undefined,
  { more }: { more: boolean },
): Promise<Mail | undefined> {
  const end = settled ? [settle(db, settled)] : []
  if (!more) {
    for (const statement of end) await statement
    return undefined
  }
  const results = await db.batch([...end, lease(db, nextMail(db))] as unknown as [Lease])
  const [mail] = results.at(-1) as Awaited<Lease>
  if (!mail) return undefined
  const { token, hash } = newToken()
  const tokens = mail.links?.map(newToken)
  // By its id: another mail may have become due since the lease.
  const leased = sql`(${mail.id})`
  const hashes = tokens?.map((each) => each.hash) ?? []
  await db.batch([
    setLinkToken(db, leased, hash),
    setRequestToken(db, leased, hash),
    setInvitationToken(db, leased, hash),
    addLink(db, leased, hash),
    addLinks(db, mail.id, hashes),
    addAlertLink(db, leased, hash),
  ])
  return { ...mail, token, ...(tokens && { tokens: tokens.map((each) => each.token) }) }
}
