import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { admins, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { sessions as sessionTable, signInCodes, identities as table, users } from '#db/schema.ts'
import { actorMay } from '../users/rules.ts'
import { identityRow } from './contract/row.ts'
import { maxWaiting } from './contract/sign-in.ts'
import { confirmation } from './contract.ts'
import { suggestedUser } from './identities.ts'

const whichUser = 'Must be the id of a user'
const missing = 'There is no such sign-in'
const unpermitted = () => new Problem(403, "You don't have permission to do this")

const columns = {
  id: table.id,
  issuer: table.issuer,
  email: table.email,
  email_verified: table.is_verified,
  name: table.name,
  user_id: table.user_id,
  suggested_user_id: suggestedUser,
  created_at: table.created_at,
  last_used_on: table.last_used_on,
}

async function load(db: Db, id: number) {
  const [row] = await db.select(columns).from(table).where(eq(table.id, id))
  return orNotFound(row, missing)
}

const targetOf = ({ id, name, email }: { id: number; name: string; email: string | null }) => ({
  id,
  subject: name || email || 'someone without a name',
})

/** Accounts at the company's provider: those that wait for an admin, and those of a person. */
export const identities = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the company sign-ins that wait',
        description: `At most ${maxWaiting}; with \`user_id\` those that are connected to the user.`,
        access: admins,
        query: {
          user_id: z.coerce.number(whichUser).int(whichUser).positive(whichUser).optional(),
        },
        answers: { 200: identityRow.array() },
      },
      async (c) => {
        const { user_id } = c.req.valid('query')
        const which = user_id === undefined ? isNull(table.user_id) : eq(table.user_id, user_id)
        const rows = await c.var.db
          .select(columns)
          .from(table)
          .where(which)
          .orderBy(desc(sql`${table.last_used_on} is null`), desc(table.id))
          .limit(maxWaiting)
        return c.json(rows)
      },
    ),
  )

  .post(
    '/:id/confirm',
    route(
      {
        summary: 'Connect a company sign-in to a user',
        access: admins,
        json: { schema: confirmation, example: { user_id: 2 } },
        answers: { 200: identityRow, 404: 'refused', 409: 'refused' },
        audit: 'identity.confirmed',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const { user_id, email } = c.req.valid('json')
        const before = await load(db, id)
        const [user] = await db.select().from(users).where(eq(users.id, user_id))
        if (!user?.is_active) throw Problem.field(400, 'user_id', 'Choose an active person')
        const taken = new Problem(409, 'This sign-in is connected already')
        if (before.user_id !== null) throw taken
        c.set('auditTarget', user)
        c.set('auditDetail', { email: before.email ?? '', name: before.name })
        const [[changed]] = await db.batch([
          db
            .update(table)
            .set({ user_id })
            .where(
              and(
                eq(table.id, id),
                isNull(table.user_id),
                email === undefined ? undefined : sql`${table.email} is ${email}`,
                actorMay(me.id, 'admin'),
                sql`exists (select 1 from users owner where owner.id = ${user_id} and owner.is_active = 1)`,
              ),
            )
            .returning({ id: table.id }),
          ...(await noticeOf(c, user, 'connected', { by: me })),
        ])
        const row = await load(db, id)
        if (!changed) {
          if (row.user_id !== null) throw taken
          await refuseUnlessAdmin(db, me.id)
          if (email !== undefined && row.email !== email)
            throw new Problem(409, 'The address has changed meanwhile. Look at it again.')
          throw Problem.field(400, 'user_id', 'Choose an active person')
        }
        log.info({ identity: id, user: user_id, by: me.id }, 'company sign-in connected')
        return c.json(row)
      },
    ),
  )

  .post(
    '/:id/disconnect',
    route(
      {
        summary: 'Disconnect a company sign-in from its user',
        description:
          'Ends its sessions. It waits again: the person gets in with it only once an admin connects it.',
        access: admins,
        answers: { 200: identityRow, 404: 'refused', 409: 'refused' },
        audit: 'identity.disconnected',
      },
      async (c) => {
        const { db, sessions, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const [found] = await db
          .select({ user: users })
          .from(table)
          .leftJoin(users, eq(users.id, table.user_id))
          .where(eq(table.id, id))
        const { user } = orNotFound(found, missing)
        const waits = new Problem(409, 'This sign-in is not connected to anyone')
        if (!user) throw waits
        c.set('auditTarget', user)
        const admin = actorMay(me.id, 'admin')
        const [, , [changed]] = await db.batch([
          sessions.endThose(and(eq(sessionTable.identity_id, id), admin)),
          db.delete(signInCodes).where(and(eq(signInCodes.identity_id, id), admin)),
          db
            .update(table)
            .set({ user_id: null })
            .where(and(eq(table.id, id), eq(table.user_id, user.id), admin))
            .returning({ id: table.id }),
        ])
        if (!changed) {
          await refuseUnlessAdmin(db, me.id)
          throw waits
        }
        log.info({ identity: id, user: user.id, by: me.id }, 'company sign-in disconnected')
        return c.json(await load(db, id))
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Remove a company sign-in that waits',
        description: 'At their next sign-in the person is like someone new.',
        access: admins,
        answers: { 204: null, 404: 'refused', 409: 'refused' },
        audit: 'identity.removed',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const row = await load(db, id)
        c.set('auditTarget', targetOf(row))
        const [[removed]] = await db.batch([
          db
            .delete(table)
            .where(and(eq(table.id, id), isNull(table.user_id), actorMay(me.id, 'admin')))
            .returning({ id: table.id }),
        ])
        if (!removed) {
          await refuseUnlessAdmin(db, me.id)
          throw new Problem(409, 'Disconnect this sign-in first')
        }
        log.info({ identity: id, by: me.id }, 'waiting company sign-in removed')
        return c.body(null, 204)
      },
    ),
  )

async function refuseUnlessAdmin(db: Db, id: number) {
  const [row] = await db.all<{ admin: number }>(sql`select ${actorMay(id, 'admin')} as admin`)
  if (!row?.admin) throw unpermitted()
}
