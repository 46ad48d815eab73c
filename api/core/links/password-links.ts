import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import { now, outbox, passwordLinks as table, touched, users } from '#db/schema.ts'

/** Lifetimes of password links, in ms. */
const lifetimes = { reset: 15 * 60_000, invitation: 3 * 24 * 60 * 60_000 }
export type LinkKind = keyof typeof lifetimes

/**
 * The token's placeholder in stored mails; no input contains this character. The real token is
 * created on sending, and only its hash is stored.
 */
export const tokenPlaceholder = '\u0001'

/** A new token of 256 random bits, and its stored hash. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** A link with the token in its fragment, which browsers don't send to servers. */
export const linkWith = (token: string, base: string) => `${base}/reset-password#token=${token}`

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

type Recipient = { email: string; kind: LinkKind; condition?: SQL | undefined }

/**
 * Deletes expired links and the user's earlier ones. Links that last longer stay: anyone can
 * request a reset, which must not void an invitation.
 */
export function replaceLinks(db: Db, { email, kind, condition }: Recipient) {
  const whose = and(eq(users.email, email), eq(users.is_active, true), condition)
  const expires_at = databaseTime(db, lifetimes[kind])
  const them = db.select({ id: users.id }).from(users).where(whose)
  const remove = db
    .delete(table)
    .where(
      or(
        and(inArray(table.user_id, them), lte(table.expires_at, expires_at)),
        lte(table.expires_at, now),
      ),
    )
  return { whose, expires_at, remove }
}

/** A batch statement: the link of a mail that was just queued. */
export const linkOfMail = (
  db: Db,
  message_id: string,
  { whose, expires_at }: Pick<ReturnType<typeof replaceLinks>, 'whose' | 'expires_at'>,
) =>
  db.run(sql`
    insert into ${table} (id, user_id, expires_at, mail_id)
    select lower(hex(randomblob(32))), ${users.id}, ${expires_at}, ${outbox.id}
    from ${users} join ${outbox} on ${outbox.message_id} = ${message_id} where ${whose}`)

/** A link without a mail, for staff to pass on themselves; works at once. */
export function handOverLink(db: Db, { hash, ...recipient }: Recipient & { hash: string }) {
  const { whose, expires_at, remove } = replaceLinks(db, recipient)
  const insert = db.run(sql`
    insert into ${table} (id, user_id, expires_at)
    select ${hash}, ${users.id}, ${expires_at} from ${users} where ${whose}`)
  return { statements: [remove, insert] as const, expires_at }
}

/** A batch statement: sets the hash of these mails' links; those from before stop working. */
export const setLinkToken = (db: Db, mails: SQL, hash: string) =>
  db.update(table).set({ id: hash }).where(sql`${table.mail_id} in ${mails}`)

/** For a query of `outbox`: whether the mail's link still exists. */
export const hasLink =
  sql<boolean>`exists (select 1 from password_links where password_links.mail_id = outbox.id)`.mapWith(
    Boolean,
  )

const validLink = (db: Db, token: string) =>
  db
    .select({ user_id: table.user_id })
    .from(table)
    .where(and(eq(table.id, hashToken(token)), gt(table.expires_at, now)))

/** The active user of a valid link; undefined for any other token. */
export async function ownerOf(db: Db, token: string) {
  const whose = and(inArray(users.id, validLink(db, token)), eq(users.is_active, true))
  const [user] = await db.select().from(users).where(whose)
  return user
}

/** A batch statement: deletes the user's links, if `condition` holds. */
export const voidLinks = (db: Db, userId: number, condition?: SQL) =>
  db.delete(table).where(and(eq(table.user_id, userId), condition))

/**
 * Sets the password of the link's owner, deletes all their links and ends all their sessions.
 * Returns false, and does nothing, when the link was used, replaced or expired in the meantime.
 * `notices` are statements that follow.
 */
export async function useLink(
  db: Db,
  sessions: { endAll(userId: number, condition: SQL): BatchItem<'sqlite'> },
  { token, userId, password_hash }: { token: string; userId: number; password_hash: string },
  notices: readonly BatchItem<'sqlite'>[] = [],
): Promise<boolean> {
  const good = sql`${userId} in ${validLink(db, token)}`
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ password_hash, updated_at: touched(users.updated_at) })
      .where(and(eq(users.id, userId), eq(users.is_active, true), good))
      .returning({ id: users.id }),
    sessions.endAll(userId, good),
    voidLinks(db, userId, good),
    ...notices,
  ])
  return changed.length > 0
}
