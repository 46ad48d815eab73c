import { createHash, randomBytes } from 'node:crypto'
import { DrizzleSQLiteAdapter } from '@lucia-auth/adapter-drizzle'
import { and, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { Lucia, TimeSpan } from 'lucia'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { needsEnrolment } from './second-factor.ts'

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaFor>
    UserId: number
    DatabaseSessionAttributes: {
      created_at: number
      user_agent: string | null
      /** Must set up two-step sign-in first; known of a session that was looked up. */
      isPendingEnrolment?: boolean
    }
    DatabaseUserAttributes: typeof users.$inferSelect
  }
}

/** A session ends after this long without use … */
const idle = new TimeSpan(8, 'h')
/** … and in any case this long after sign-in (seconds). */
const absolute = 7 * 24 * 60 * 60

/** Using a session prolongs it once it has lost this much of its idle time (ms): a write for each call would be too many. */
const tolerance = 5 * 60 * 1000

/** Lucia's own, but for the question before every call: one query in place of two, and made once. */
function adapterFor(db: Db) {
  const adapter = new DrizzleSQLiteAdapter(db, sessions, users)
  const sessionAndUser = db
    .select({ session: sessions, user: users, isPendingEnrolment: needsEnrolment(users.id) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare()
  adapter.getSessionAndUser = async (sessionId) => {
    const found = await sessionAndUser.get({ id: sessionId })
    if (!found) return [null, null]
    const { session, user, isPendingEnrolment } = found
    const expiresAt = new Date(session.expiresAt * 1000)
    return [
      {
        id: session.id,
        userId: user.id,
        expiresAt,
        attributes: { ...session, isPendingEnrolment },
      },
      { id: user.id, attributes: user },
    ]
  }
  return adapter
}

const luciaFor = (adapter: ReturnType<typeof adapterFor>) =>
  new Lucia(adapter, {
    sessionExpiresIn: idle,
    getSessionAttributes: ({ created_at, isPendingEnrolment }) => ({
      created_at,
      isPendingEnrolment,
    }),
    getUserAttributes: ({ password_hash: _, id: __, ...fields }) => fields,
  })

const seconds = () => Math.floor(Date.now() / 1000)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Of the session that the token belongs to. */
const idOf = sha256

/** What a session is called outside: nothing leads from it to the token, or to the token's hash. */
const publicId = (id: string) => sha256(`session ${id}`).slice(0, 16)

const isoTime = (time: number) => new Date(time * 1000).toISOString()

export type Sessions = ReturnType<typeof createSessions>

/** Sessions on Lucia, which nothing else here knows. Lucia's session id is the token's hash, so that the table holds nothing to sign in with. */
export function createSessions(db: Db) {
  const adapter = adapterFor(db)
  const lucia = luciaFor(adapter)

  /** Lucia itself waits until half of the idle time is over, and would end a session after four hours. */
  async function prolong(id: string, expiresAt: Date) {
    const end = Date.now() + idle.milliseconds()
    if (expiresAt.getTime() > end - tolerance) return
    // A call that only reads need not fail because nothing can be written just now.
    await adapter.updateSessionExpiration(id, new Date(end)).catch(() => undefined)
  }

  const openSessions = (userId: number) =>
    db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          gt(sessions.expiresAt, seconds()),
          gt(sessions.created_at, seconds() - absolute),
        ),
      )
      .orderBy(desc(sessions.created_at), sessions.id)

  return {
    /**
     * Starts a session and answers its token, which is never seen again: 256 random bits.
     * @param userAgent what the browser calls itself; its first 200 characters are kept
     */
    async start(userId: number, userAgent?: string): Promise<string> {
      // Nobody asks for a session that has ended; signing in is rare enough to sweep them out.
      await lucia.deleteExpiredSessions()
      const token = `foyer_${randomBytes(32).toString('base64url')}`
      const about = { created_at: seconds(), user_agent: userAgent?.slice(0, 200) ?? null }
      await lucia.createSession(userId, about, { sessionId: idOf(token) })
      return token
    },

    /**
     * The active user that the token belongs to, without the password's hash, and whether they are
     * held up by two-step sign-in; null for an unknown or ended session. Using it prolongs it.
     */
    async find(token: string) {
      const { session, user } = await lucia.validateSession(idOf(token))
      if (!session || !user.is_active) return null
      if (session.created_at + absolute <= seconds()) {
        await lucia.invalidateSession(session.id)
        return null
      }
      await prolong(session.id, session.expiresAt)
      return { user, isPendingEnrolment: session.isPendingEnrolment === true }
    },

    /** A person's open sessions, newest first, for themselves to look at; `current` is the one of `token`. */
    async list(userId: number, token: string) {
      const current = idOf(token)
      return (await openSessions(userId)).map(({ id, created_at, expiresAt, user_agent }) => ({
        id: publicId(id),
        created_at: isoTime(created_at),
        expires_at: isoTime(Math.min(expiresAt, created_at + absolute)),
        user_agent,
        current: id === current,
      }))
    },

    /** Ends the session that `list` calls by this id; false when the person has none of that name. */
    async endListed(userId: number, listed: string): Promise<boolean> {
      const session = (await openSessions(userId)).find(({ id }) => publicId(id) === listed)
      if (session) await lucia.invalidateSession(session.id)
      return session !== undefined
    },

    /** A condition for a write: this session of the active user is still open. */
    isOpen: (userId: number, token: string) =>
      sql`exists (
        select 1 from sessions session join users owner on owner.id = session.user_id
        where session.id = ${idOf(token)} and owner.id = ${userId} and owner.is_active = 1)`,

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
