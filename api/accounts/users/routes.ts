import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { voidLinks } from '#api/core/links/password-links.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { users as table, touched } from '#db/schema.ts'
import { passwordLink } from '../auth/password/mailed-link.ts'
import { refuseOwnDoor } from '../auth/password/password-door.ts'
import { assertStrong } from '../auth/password/password-rules.ts'
import { hashPassword } from '../auth/password/passwords.ts'
import { presentAccount } from '../auth/present.ts'
import {
  hasFactor,
  remove as removeFactor,
  removePasskeys,
} from '../auth/second-factor/second-factor.ts'
import { unlessTaken } from '../auth/taken-address.ts'
import { accountRow, createdAccountRow, passwordLinkRow } from './contract/row.ts'
import { userChange, userInput } from './contract.ts'
import {
  changesEmail,
  endsSessions,
  refusal,
  refusedChange,
  refusedCreation,
  refusedDeletion,
  refusedLink,
  refusedReset,
  voidsLinks,
} from './rules.ts'

const missing = 'User not found'
const readOnly = ['id', 'created_at', 'invited', 'second_factor']
const access = can('manage_users')
const rules =
  'Only an admin creates or changes an admin or a role. Users with manage_users grant only permissions they hold, and remove permissions from, activate and deactivate only users who hold no more.'
const columns = { ...getTableColumns(table), second_factor: hasFactor }

type Named = { email: string; first_name: string; last_name: string }

/** Undefined without a password, 400 when it is easy to guess. */
async function hashFor(db: Db, person: Named, password: string | undefined) {
  if (password === undefined) return undefined
  const { site_name } = await readSiteSettings(db)
  await assertStrong('password', password, person, site_name)
  return hashPassword(password)
}

