import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client.ts'
import { isFree, later, now, deliveries as table, touched, webhooks } from '#db/schema.ts'
import type { Attempt, Receiver } from './send.ts'

const minutes = 60_000
const hours = 60 * minutes

/** Ms before the next attempt: ten attempts within three days. */
export const pausesMs = [
  5_000,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  20.4 * hours,
] as const

/** A delivery that fails for this long holds back no later ones of its subject. */
const maxHoldMs = hours

/** From this attempt on, which is after half an hour, admins are told. */
const notifyFrom = 4

/** SQL: when one must have begun to fail that holds back no later ones. */
export const holdOver = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${maxHoldMs / 1000} seconds`})`

/**
 * SQL: an earlier one about the same subject comes first: it is being sent, it is due, or it waits
 * for its next attempt while the earliest of them has not failed for an hour.
 */
const isHeldBack = (leaseMs: number) => sql`exists (
  select 1 from ${table} as earlier
  where earlier.webhook_id = ${table.webhook_id} and earlier.subject = ${table.subject}
    and earlier.id < ${table.id} and earlier.state = 'waiting'
    and (earlier.next_at <= ${now} or not ${isFree(sql`earlier.lease_until`, leaseMs)} or not exists (
      select 1 from ${table} as first
      where first.webhook_id = ${table.webhook_id} and first.subject = ${table.subject}
        and first.id < ${table.id} and first.state = 'waiting' and first.failing_since <= ${holdOver})))`

const isDue = sql`${table.state} = 'waiting' and ${table.next_at} <= ${now}`

/** The secret before the last rotation, while it signs too. */
export const oldSecret = sql<
  string | null
>`iif(${webhooks.old_secret_until} > ${now}, ${webhooks.old_secret}, null)`

/** SQL: it can be sent now. */
const isReady = (leaseMs: number) =>
  sql`${isDue} and ${isFree(table.lease_until, leaseMs)} and not ${isHeldBack(leaseMs)}`

/** The active webhooks for which something is due. */
export const readDue = (db: Db, leaseMs: number): Promise<(Receiver & { id: number })[]> =>
  db
    .select({
      id: webhooks.id,
      url: webhooks.url,
      format: webhooks.format,
      secret: webhooks.secret,
      old_secret: oldSecret,
    })
    .from(webhooks)
    .where(
      sql`${webhooks.is_active} = 1 and exists (
        select 1 from ${table} where ${table.webhook_id} = ${webhooks.id} and ${isReady(leaseMs)})`,
    )

/** A batch statement: reserves up to `count` deliveries of the webhook for this process. */
export const lease = (
  db: Db,
  { webhook, count, leaseMs }: { webhook: number; count: number; leaseMs: number },
) =>
  db
    .update(table)
    .set({ lease_until: later(leaseMs) })
    .where(
      sql`${table.id} in (
        select ${table.id} from ${table}
        where ${table.webhook_id} = ${webhook} and ${isReady(leaseMs)} and ${isActive(webhook)}
        order by ${table.next_at}, ${table.id} limit ${count})`,
    )
    .returning({
      id: table.id,
      webhook_id: table.webhook_id,
      message_id: table.message_id,
      event: table.event,
      data: table.data,
      created_at: table.created_at,
      attempts: table.attempts,
    })

export type Delivery = Awaited<ReturnType<typeof lease>>[number]

/** A batch statement: gives up what waits for the webhook. The lease of what is being sent stays. */
export const giveUp = (db: Db, webhook: number | SQL, error: string) =>
  db
    .update(table)
    .set({ state: 'failed', error, ended_at: now })
    .where(sql`${table.webhook_id} = ${webhook} and ${table.state} = 'waiting'`)

/**
 * Batch statements: store the outcome of an attempt. One that arrived counts also where the webhook
 * was switched off meanwhile.
 */
export function settle(db: Db, { id, attempts, webhook_id }: Delivery, outcome: Attempt) {
  const which = sql`${table.id} = ${id} and ${table.state} <> 'delivered'`
  if (outcome.end === 'untried')
    return [db.update(table).set({ lease_until: null }).where(which)] as const
  const tries = attempts + 1
  const { status } = outcome
  const tried = { attempts: tries, status, lease_until: null }
  if (outcome.end === 'delivered')
    return [
      db
        .update(table)
        .set({ ...tried, state: 'delivered', error: null, ended_at: now })
        .where(which),
    ] as const
  const { error } = outcome
  const pause = pausesMs[attempts]
  const failing_since = sql`coalesce(${table.failing_since}, ${now})`
  const isGone = status === 410
  const change = db
    .update(table)
    .set({
      ...tried,
      error,
      failing_since,
      ...(pause === undefined || isGone
        ? { state: 'failed' as const, ended_at: now }
        : { next_at: later(pause) }),
    })
    .where(and(eq(table.id, id), eq(table.state, 'waiting')))
  if (!isGone) return [change] as const
  return [
    change,
    db
      .update(webhooks)
      .set({ is_active: false, updated_at: touched(webhooks.updated_at) })
      .where(eq(webhooks.id, webhook_id)),
    giveUp(db, webhook_id, error),
  ] as const
}

/** Whether admins are told of the failed attempt, unless they were within a day. */
export const isWorthMail = ({ attempts }: Delivery, outcome: Attempt): boolean =>
  outcome.end === 'failed' && (attempts + 1 >= notifyFrom || outcome.status === 410)

/** SQL: the webhook is not switched off. */
export const isActive = (webhook: number) =>
  sql`exists (select 1 from ${webhooks} where id = ${webhook} and is_active = 1)`

/** SQL: admins were not told of failures of the webhook within a day. */
export const isUntold = (webhook: number) => sql`exists (
  select 1 from ${webhooks} where id = ${webhook}
    and (notified_at is null or notified_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')))`

/** A batch statement, after the mail. */
export const noteTold = (db: Db, webhook: number): BatchItem<'sqlite'> =>
  db
    .update(webhooks)
    .set({ notified_at: now })
    .where(sql`${webhooks.id} = ${webhook} and ${isUntold(webhook)}`)

/** Rows per statement: a few milliseconds. */
const step = 500

/** Deletes deliveries 30 days after they arrived or were given up. */
export async function forgetOldDeliveries(db: Db, signal?: AbortSignal): Promise<void> {
  const old = sql`${table.state} <> 'waiting' and ${table.ended_at} < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`
  for (let isLeft = true; isLeft && !signal?.aborted; ) {
    const removed = await db
      .delete(table)
      .where(sql`${table.id} in (select ${table.id} from ${table} where ${old} limit ${step})`)
      .returning({ id: table.id })
    isLeft = removed.length === step
  }
}
