import { createHash, randomBytes } from 'node:crypto'
import { DrizzleSQLiteAdapter } from '@lucia-auth/adapter-drizzle'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import { Lucia, TimeSpan } from 'lucia'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaFor>
    UserId: number
    DatabaseSessionAttributes: { created_at: number }
    DatabaseUserAttributes: typeof users.$inferSelect
  }
}

/** A session ends after this long without use … */
const idle = new TimeSpan(8, 'h')
/** … and in any case this long after sign-in (seconds). */
const absolute = 7 * 24 * 60 * 60

const luciaFor = (db: Db) =>
  new Lucia(new DrizzleSQLiteAdapter(db, sessions, users), {
    sessionExpiresIn: idle,
    getSessionAttributes: ({ created_at }) => ({ created_at }),
    getUserAttributes: ({ password_hash: _, id: __, ...fields }) => fields,
  })

const seconds = () => Math.floor(Date.now() / 1000)
const idOf = (token: string) => createHash('sha256').update(token).digest('hex')

export type Sessions = ReturnType<typeof createSessions>

/** Sessions on Lucia, which nothing else here knows. Lucia's session id is the token's hash, so that the table holds nothing to sign in with. */
export function createSessions(db: Db) {
  const lucia = luciaFor(db)
  return {
    /** Starts a session and answers its token, which is never seen again: 256 random bits. */
    async start(userId: number): Promise<string> {
      // Nobody asks for a session that has ended; signing in is rare enough to sweep them out.
      await lucia.deleteExpiredSessions()
      const token = `foyer_${randomBytes(32).toString('base64url')}`
      await lucia.createSession(userId, { created_at: seconds() }, { sessionId: idOf(token) })
      return token
    },

    /** The active user that the token belongs to, without the password's hash; null for an unknown or ended session. Using it prolongs it. */
    async userOf(token: string) {
      const { session, user } = await lucia.validateSession(idOf(token))
      if (!session || !user.is_active) return null
      if (session.created_at + absolute > seconds()) return user
      await lucia.invalidateSession(session.id)
      return null
    },

    end: (token: string) => lucia.invalidateSession(idOf(token)),

    /** A statement for the batch that gives cause: ends all sessions of a user but the one of `token`, if `condition` holds. */
    endOthers: (userId: number, token: string, condition?: SQL) =>
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, idOf(token)), condition)),

    /** The same for all sessions of a user. */
    endAll: (userId: number, condition?: SQL) =>
      db.delete(sessions).where(and(eq(sessions.userId, userId), condition)),
  }
}
