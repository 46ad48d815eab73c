import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { hashToken } from '#api/core/links/password-links.ts'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import { now, apiTokens as table, users } from '#db/schema.ts'
import { hasCompanyStep, needsEnrolment } from '../auth/second-factor/second-factor.ts'
import { tokenPrefix } from './contract/scopes.ts'

/** A new API token of 256 random bits, and its stored hash. */
export function newApiTokenText() {
  const token = tokenPrefix + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

const today = sql<string>`date('now')`

type Tokens = ReturnType<typeof createTokens>

declare module '#api/core/route/context.ts' {
  interface Services {
    tokens: Tokens
  }
}

/**
 * The API tokens with which programs act for people.
 * @param issuer the company's provider, where one is set up
 */
export function createTokens(db: Db, issuer?: string) {
  const lookup = db
    .select({
      apiToken: { id: table.id, name: table.name, scopes: table.scopes },
      usedToday: sql<boolean>`${table.last_used_on} is ${today}`.mapWith(Boolean),
      user: users,
      // The company's sign-in may be what asks them for a second step.
      isPendingEnrolment:
        sql<boolean>`(${needsEnrolment(users.id)} and not ${hasCompanyStep(users.id, issuer)})`.mapWith(
          Boolean,
        ),
      team_jobs: teamJobs,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.user_id))
    .where(
      and(
        eq(table.hash, sql.placeholder('hash')),
        gt(table.expires_at, now),
        eq(users.is_active, true),
      ),
    )
    .prepare()

  return {
    /**
     * The token with its active maker, as they are now, without the password hash; null for an
     * unknown, revoked or expired token. Notes the day of the use.
     */
    async find(token: string) {
      const found = await lookup.get({ hash: hashToken(token) })
      if (!found) return null
      const { apiToken, usedToday, isPendingEnrolment, team_jobs } = found
      const { password_hash, ...user } = found.user
      if (!usedToday)
        await db
          .update(table)
          .set({ last_used_on: today })
          .where(eq(table.id, apiToken.id))
          // A read must not fail because the database can't be written.
          .catch(() => undefined)
      const maker = { ...user, has_password: password_hash !== null, team_jobs }
      return { user: maker, isPendingEnrolment, apiToken }
    },

    /** A batch statement: ends all tokens of the user, if `condition` holds. */
    endAll: (userId: number, condition: SQL) =>
      db.delete(table).where(and(eq(table.user_id, userId), condition)),
  }
}

/** Deletes tokens that expired a month ago: until then their makers see why a program stopped. */
export const forgetExpired = async (db: Db) =>
  void (await db
    .delete(table)
    .where(lt(table.expires_at, sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`)))
