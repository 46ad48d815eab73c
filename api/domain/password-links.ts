import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox, passwordLinks as table, touched, users } from '#db/schema.ts'
import type { NewMail } from './new-mail.ts'
import type { Sessions } from './sessions.ts'

/** How long a mailed link to choose a password is good for (ms). */
const lifetimes = { reset: 15 * 60_000, invitation: 3 * 24 * 60 * 60_000 }
export type LinkKind = keyof typeof lifetimes

const idOf = (token: string) => createHash('sha256').update(token).digest('hex')
const now = () => new Date().toISOString()

/** A new token of 256 random bits, and the link that carries it: in the fragment, which no browser sends to a server. */
export function newLink(base: string) {
  const token = randomBytes(32).toString('base64url')
  return { token, url: `${base}/reset-password#token=${token}` }
}

/**
 * Statements for one batch: the link in place of earlier ones, and the mail that brings it. One that
 * is good for longer stays: anybody can ask for a reset, and would make a stranger's invitation void.
 * They do nothing unless the mail's addressee is an active user for whom `condition` holds.
 */
export function sendLink(
  db: Db,
  { token, kind, mail }: { token: string; kind: LinkKind; mail: NewMail },
  condition?: SQL,
) {
  const whose = and(eq(users.email, mail.to_address), eq(users.is_active, true), condition)
  const expires_at = new Date(Date.now() + lifetimes[kind]).toISOString()
  const them = db.select({ id: users.id }).from(users).where(whose)
  return [
    db
      .delete(table)
      .where(
        or(
          and(inArray(table.user_id, them), lte(table.expires_at, expires_at)),
          lte(table.expires_at, now()),
        ),
      ),
    db.run(sql`
      insert into ${table} (id, user_id, expires_at)
      select ${idOf(token)}, ${users.id}, ${expires_at} from ${users} where ${whose}`),
    db.run(sql`
      insert into ${outbox} (message_id, to_name, to_address, subject, text, html, expires_at)
      select ${mail.message_id}, ${mail.to_name}, ${mail.to_address}, ${mail.subject},
        ${mail.text}, ${mail.html}, ${expires_at}
      from ${users} where ${whose}`),
  ] as const
}

const goodLink = (db: Db, token: string) =>
  db
    .select({ user_id: table.user_id })
    .from(table)
    .where(and(eq(table.id, idOf(token)), gt(table.expires_at, now())))

/** The active user whom a link that is still good belongs to; undefined for any other token. */
export async function ownerOf(db: Db, token: string) {
  const whose = and(inArray(users.id, goodLink(db, token)), eq(users.is_active, true))
  const [user] = await db.select().from(users).where(whose)
  return user
}

/** A statement for the batch that gives cause: no link of this user works any more, if `condition` holds. */
export const voidLinks = (db: Db, userId: number, condition?: SQL) =>
  db.delete(table).where(and(eq(table.user_id, userId), condition))

/**
 * Sets the password of the link's owner, and with that uses up all their links and ends all their
 * sessions. Answers false when the link was used, replaced or over in the meantime: then nothing is done.
 */
export async function useLink(
  db: Db,
  sessions: Sessions,
  { token, userId, password_hash }: { token: string; userId: number; password_hash: string },
): Promise<boolean> {
  const good = sql`${userId} in ${goodLink(db, token)}`
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ password_hash, updated_at: touched(users.updated_at) })
      .where(and(eq(users.id, userId), eq(users.is_active, true), good))
      .returning({ id: users.id }),
    sessions.endAll(userId, good),
    voidLinks(db, userId, good),
  ])
  return changed.length > 0
}
