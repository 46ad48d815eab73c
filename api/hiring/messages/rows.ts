import { createHash, randomUUID } from 'node:crypto'
import { and, desc, lt, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '#api/core/http/columns.ts'
import type { Db } from '#db/client.ts'
import { applications, documentRequests, now, messages as table } from '#db/schema.ts'
import { messageRow } from './contract/row.ts'

/** The latest of a conversation; earlier ones are in the exports. */
const maxShown = 500

/** SQL: the candidate wrote it. */
export const isFromCandidate = sql`${table.author_name} is null`

const from = sql<'staff' | 'candidate'>`iif(${isFromCandidate}, 'candidate', 'staff')`

const mail_state = sql<'waiting' | 'sent' | 'failed' | null>`(
  select case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end
  from outbox where outbox.id = ${table.mail_id})`

/** Begins the stored key of a message that asks for a file; withdrawing it deletes the request only. */
const requestPrefix = 'document-request '

const is_withdrawn = sql`(${table.idempotency_key} like ${`${requestPrefix}%`} and not exists (
  select 1 from ${documentRequests} where message_id = messages.id))`.mapWith(Boolean)

const columns = { ...columnsOf(table, messageRow), from, is_withdrawn, mail_state }

/** The latest messages, from before one of them, of the application that `which` selects; oldest first. */
export const readMessages = async (
  db: Db,
  which: SQL,
  { before, limit = maxShown }: { before?: number | undefined; limit?: number } = {},
) =>
  (
    await db
      .select(columns)
      .from(table)
      .where(
        and(
          sql`${table.application_id} in ${which}`,
          before === undefined ? undefined : lt(table.id, before),
        ),
      )
      .orderBy(desc(table.id))
      .limit(limit)
  ).reverse()
type Message = Awaited<ReturnType<typeof readMessages>>[number]

/** Marks what the other side wrote as read, of these messages only: more may have arrived. */
export async function markRead(db: Db, shown: readonly Message[], by: Message['from']) {
  const unread = shown.flatMap(({ id, from, read_at }) => (from !== by && !read_at ? [id] : []))
  if (!unread.length) return
  await db
    .update(table)
    .set({ read_at: now })
    .where(
      sql`${table.id} in (select value from json_each(${JSON.stringify(unread)})) and ${table.read_at} is null`,
    )
}

/**
 * The stored key of a message. The text is part of it: a form that is sent again after a failure may
 * have been changed, and then both were written.
 */
export const keyOf = (sender: string, header: string | undefined, text: string) =>
  createHash('sha256')
    .update(JSON.stringify([sender, header ?? randomUUID(), text]))
    .digest('hex')

/** The same for a message that asks for a file. */
export const requestKeyOf = (...parts: Parameters<typeof keyOf>) => requestPrefix + keyOf(...parts)

/** A batch statement. */
export const messagesWithKey = (db: Db, key: string) =>
  db.select(columns).from(table).where(sql`${table.idempotency_key} = ${key}`)

export const messageWithKey = async (db: Db, key: string) => {
  const [row] = await messagesWithKey(db, key)
  return row
}

/** SQL: fewer than `max` messages of that side about the application in 24 hours. */
export const mayWrite = (side: SQL, max: number) => sql`(select count(*) from (
  select 1 from ${table} where ${table.application_id} = ${applications.id} and ${side}
    and ${table.created_at} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
  limit ${max})) < ${max}`

/** SQL: no message has this key yet. */
export const isNewKey = (key: string) =>
  sql`not exists (select 1 from ${table} where ${table.idempotency_key} = ${key})`
