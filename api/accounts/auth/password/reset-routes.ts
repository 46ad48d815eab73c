import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { ownerOf, useLink } from '#api/core/links/password-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { users } from '#db/schema.ts'
import { forgottenPassword, passwordReset as resetInput } from '../contract.ts'
import { passwordLink } from './mailed-link.ts'
import { mayUseOwnDoor, refuseOwnDoor } from './password-door.ts'
import { assertStrong } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

/** In ms. Longer than finding a user and writing an email takes, so timing reveals no accounts. */
const respondAfter = 250

const overMessage = 'This link has expired or was used already. Ask for a new one.'

async function sendResetLink(c: Context<Env>, email: string) {
  const { db, log } = c.var
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  if (!user?.is_active || !mayUseOwnDoor(c, user)) {
    log.info({ ip: c.env.ip }, 'password link refused')
    return
  }
  c.set('auditTarget', user)
  const { statements } = await passwordLink(c, user, 'reset')
  await db.batch([...statements])
  log.info({ user: user.id }, 'password link sent')
}

/** Also for invited users, who choose their first password. */
export const passwordReset = new Hono<Env>()

  .post(
    '/forgot-password',
    route(
      {
        summary: 'Ask for a password link',
        description: 'The answer is the same whether or not there is such a user.',
        access: anyone({ inMaintenance: true }),
        json: { schema: forgottenPassword, example: { email: 'rita@example.com' } },
        answers: { 202: null, 429: 'refused' },
        audit: 'password.asked',
      },
      async (c) => {
        const { email } = c.req.valid('json')
        await c.var.limits.reset(c.env.ip, email)
        await Promise.all([sendResetLink(c, email), pause(respondAfter)])
        return c.body(null, 202)
      },
    ),
  )

  .post(
    '/reset-password',
    route(
      {
        summary: 'Choose a password with a link',
        access: anyone({ inMaintenance: true }),
        json: {
          schema: resetInput,
          example: { token: 'x'.repeat(43), newPassword: 'three green bottles' },
        },
        answers: { 204: null, 409: 'refused' },
        audit: 'password.reset',
      },
      async (c) => {
        const { db, sessions, limits, log } = c.var
        const { token, newPassword } = c.req.valid('json')
        const user = await ownerOf(db, token)
        if (!user) throw Problem.field(400, 'token', overMessage)
        c.set('auditTarget', user)
        refuseOwnDoor(c, user)
        const { site_name } = await readSiteSettings(db)
        await assertStrong('newPassword', newPassword, user, site_name)
        const password_hash = await hashPassword(newPassword)
        const notices = user.password_hash === null ? [] : await noticeOf(c, user, 'password')
        if (!(await useLink(db, sessions, { token, userId: user.id, password_hash }, notices)))
          throw Problem.field(400, 'token', overMessage)
        await limits.forgive(c.env.ip, user.email)
        log.info({ user: user.id }, 'password reset')
        return c.body(null, 204)
      },
    ),
  )
