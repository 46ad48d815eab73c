import { createHash, randomBytes } from 'node:crypto'
import { DrizzleSQLiteAdapter } from '@lucia-auth/adapter-drizzle'
import { and, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { Lucia, TimeSpan } from 'lucia'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { needsEnrolment } from '../second-factor/second-factor.ts'

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaFor>
    UserId: number
    DatabaseSessionAttributes: {
      created_at: number
      user_agent: string | null
      /** Of sign-ins with the company. */
      identity_id?: number | null
      /** Set on sessions that were looked up: the user must set up two-step sign-in first. */
      isPendingEnrolment?: boolean
    }
    DatabaseUserAttributes: typeof users.$inferSelect & {
      /** The jobs on whose hiring team they are. */
      team_jobs: number[]
    }
  }
}

/** Idle timeout of a session. */
const idle = new TimeSpan(8, 'h')
/** Seconds after sign-in when a session ends in any case. */
const absolute = 7 * 24 * 60 * 60

/** In seconds. Who signed in so recently needs no password to add or remove a passkey, if they have none for anything. */
const recent = 10 * 60

/** Ms of idle time that must pass before use extends a session, to avoid a write per call. */
const tolerance = 5 * 60 * 1000

/** Lucia's adapter, with one prepared query instead of two for the lookup before each call. */
function adapterFor(db: Db) {
  const adapter = new DrizzleSQLiteAdapter(db, sessions, users)
  const sessionAndUser = db
    .select({
      session: sessions,
      user: users,
      // A second step of the sign-in itself is enough.
      isPendingEnrolment:
        sql`(${sessions.second_factor} = 0 and ${needsEnrolment(users.id)})`.mapWith(Boolean),
      team_jobs: teamJobs,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare()
  adapter.getSessionAndUser = async (sessionId) => {
    const found = await sessionAndUser.get({ id: sessionId })
    if (!found) return [null, null]
    const { session, user, isPendingEnrolment, team_jobs } = found
    const expiresAt = new Date(session.expiresAt * 1000)
    return [
      {
        id: session.id,
        userId: user.id,
        expiresAt,
        attributes: { ...session, isPendingEnrolment },
      },
      { id: user.id, attributes: { ...user, team_jobs } },
    ]
  }
  return adapter
}

const luciaFor = (adapter: ReturnType<typeof adapterFor>) =>
  new Lucia(adapter, {
    sessionExpiresIn: idle,
    getSessionAttributes: ({ created_at, identity_id, isPendingEnrolment }) => ({
      created_at,
      identity_id,
      isPendingEnrolment,
    }),
    getUserAttributes: ({ password_hash, id: _, ...fields }) => ({
      ...fields,
      has_password: password_hash !== null,
    }),
  })

const seconds = () => Math.floor(Date.now() / 1000)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const idOf = sha256
const newToken = () => `foyer_${randomBytes(32).toString('base64url')}`

/** The session id for API responses; reveals neither the token nor its hash. */
const publicId = (id: string) => sha256(`session ${id}`).slice(0, 16)

const isoTime = (time: number) => new Date(time * 1000).toISOString()

export type Sessions = ReturnType<typeof createSessions>

declare module '#api/core/route/context.ts' {
  interface Services {
    sessions: Sessions
  }
}

/**
 * Sessions, on Lucia. Its session id is the token's hash, so the table holds no usable token.
 * @param company with `isOnly`, sessions that the company did not start count for admins alone
 */
export function createSessions(db: Db, company?: Readonly<{ isOnly: boolean }>) {
  const adapter = adapterFor(db)
  const lucia = luciaFor(adapter)

  /** Lucia extends sessions only in the second half of their idle time: some would last 4 hours. */
  async function prolong(id: string, expiresAt: Date) {
    const end = Date.now() + idle.milliseconds()
    if (expiresAt.getTime() > end - tolerance) return
    // A read must not fail because the database can't be written.
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
     * Starts a session and returns its token of 256 random bits, which is not stored.
     * @param userAgent the User-Agent header; its first 200 characters are kept
     */
    async start(userId: number, userAgent?: string): Promise<string> {
      // Expired sessions are never looked up; sign-in is rare enough to delete them here.
      await lucia.deleteExpiredSessions()
      const token = newToken()
      const about = { created_at: seconds(), user_agent: userAgent?.slice(0, 200) ?? null }
      await lucia.createSession(userId, about, { sessionId: idOf(token) })
      return token
    },

    /**
     * A batch statement that starts a session if `condition` holds, its token, and one that removes
     * expired sessions. `identity_id` and `sid` are of a sign-in with the company.
     */
    startIf(
      userId: number,
      condition: SQL,
      {
        user_agent,
        identity_id = null,
        sid = null,
        second_factor = false,
      }: {
        user_agent: string | undefined
        identity_id?: number | null
        sid?: string | null
        second_factor?: boolean
      },
    ) {
      const token = newToken()
      const ends = seconds() + idle.seconds()
      const start = db.run(sql`
        insert into ${sessions}
          (id, user_id, expires_at, created_at, user_agent, identity_id, sid, second_factor)
        select ${idOf(token)}, ${userId}, ${ends}, ${seconds()}, ${user_agent?.slice(0, 200) ?? null},
          ${identity_id}, ${sid}, ${Number(second_factor)}
        where ${condition}`)
      return { token, start, expire: db.delete(sessions).where(lte(sessions.expiresAt, seconds())) }
    },

    /**
     * The active user of the token, without the password hash, and whether they must set up
     * two-step sign-in first; null for an unknown or ended session. Extends the session.
     */
    async find(token: string) {
      const { session, user } = await lucia.validateSession(idOf(token))
      if (!session || !user.is_active) return null
      if (session.created_at + absolute <= seconds()) {
        await lucia.invalidateSession(session.id)
        return null
      }
      // Begun before the setting, or as an admin.
      if (company?.isOnly && user.role !== 'admin' && !session.identity_id) return null
      await prolong(session.id, session.expiresAt)
      return { user, isPendingEnrolment: session.isPendingEnrolment === true }
    },

    /** A user's open sessions, newest first; `current` marks the one of `token`. */
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

    /** Ends the session with this id from `list`; false when the user has no such session. */
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

    /** The same, and they signed in within the last ten minutes. */
    isRecent: (userId: number, token: string) =>
      sql`exists (
        select 1 from sessions session join users owner on owner.id = session.user_id
        where session.id = ${idOf(token)} and owner.id = ${userId} and owner.is_active = 1
          and session.created_at > ${seconds() - recent})`,

    /** The same, with the company. */
    isFreshFromCompany: (userId: number, token: string) =>
      sql`exists (
        select 1 from sessions session join users owner on owner.id = session.user_id
        where session.id = ${idOf(token)} and owner.id = ${userId} and owner.is_active = 1
          and session.identity_id is not null and session.created_at > ${seconds() - recent})`,

    /** SQL: this session began with the company's sign-in. */
    isFromCompany: (token: string) =>
      sql`exists (
        select 1 from sessions session
        where session.id = ${idOf(token)} and session.identity_id is not null)`,

    /** SQL: the sign-in of this session had a second step. */
    hadSecondStep: (token: string) =>
      sql<boolean>`exists (
        select 1 from sessions session where session.id = ${idOf(token)} and session.second_factor = 1)`.mapWith(
        Boolean,
      ),

    end: (token: string) => lucia.invalidateSession(idOf(token)),

    /** A batch statement: ends the user's other sessions, if `condition` holds. */
    endOthers: (userId: number, token: string, condition?: SQL) =>
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, idOf(token)), condition)),

    /** A batch statement: ends the sessions for which `condition` holds, and returns whose. */
    endThose: (condition: SQL | undefined) =>
      db
        .delete(sessions)
        .where(condition ?? sql`0`)
        .returning({ user_id: sessions.userId }),

    /** A batch statement: ends all sessions of the user, if `condition` holds. */
    endAll: (userId: number, condition?: SQL) =>
      db.delete(sessions).where(and(eq(sessions.userId, userId), condition)),
  }
}