export const users = new Hono<Env>()

  .get(
    '/',
    route(
      { summary: 'List users', access, query: paging, answers: { 200: accountRow.array() } },
      async (c) => {
        const { db } = c.var
        const rows = await pageOf(c, db.$count(table), (limit, offset) =>
          db
            .select(columns)
            .from(table)
            .orderBy(desc(table.created_at), desc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(rows.map(presentAccount))
      },
    ),
  )

  .get(
    '/:id',
    route(
      { summary: 'Read a user', access, answers: { 200: accountRow, 404: 'refused' } },
      async (c) => {
        const [row] = await c.var.db
          .select(columns)
          .from(table)
          .where(eq(table.id, idOf(c, missing)))
        return c.json(presentAccount(orNotFound(row, missing)))
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a user',
        description: rules,
        access,
        json: {
          schema: userInput,
          example: {
            first_name: 'Mira',
            last_name: 'Ostergard',
            email: 'mira@example.org',
            password: 'three green bottles',
            role: 'user',
          },
          readOnly: [...readOnly, 'updated_at'],
        },
        answers: { 201: createdAccountRow, 409: 'refused', 429: 'refused' },
        audit: 'user.created',
      },
      async (c) => {
        const { db, limits, log } = c.var
        const me = signedInUser(c)
        const input = c.req.valid('json')
        if (input.company_sign_in && !c.var.companySignIn)
          throw Problem.field(409, 'company_sign_in', "The company's sign-in is not set up")
        if (!input.company_sign_in) refuseOwnDoor(c, input, 'password')
        if (input.invite) await limits.invite(me.id, input.email)
        const { first_name, last_name, email, role, is_active = true, permissions = [] } = input
        const password_hash = (await hashFor(db, input, input.password)) ?? null
        const refused = refusedCreation(me.id, input)
        const invitation = input.invite
          ? await passwordLink(c, input, 'invitation', { by: me, condition: isNull(refused) })
          : undefined
        const [[verdict], , [row]] = await unlessTaken(
          db.batch([
            db.select({ refused }).from(table).where(eq(table.id, me.id)),
            db.run(
              sql`insert into users (first_name, last_name, email, role, is_active, permissions, password_hash)
            select ${first_name}, ${last_name}, ${email}, ${role}, ${Number(is_active)}, ${JSON.stringify(permissions)}, ${password_hash}
            where ${isNull(refused)}`,
            ),
            db.select(columns).from(table).where(eq(table.email, email)),
            ...(invitation?.statements ?? []),
          ]),
        )
        const { refused: reason } = verdict ?? { refused: 'unpermitted' as const }
        if (reason) throw refusal(reason)
        const created = presentAccount(orNotFound(row, missing))
        log.info({ user: created.id, by: me.id }, 'user created')
        return c.json({ ...created, ...(invitation?.link && { invitation: invitation.link }) }, 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a user',
        description: rules,
        access,
        json: { schema: userChange, example: { last_name: 'None' }, readOnly },
        answers: { 200: accountRow, 404: 'refused', 409: conflictWith(accountRow) },
        audit: 'user.changed',
      },
      async (c) => {
        const { db, sessions, tokens, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const input = c.req.valid('json')
        const { updated_at: _, password, ...change } = input
        const [stored] = await db.select().from(table).where(eq(table.id, id))
        const person = orNotFound(stored, missing)
        if (password !== undefined)
          refuseOwnDoor(c, { role: change.role ?? person.role }, 'password')
        const password_hash = await hashFor(db, { ...person, ...change }, password)
        const refused = refusedChange(me.id, input)
        const holds = (rule: SQL) =>
          sql`exists (select 1 from users where users.id = ${id} and ${isNull(refused)} and ${rule})`
        const ends = holds(endsSessions(input))
        const replaces = sql`${Number(password !== undefined)} and users.password_hash is not null`
        // Users who change their own account keep this session.
        const own = id === me.id ? (c.var.token ?? '') : undefined
        const told = { by: me }
        const [[before], , , , , , [after]] = await unlessTaken(
          db.batch([
            db
              .select({ user: table, second_factor: hasFactor, refused })
              .from(table)
              .where(eq(table.id, id)),
            // To the old address. Setting a first password sends no notice.
            ...(await noticeOf(c, person, 'email', {
              ...told,
              condition: holds(changesEmail(input)),
            })),
            ...(await noticeOf(c, person, 'password', { ...told, condition: holds(replaces) })),
            voidLinks(db, id, holds(voidsLinks(input))),
            tokens.endAll(id, holds(sql`${Number(input.is_active === false)}`)),
            own === undefined ? sessions.endAll(id, ends) : sessions.endOthers(id, own, ends),
            db
              .update(table)
              .set({ ...change, password_hash, updated_at: touched(table.updated_at) })
              .where(and(eq(table.id, id), isNull(refused)))
              .returning(),
          ]),
        )
        const { user, second_factor, refused: reason } = orNotFound(before, missing)
        if (reason === 'stale') throw stale(presentAccount({ ...user, second_factor }))
        if (reason) throw refusal(reason)
        log.info({ user: id, by: me.id }, 'user changed')
        return c.json(presentAccount({ ...orNotFound(after, missing), second_factor }))
      },
    ),
  )

  .post(
    '/:id/invite',
    route(
      {
        summary: 'Mail a user a password link',
        description: '202 when it is mailed; 200 with the link where no mail server is set up.',
        access,
        answers: {
          200: passwordLinkRow,
          202: null,
          404: 'refused',
          409: 'refused',
          429: 'refused',
        },
        audit: 'user.invited',
      },
      async (c) => {
        const { db, limits, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const [stored] = await db.select().from(table).where(eq(table.id, id))
        const person = orNotFound(stored, missing)
        refuseOwnDoor(c, person)
        await limits.invite(me.id, person.email)
        const refused = refusedLink(me.id)
        c.set('auditTarget', person)
        const kind = person.password_hash === null ? 'invitation' : 'reset'
        const condition = isNull(refused)
        const { statements, link } = await passwordLink(c, person, kind, { by: me, condition })
        const [[verdict]] = await db.batch([
          db.select({ refused }).from(table).where(eq(table.id, id)),
          ...statements,
        ])
        const { refused: reason } = orNotFound(verdict, missing)
        if (reason) throw refusal(reason)
        log.info(
          { user: id, by: me.id, kind },
          link ? 'password link created' : 'password link sent',
        )
        if (!link) return c.body(null, 202)
        c.set('action', 'user.link_created')
        return c.json(link, 200)
      },
    ),
  )

  .delete(
    '/:id/second-factor',
    route(
      {
        summary: 'Reset the two-step sign-in of a user',
        description:
          'For users who lost their phone. Removes passkeys too, and ends all their sessions.',
        access,
        answers: { 204: null, 404: 'refused', 409: 'refused' },
        audit: 'second_factor.reset',
      },
      async (c) => {
        const { db, sessions, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const [stored] = await db.select().from(table).where(eq(table.id, id))
        const person = orNotFound(stored, missing)
        const refused = refusedReset(me.id)
        const may = sql`exists (select 1 from users where users.id = ${id} and ${isNull(refused)})`
        c.set('auditTarget', person)
        const [[verdict]] = await db.batch([
          db.select({ refused }).from(table).where(eq(table.id, id)),
          sessions.endAll(id, may),
          ...(await noticeOf(c, person, 'reset', { by: me, condition: may })),
          removeFactor(db, id, may),
          // After the app: with passkeys, `may` still holds.
          removePasskeys(db, id, may),
        ])
        const { refused: reason } = orNotFound(verdict, missing)
        if (reason) throw refusal(reason)
        log.info({ user: id, by: me.id }, 'two-step sign-in reset')
        return c.body(null, 204)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a user',
        description:
          'Nobody deletes themselves or a user with more permissions. An admin must be made a user first.',
        access,
        answers: { 204: null, 404: 'refused', 409: 'refused' },
        audit: 'user.deleted',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const refused = refusedDeletion(me.id)
        // Sessions go with their user: the foreign key cascades.
        const [[before]] = await db.batch([
          db.select({ user: table, refused }).from(table).where(eq(table.id, id)),
          db.delete(table).where(and(eq(table.id, id), isNull(refused))),
        ])
        const { user, refused: reason } = orNotFound(before, missing)
        if (reason) throw refusal(reason)
        c.set('auditTarget', user)
        log.info({ user: id, by: me.id }, 'user deleted')
        return c.body(null, 204)
      },
    ),
  )
