import { eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { users } from '#db/schema.ts'
import { signedInRow } from '../users/contract/row.ts'
import { credentials } from './contract.ts'
import { mayUseOwnDoor, refuseOwnDoor } from './password/password-door.ts'
import { passwordMatches } from './password/passwords.ts'
import { presentSelf } from './present.ts'
import {
  factorsOf,
  hasPasskey,
  isPendingEnrolment,
  refuseAroundCompany,
  secretOf,
  spendCode,
  wrongCode,
} from './second-factor/second-factor.ts'

type User = typeof users.$inferSelect

function refused(c: Context<Env>) {
  c.set('action', 'session.refused')
  return new Problem(401, 'Invalid email or password')
}

/** Only after a correct password. `hasPasskey`: it signs in, too. */
const codeRefused = (message: string, hasPasskey: boolean) =>
  new Problem(401, message, {
    second_factor: true,
    ...(hasPasskey && { passkey: true }),
    details: [{ path: ['code'], message }],
  })

/** Without an app there is no code, and the password alone must not get past the passkey. */
async function askForPasskey(c: Context<Env>, user: User): Promise<never> {
  await c.var.limits.askedForCode(c.env.ip, user.email)
  c.set('action', 'passkey.asked')
  throw new Problem(
    401,
    'Sign in with your passkey. If you no longer have it, ask an admin to reset your two-step sign-in.',
    { second_factor: true, passkey: true },
  )
}

/** What a sign-in depends on besides the password. */
async function readAbout(c: Context<Env>, id: number) {
  const { db } = c.var
  // Together: each takes a round trip to a database server.
  const [factors, isAround, [team], isPending] = await Promise.all([
    factorsOf(db, id),
    refuseAroundCompany(c, id, sql`0`).then(
      () => undefined,
      (refusal: unknown) => ({ refusal }),
    ),
    db.select({ team_jobs: teamJobs }).from(users).where(eq(users.id, id)),
    isPendingEnrolment(db, id),
  ])
  return { factors, isAround, team_jobs: team?.team_jobs ?? [], isPending }
}

/**
 * The active user with this password, and what else their sign-in depends on; else 401 after the
 * same work, so timing reveals nothing.
 */
async function personOf(c: Context<Env>, email: string, password: string) {
  const { db, limits, log } = c.var
  const [[user]] = await Promise.all([
    db.select().from(users).where(eq(users.email, email.toLowerCase())),
    limits.signIn(c.env.ip, email),
  ])
  // Read while the password is checked. Whether password, role and second factors are still the same
  // is checked again when the session begins.
  const about = readAbout(c, user?.id ?? 0)
  about.catch(() => undefined)
  const right = await passwordMatches(password, user?.password_hash)
  if (user) c.set('auditTarget', user)
  if (user && right && user.is_active) return { user, about }
  log.info({ ip: c.env.ip }, 'sign-in refused')
  throw refused(c)
}

type Factors = Awaited<ReturnType<typeof factorsOf>>

/** Uses up the code and returns its kind; 401 without a correct one. */
async function checkCode(c: Context<Env>, user: User, factors: Factors, code: string | undefined) {
  const { db, limits, log } = c.var
  const { app, hasPasskey } = factors
  if (!app) return hasPasskey ? askForPasskey(c, user) : undefined
  if (!code?.trim()) {
    await limits.askedForCode(c.env.ip, user.email)
    c.set('action', 'second_factor.asked')
    throw codeRefused('Enter the code from your authenticator app', hasPasskey)
  }
  await limits.code(user.id)
  const used = await spendCode(db, app, code, await noticeOf(c, user, 'recovered'))
  if (!used) {
    log.info({ ip: c.env.ip, user: user.id }, 'sign-in code refused')
    c.set('action', 'second_factor.refused')
    throw codeRefused(wrongCode, hasPasskey)
  }
  await limits.rightCode(user.id)
  return used
}

/** SQL: the account is unchanged since the check: a change ends only existing sessions. */
const isUnchanged = (user: User, { app }: Factors) => sql`(
  exists (select 1 from ${users} where ${users.id} = ${user.id} and ${users.is_active} = 1
    and ${users.password_hash} = ${user.password_hash}
    -- With OIDC_ONLY, somebody who is no longer an admin may not use the password.
    and ${users.role} = ${user.role})
  and (${secretOf(user.id)}) is ${app?.secret ?? null}
  -- After a code, a passkey that was added meanwhile changes nothing.
  and (${app !== undefined} or not ${hasPasskey(user.id)}))`

export const login = new Hono<Env>().post(
  '/login',
  route(
    {
      summary: 'Sign in',
      description:
        'A wrong password, an unknown and an inactive user get the same 401. After a correct password, users with two-step sign-in are asked for `code` by a 401 with `second_factor`, those with a passkey alone to sign in with it, and users who may only sign in with the company, or have their second step there, get a 409.',
      access: anyone({ inMaintenance: true }),
      json: {
        schema: credentials,
        example: { email: 'rita@example.com', password: 'three green bottles' },
      },
      answers: { 200: signedInRow, 401: 'refused', 409: 'refused', 429: 'refused' },
      audit: 'session.started',
    },
    async (c) => {
      const { db, limits, sessions, log } = c.var
      const { email, password, code } = c.req.valid('json')
      const { user, about } = await personOf(c, email, password)
      if (!mayUseOwnDoor(c, user)) c.set('action', 'session.refused')
      refuseOwnDoor(c, user)
      const { factors, isAround, team_jobs, isPending } = await about
      const used = await checkCode(c, user, factors, code)
      if (!factors.app && isAround) {
        c.set('action', 'session.refused')
        throw isAround.refusal
      }
      const { token, start, expire } = sessions.startIf(user.id, isUnchanged(user, factors), {
        user_agent: c.req.header('user-agent'),
      })
      const [{ rowsAffected }] = await db.batch([start, expire])
      if (!rowsAffected) throw refused(c)
      void limits
        .signedIn(c.env.ip, email)
        .catch((err: unknown) => log.warn({ err }, 'attempts were not forgotten'))
      if (used === 'recovery') c.set('action', 'session.recovered')
      log.info({ user: user.id }, 'signed in')
      const self = { ...user, has_password: true, team_jobs }
      return c.json({ token, user: presentSelf(c, self, isPending) })
    },
  ),
)
