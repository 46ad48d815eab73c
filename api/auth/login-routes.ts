import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { users } from '#db/schema.ts'
import { body } from '../http/input.ts'
import { Problem } from '../http/problem.ts'
import type { Env } from '../http.ts'
import { presentSelf } from '../users/present.ts'
import { noticeOf } from './account-mail.ts'
import { credentials } from './contract.ts'
import { passwordMatches } from './passwords.ts'
import { factorOf, isMissing, spendCode, wrongCode } from './second-factor.ts'

type User = typeof users.$inferSelect

const refused = () => new Problem(401, 'Invalid email or password')

/** Told only to who knows the password. */
const codeRefused = (message: string) =>
  new Problem(401, message, { second_factor: true, details: [{ path: ['code'], message }] })

/** The active user with this password; 401 for any other, after the same work. */
async function personOf(c: Context<Env>, email: string, password: string): Promise<User> {
  const { db, limits, log } = c.var
  await limits.signIn(c.env.ip, email)
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  const right = await passwordMatches(password, user?.password_hash)
  if (user) c.set('concerns', user)
  if (user && right && user.is_active) return user
  log.info({ ip: c.env.ip }, 'sign-in refused')
  throw refused()
}

type Factor = NonNullable<Awaited<ReturnType<typeof factorOf>>>

/** Uses up the code; 401 without a right one. Answers what it was. */
async function checkCode(c: Context<Env>, user: User, factor: Factor, code: string | undefined) {
  const { db, limits, log } = c.var
  if (!code?.trim()) {
    await limits.askedForCode(c.env.ip, user.email)
    c.set('action', 'second_factor.asked')
    throw codeRefused('Enter the code from your authenticator app')
  }
  await limits.code(user.id)
  const used = await spendCode(db, factor, code, await noticeOf(c, user, 'recovered'))
  if (!used) {
    log.info({ ip: c.env.ip, user: user.id }, 'sign-in code refused')
    c.set('action', 'second_factor.refused')
    throw codeRefused(wrongCode)
  }
  await limits.rightCode(user.id)
  return used
}

/** Whether all is as the sign-in was checked against: a change meanwhile ended only the sessions there were. */
async function isUnchanged({ var: { db } }: Context<Env>, user: User, factor: Factor | undefined) {
  const [row] = await db.select().from(users).where(eq(users.id, user.id))
  const now = await factorOf(db, user.id)
  return (
    row?.password_hash === user.password_hash && row.is_active && now?.secret === factor?.secret
  )
}

export const login = new Hono<Env>().post('/login', body(credentials), async (c) => {
  const { db, limits, sessions, log } = c.var
  const { email, password, code } = c.req.valid('json')
  const user = await personOf(c, email, password)
  const factor = await factorOf(db, user.id)
  const used = factor && (await checkCode(c, user, factor, code))
  await limits.signedIn(c.env.ip, email)
  const token = await sessions.start(user.id, c.req.header('user-agent'))
  if (!(await isUnchanged(c, user, factor))) {
    await sessions.end(token)
    throw refused()
  }
  if (used === 'recovery') c.set('action', 'session.recovered')
  log.info({ user: user.id }, 'signed in')
  return c.json({ token, user: presentSelf(user, await isMissing(db, user.id)) })
})
