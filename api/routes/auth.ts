import { and, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import { touched, users } from '#db/schema.ts'
import { credentials, passwordChange, profileChange } from '../contract/auth.ts'
import { voidLinks } from '../domain/password-links.ts'
import { refuseWeak } from '../domain/password-rules.ts'
import { hashPassword, passwordMatches } from '../domain/passwords.ts'
import { presentUser } from '../domain/present.ts'
import { readSiteSettings } from '../domain/submission.ts'
import { unlessTaken } from '../domain/user-rules.ts'
import { body, type Env, signedIn, signedInUser, stale } from '../http.ts'
import { Problem } from '../problem.ts'
import { passwordReset } from './auth-reset.ts'
import { ownSessions } from './auth-sessions.ts'

const readOnly = ['id', 'role', 'is_active', 'permissions', 'created_at']

/** Whether this is the person's own password. A wrong guess counts like one at the sign-in. */
async function isOwnPassword(c: Context<Env>, { id, email }: User, password: string) {
  const { db, limits } = c.var
  await limits.signIn(c.env.ip, email)
  const [row] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, id))
  const right = await passwordMatches(password, row?.password_hash)
  if (right) await limits.signedIn(c.env.ip, email)
  return right
}

const refused = () => new Problem(401, 'Invalid email or password')

/** Whether password and activity are still what the sign-in was checked against: a change meanwhile ended only the sessions there were. */
async function isUnchanged(c: Context<Env>, { id, password_hash }: typeof users.$inferSelect) {
  const [row] = await c.var.db.select().from(users).where(eq(users.id, id))
  return row?.password_hash === password_hash && row.is_active
}

export const auth = new Hono<Env>()

  .post('/login', body(credentials), async (c) => {
    const { db, limits, sessions, log } = c.var
    const { email, password } = c.req.valid('json')
    await limits.signIn(c.env.ip, email)
    const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
    const right = await passwordMatches(password, user?.password_hash)
    if (user) c.set('concerns', user)
    if (!user || !right || !user.is_active) {
      log.info({ ip: c.env.ip }, 'sign-in refused')
      throw refused()
    }
    await limits.signedIn(c.env.ip, email)
    const token = await sessions.start(user.id, c.req.header('user-agent'))
    if (!(await isUnchanged(c, user))) {
      await sessions.end(token)
      throw refused()
    }
    log.info({ user: user.id }, 'signed in')
    return c.json({ token, user: presentUser(user) })
  })

  .route('/', passwordReset)

  .use(signedIn) // For whoever is signed in, below this line.

  .get('/profile', (c) => c.json(presentUser(signedInUser(c))))

  .put('/profile', body(profileChange, { readOnly }), async (c) => {
    const { db } = c.var
    const me = signedInUser(c)
    const { updated_at, currentPassword, email: typed, ...names } = c.req.valid('json')
    const email = typed?.toLowerCase()
    const moves = email !== undefined && email !== me.email
    if (moves && !(await isOwnPassword(c, me, currentPassword ?? '')))
      throw Problem.field(400, 'currentPassword', 'Enter your current password to change the email')
    const mine = eq(users.id, me.id)
    const [[changed], , [current]] = await unlessTaken(
      db.batch([
        db
          .update(users)
          .set({ ...names, ...(moves && { email }), updated_at: touched(users.updated_at) })
          .where(and(mine, updated_at ? eq(users.updated_at, updated_at) : undefined))
          .returning(),
        // Links to choose a password went to the address before.
        voidLinks(db, me.id, moves ? sql`changes() > 0` : sql`0`),
        db.select().from(users).where(mine),
      ]),
    )
    if (!changed) throw stale(presentUser(current ?? me))
    return c.json(presentUser(changed))
  })

  .post('/change-password', body(passwordChange), async (c) => {
    const { db, sessions, log } = c.var
    const me = signedInUser(c)
    const { currentPassword, newPassword } = c.req.valid('json')
    if (!(await isOwnPassword(c, me, currentPassword)))
      throw Problem.field(400, 'currentPassword', 'This is not your current password')
    const { site_name } = await readSiteSettings(db)
    await refuseWeak('newPassword', newPassword, me, site_name)
    const password_hash = await hashPassword(newPassword)
    await db.batch([
      db
        .update(users)
        .set({ password_hash, updated_at: touched(users.updated_at) })
        .where(eq(users.id, me.id)),
      sessions.endOthers(me.id, c.var.token ?? ''),
      voidLinks(db, me.id),
    ])
    log.info({ user: me.id }, 'password changed')
    return c.body(null, 204)
  })

  .post('/logout', async (c) => {
    if (c.var.token) await c.var.sessions.end(c.var.token)
    return c.body(null, 204)
  })

  .route('/sessions', ownSessions)
