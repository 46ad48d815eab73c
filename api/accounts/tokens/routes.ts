import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import { paging } from '#api/core/http/contract/paging.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { reviewsSome } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { route, signedIn } from '#api/core/route/route.ts'
import { databaseNow } from '#db/clock.ts'
import { type ApiScope, apiScopes } from '#db/enums.ts'
import { apiTokens as table, users } from '#db/schema.ts'
import { may } from '../auth/contract/access.ts'
import { assertUnchanged, unchanged } from '../auth/password/own-password.ts'
import { actorMay } from '../users/rules.ts'
import { createdTokenRow, tokenRow } from './contract/row.ts'
import { mayGrant, needsFor } from './contract/scopes.ts'
import { maxTokens, newApiToken } from './contract.ts'
import { newApiTokenText } from './tokens.ts'

const missing = 'Token not found'

const columns = {
  id: table.id,
  name: table.name,
  scopes: table.scopes,
  created_at: table.created_at,
  expires_at: table.expires_at,
  last_used_on: table.last_used_on,
  user_id: table.user_id,
  user_name: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
}

const rowsOf = ({ var: { db } }: Context<Env>, where: SQL | undefined) =>
  db.select(columns).from(table).innerJoin(users, eq(users.id, table.user_id)).where(where)

/** SQL: `mayGrant` at the time of the write. */
const stillMayGrant = (actor: number, scope: ApiScope) =>
  or(
    ...needsFor[scope].map((need) =>
      need === 'review_applications'
        ? sql`exists (select 1 from ${users}
            where ${users.id} = ${actor} and ${users.is_active} = 1 and ${reviewsSome})`
        : actorMay(actor, need),
    ),
  )

function refuseScopes(me: User, scopes: readonly ApiScope[]) {
  const refused = scopes.filter((scope) => !mayGrant(me, scope))
  if (refused.length)
    throw Problem.field(
      400,
      'scopes',
      `You can only give scopes for what you may do yourself: not ${refused.join(', ')}`,
    )
}

/** Clocks differ: a year ahead by the client's may be a moment more by ours. */
const toleranceMs = 60 * 60 * 1000

/** The time as it is stored; 400 unless it is ahead, and by a year at most. */
function expiryOf({ var: { db } }: Context<Env>, given: string) {
  const now = databaseNow(db)
  const yearAhead = new Date(now)
  yearAhead.setUTCFullYear(yearAhead.getUTCFullYear() + 1)
  const time = Date.parse(given)
  if (time <= now) throw Problem.field(400, 'expires_at', 'Choose a time that is still ahead')
  if (time > yearAhead.getTime() + toleranceMs)
    throw Problem.field(400, 'expires_at', 'Choose a time within a year from now')
  return new Date(time).toISOString()
}

/** Tokens with which programs call the API. They themselves can't call these routes. */
export const tokens = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List API tokens',
        description:
          'Your own, newest first; for admins those of everyone. Expired ones stay for 30 days.',
        access: signedIn,
        query: paging,
        answers: { 200: tokenRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const where = may(me, 'admin') ? undefined : eq(table.user_id, me.id)
        const rows = pageOf(c, db.$count(table, where), (limit, offset) =>
          rowsOf(c, where).orderBy(desc(table.id)).limit(limit).offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create an API token',
        description:
          'It acts as you, within its scopes, as long as you may do so yourself. It ends with your account, not with your password.',
        access: signedIn,
        json: {
          schema: newApiToken,
          example: {
            name: 'HR system',
            scopes: ['applications:read'],
            expires_at: '2027-03-31T12:00:00Z',
          },
        },
        answers: { 201: createdTokenRow, 409: 'refused' },
        audit: 'token.created',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const { name, ...input } = c.req.valid('json')
        const scopes = apiScopes.filter((scope) => input.scopes.includes(scope))
        refuseScopes(me, scopes)
        const expires_at = expiryOf(c, input.expires_at)
        const { token, hash } = newApiTokenText()
        const [{ rowsAffected }] = await db.batch([
          db.run(sql`
            insert into ${table} (user_id, hash, name, scopes, expires_at)
            select ${me.id}, ${hash}, ${name}, ${JSON.stringify(scopes)}, ${expires_at}
            where ${and(unchanged(c, me), ...scopes.map((scope) => stillMayGrant(me.id, scope)))}
              and (select count(*) from ${table} where user_id = ${me.id}) < ${maxTokens}`),
          ...(await noticeOf(c, me, 'token')),
        ])
        if (!rowsAffected) {
          await assertUnchanged(c, me)
          if ((await db.$count(table, eq(table.user_id, me.id))) < maxTokens)
            throw new Problem(403, "You don't have permission to do this")
          throw new Problem(
            409,
            `You have ${maxTokens} tokens already. Revoke one that is no longer used.`,
          )
        }
        const [created] = await rowsOf(c, eq(table.hash, hash))
        const row = orNotFound(created, missing)
        c.set('auditTarget', { id: row.id, subject: name })
        c.set('auditDetail', { scopes: scopes.join(' '), expires_on: expires_at.slice(0, 10) })
        log.info({ token: row.id, by: me.id }, 'API token created')
        return c.json({ ...row, token }, 201)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Revoke an API token',
        description: 'At once. Admins revoke those of others too.',
        access: signedIn,
        answers: { 204: null, 404: 'refused' },
        audit: 'token.revoked',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const whose = or(eq(table.user_id, me.id), actorMay(me.id, 'admin'))
        const [[before]] = await db.batch([
          rowsOf(c, and(eq(table.id, id), whose)),
          db.delete(table).where(and(eq(table.id, id), whose)),
        ])
        const { name, user_id, user_name } = orNotFound(before, missing)
        c.set('auditTarget', { id, subject: name })
        if (user_id !== me.id) c.set('auditDetail', { made_by: user_name })
        log.info({ token: id, by: me.id }, 'API token revoked')
        return c.body(null, 204)
      },
    ),
  )
