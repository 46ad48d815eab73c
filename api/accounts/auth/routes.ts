import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { stale } from '#api/core/http/rows.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { voidLinks } from '#api/core/links/password-links.ts'
import { type Env, signedInUser, signedOut } from '#api/core/route/context.ts'
import { route, signedIn, signedInBeforeEnrolment } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { touched, users } from '#db/schema.ts'
import { ownRow } from '../users/contract/row.ts'
import { passwordChange, profileChange } from './contract.ts'
import { login } from './login-routes.ts'
import { assertUnchanged, checkOwnPassword, unchanged } from './password/own-password.ts'
import { refuseOwnDoor } from './password/password-door.ts'
import { assertStrong } from './password/password-rules.ts'
import { hashPassword } from './password/passwords.ts'
import { passwordReset } from './password/reset-routes.ts'
import { presentSelf } from './present.ts'
import { secondFactor } from './second-factor/second-factor-routes.ts'
import { ownSessions } from './sessions/session-routes.ts'
import { unlessTaken } from './taken-address.ts'

const readOnly = [
  'id',
  'role',
  'is_active',
  'permissions',
  'created_at',
  'company_sign_in',
  'has_password',
  'team_jobs',
]

export const auth = new Hono<Env>()

  .route('/', login)

  .route('/', passwordReset)

  .get(
    '/profile',
    route(
      {
        summary: 'Read your own account',
        access: signedInBeforeEnrolment,
        answers: { 200: ownRow },
      },
      (c) => c.json(presentSelf(c, signedInUser(c), c.var.pendingEnrolment !== null)),
    ),
  )

  .post(
    '/logout',
    route(
      {
        summary: 'Sign out',
        access: signedInBeforeEnrolment,
        answers: { 204: null },
        audit: 'session.ended',
      },
      async (c) => {
        if (c.var.token) await c.var.sessions.end(c.var.token)
        return c.body(null, 204)
      },
    ),
  )

  .route('/second-factor', secondFactor)

  .put(
    '/profile',
    route(
      {
        summary: 'Change your own account',
        access: signedIn,
        json: { schema: profileChange, example: { first_name: 'Rita' }, readOnly },
        answers: { 200: ownRow, 409: conflictWith(ownRow), 429: 'refused' },
        audit: 'profile.changed',
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const { updated_at, currentPassword, email: typed, ...names } = c.req.valid('json')
        const email = typed?.toLowerCase()
        const moves = email !== undefined && email !== me.email
        const needed = 'Enter your current password to change the email'
        const hash = moves
          ? await checkOwnPassword(c, me, currentPassword ?? '', needed)
          : undefined
        const mine = eq(users.id, me.id)
        const row = and(
          mine,
          unchanged(c, me, hash),
          updated_at ? eq(users.updated_at, updated_at) : undefined,
        )
        const moved = sql`${Number(moves)} and exists (select 1 from ${users} where ${row})`
        const [, [changed], , [current]] = await unlessTaken(
          db.batch([
            ...(await noticeOf(c, me, 'email', { condition: moved })),
            db
              .update(users)
              .set({ ...names, ...(moves && { email }), updated_at: touched(users.updated_at) })
              .where(row)
              .returning(),
            // Password links were sent to the old address.
            voidLinks(db, me.id, moves ? sql`changes() > 0` : sql`0`),
            db.select().from(users).where(mine),
          ]),
        )
        if (!changed) {
          await assertUnchanged(c, me, hash)
          throw stale(presentSelf(c, { ...me, ...current }))
        }
        return c.json(presentSelf(c, { ...me, ...changed }))
      },
    ),
  )

  .post(
    '/change-password',
    route(
      {
        summary: 'Change your own password',
        access: signedIn,
        json: {
          schema: passwordChange,
          example: { currentPassword: 'four red bottles', newPassword: 'three green bottles' },
        },
        answers: { 204: null, 409: 'refused', 429: 'refused' },
        audit: 'password.changed',
      },
      async (c) => {
        const { db, sessions, log } = c.var
        const me = signedInUser(c)
        const { currentPassword, newPassword } = c.req.valid('json')
        refuseOwnDoor(c, me)
        const hash = await checkOwnPassword(c, me, currentPassword ?? '')
        const { site_name } = await readSiteSettings(db)
        await assertStrong('newPassword', newPassword, me, site_name)
        const password_hash = await hashPassword(newPassword)
        const mine = eq(users.id, me.id)
        const isSet = sql`exists (select 1 from ${users} where ${mine} and ${users.password_hash} = ${password_hash})`
        const [[changed]] = await db.batch([
          db
            .update(users)
            .set({ password_hash, updated_at: touched(users.updated_at) })
            .where(and(mine, unchanged(c, me, hash)))
            .returning({ id: users.id }),
          sessions.endOthers(me.id, c.var.token ?? '', isSet),
          voidLinks(db, me.id, isSet),
          ...(await noticeOf(c, me, 'password', { condition: isSet })),
        ])
        if (!changed) {
          await assertUnchanged(c, me, hash)
          throw signedOut()
        }
        log.info({ user: me.id }, 'password changed')
        return c.body(null, 204)
      },
    ),
  )

  .route('/sessions', ownSessions)
