import { eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { rejectCrossSite } from '#api/core/http/cross-site.ts'
import { Problem } from '#api/core/http/problem.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { users } from '#db/schema.ts'
import { presentSelf } from '../auth/present.ts'
import {
  factorsOf,
  hasFactorOf,
  isPendingEnrolment,
  spendCode,
  wrongCode,
} from '../auth/second-factor/second-factor.ts'
import { userOf } from '../passkeys/login.ts'
import { signedInRow } from '../users/contract/row.ts'
import { hasSecondStep } from './claims.ts'
import { createCode, dropCode, findCode, isGood, prolong } from './codes.ts'
import { companySignInRow } from './contract/row.ts'
import { type SignInFailure, signInFragment } from './contract/sign-in.ts'
import { codeExchange } from './contract.ts'
import { forgetCode, keepCode, keepStarted, readCode, siteBase, takeStarted } from './cookies.ts'
import { signInAs } from './identities.ts'
import { endByProvider } from './logout.ts'
import { SignInRefused, sessionName } from './provider.ts'

const access = anyone({ inMaintenance: true })
const redirects = {
  303: { description: 'To the provider, or to /login with a reason in the fragment.' },
} as const

/** 303: the server appends the query of a request to other redirects, here code and state. */
const toLogin = (c: Context<Env>, failure?: SignInFailure) =>
  c.body(null, 303, { Location: `/login${signInFragment}${failure ? `=${failure}` : ''}` })

/** Logs a failure once, with its cause if it is not the person's. */
function refused(c: Context<Env>, error: unknown) {
  if (!(error instanceof SignInRefused)) throw error
  const { failure, cause: err } = error
  if (!c.var.action && c.var.auditTarget) c.set('action', 'session.refused')
  const isOurs = ['away', 'setup', 'clock', 'failed'].includes(failure)
  if (isOurs) c.var.log.warn({ err, failure }, 'company sign-in failed')
  else c.var.log.info({ ip: c.env.ip, failure }, 'company sign-in refused')
  return toLogin(c, failure)
}

const redirectUri = (base: string) => `${base}/api/auth/oidc/callback`

const over = () =>
  Problem.field(400, 'code', 'This sign-in has expired or was used already. Sign in again.')

/** `hasPasskey`: it signs in, too. */
const codeProblem = (message: string, hasPasskey: boolean) =>
  new Problem(401, message, {
    second_factor: true,
    ...(hasPasskey && { passkey: true }),
    details: [{ path: ['code'], message }],
  })

type Found = NonNullable<Awaited<ReturnType<typeof findCode>>>

/**
 * The second step of people who have one of their own, unless the provider asked for one. `stays` is
 * SQL: what was asked for is still what they have.
 */
async function checkSecondStep(
  c: Context<Env>,
  { code, user }: Found,
  { code: typed, passkey: signed }: z.infer<typeof codeExchange>,
): Promise<{ used?: 'app' | 'recovery' | 'passkey'; stays: SQL }> {
  const { db, limits, log } = c.var
  if (code.second_factor) return { stays: sql`1` }
  const { app: factor, hasPasskey } = await factorsOf(db, user.id)
  if (!factor && !hasPasskey) return { stays: sql`not ${hasFactorOf(user.id)}` }
  if (signed) {
    const { user: owner, passkey } = await userOf(c, signed)
    if (owner.id !== user.id) {
      c.set('auditTarget', user)
      c.set('action', 'passkey.refused')
      throw new Problem(401, 'This passkey is of another account. Use one of yours.', {
        second_factor: true,
        passkey: true,
      })
    }
    const stays = sql`exists (
      select 1 from passkeys where id = ${passkey.id} and user_id = ${user.id})`
    return { used: 'passkey', stays }
  }
  if (!factor) {
    await prolong(db, code.id)
    c.set('action', 'passkey.asked')
    throw new Problem(
      401,
      'Sign in with your passkey. If you no longer have it, ask an admin to reset your two-step sign-in.',
      { second_factor: true, passkey: true },
    )
  }
  if (!typed?.trim()) {
    await prolong(db, code.id)
    c.set('action', 'second_factor.asked')
    throw codeProblem('Enter the code from your authenticator app', hasPasskey)
  }
  await limits.code(user.id)
  const notices = await noticeOf(c, user, 'recovered')
  const used = await spendCode(db, factor, typed, notices, isGood(code.id, user.id))
  if (!used) {
    log.info({ ip: c.env.ip, user: user.id }, 'sign-in code refused')
    c.set('action', 'second_factor.refused')
    throw codeProblem(wrongCode, hasPasskey)
  }
  await limits.rightCode(user.id)
  const stays = sql`${factor.secret} is (
    select secret from second_factors where user_id = ${user.id} and confirmed_at is not null)`
  return { used, stays }
}

export const oidc = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Tell whether people sign in with the company',
        access,
        answers: { 200: companySignInRow },
      },
      (c) => {
        const { companySignIn: company } = c.var
        return c.json({ label: company?.label ?? null, only: company?.isOnly ?? false })
      },
    ),
  )

  .get(
    '/start',
    route(
      {
        summary: 'Sign in with the company',
        description: 'For browsers: leads to the company’s provider.',
        access,
        answers: redirects,
        repeats: false,
      },
      async (c) => {
        const { companySignIn: company } = c.var
        if (!company) return toLogin(c, 'off')
        const base = await siteBase(c)
        try {
          const { url, started } = await company.provider.start(redirectUri(base))
          keepStarted(c, base, started)
          return c.body(null, 303, { Location: url })
        } catch (error) {
          return refused(c, error)
        }
      },
    ),
  )

  .get(
    '/callback',
    route(
      {
        summary: 'Come back from the company’s provider',
        description: 'Leaves a code in a cookie, for `POST /auth/oidc/token`.',
        access,
        answers: redirects,
        // The provider's code works once.
        repeats: false,
      },
      async (c) => {
        const { companySignIn: company, db, limits, outbox } = c.var
        if (!company) return toLogin(c, 'off')
        const base = await siteBase(c)
        const started = takeStarted(c, base)
        if (!(await limits.companySignIn(c.env.ip))) return toLogin(c, 'busy')
        if (!started) return toLogin(c, 'expired')
        if (c.req.query('state') !== started.state) return toLogin(c, 'state')
        const address = new URL(redirectUri(base))
        address.search = new URL(c.req.url).search
        try {
          const claims = await company.provider.finish(address, started)
          const { identity, user } = await signInAs(c, company, claims)
          const code = await createCode(db, {
            identity_id: identity.id,
            user_id: user.id,
            sid: sessionName(claims.sid),
            second_factor: hasSecondStep(claims),
          })
          keepCode(c, base, code)
          return toLogin(c)
        } catch (error) {
          return refused(c, error)
        } finally {
          // A GET announces no writes by itself.
          if (c.var.action) outbox?.wake()
        }
      },
    ),
  )

  .post(
    '/token',
    route(
      {
        summary: 'Finish signing in with the company',
        description:
          'Exchanges the code in the cookie, which works once. People with two-step sign-in of their own are asked for `code` or `passkey` by a 401 with `second_factor`, unless the provider has asked for a second step.',
        access,
        json: { schema: codeExchange, example: {}, isOptional: true },
        beforeInput: rejectCrossSite,
        answers: { 200: signedInRow, 401: 'refused', 403: 'refused', 429: 'refused' },
        audit: 'session.started',
      },
      async (c) => {
        const { db, sessions, log } = c.var
        const found = await findCode(db, readCode(c))
        if (!found) throw over()
        const { code, identity, user } = found
        c.set('auditTarget', user)
        const { used, stays } = await checkSecondStep(c, found, c.req.valid('json'))
        const isUnchanged = sql`(${isGood(code.id, user.id)} and ${stays})`
        const about = { identity_id: identity.id, sid: code.sid, second_factor: code.second_factor }
        const { token, start, expire } = sessions.startIf(user.id, isUnchanged, {
          ...about,
          user_agent: c.req.header('user-agent'),
        })
        const [{ rowsAffected }] = await db.batch([start, dropCode(db, code.id), expire])
        forgetCode(c, await siteBase(c))
        if (!rowsAffected) throw over()
        if (used === 'recovery') c.set('action', 'session.recovered')
        c.set('auditDetail', { sign_in: 'company' })
        log.info({ user: user.id }, 'signed in with the company')
        const [team] = await db
          .select({ team_jobs: teamJobs })
          .from(users)
          .where(eq(users.id, user.id))
        const self = {
          ...user,
          has_password: user.password_hash !== null,
          team_jobs: team?.team_jobs ?? [],
        }
        const isPending = !code.second_factor && (await isPendingEnrolment(db, user.id))
        return c.json({ token, user: presentSelf(c, self, isPending) })
      },
    ),
  )

  .post(
    '/logout',
    route(
      {
        summary: 'End sessions from the company’s provider',
        description: 'Back-channel logout: the provider posts `logout_token` as a form.',
        access,
        answers: { 200: null, 400: 'refused' },
        audit: 'session.ended',
      },
      endByProvider,
    ),
  )
