import { eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, route } from '#api/core/route/route.ts'
import { now, passkeys as table, users } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { mayUseOwnDoor, refuseOwnDoor } from '../auth/password/password-door.ts'
import { presentSelf } from '../auth/present.ts'
import { signedInRow } from '../users/contract/row.ts'
import { challengeLifetimeMs, isUnspent, newChallenge, openChallenge, spend } from './challenges.ts'
import { requestOptions } from './contract/row.ts'
import { type PasskeySignIn, passkeySignIn } from './contract.ts'
import { relyingParty } from './relying-party.ts'
import { challengeIn, verifySignIn } from './verify.ts'

type User = typeof users.$inferSelect
type Passkey = typeof table.$inferSelect

/** The same for every reason, so that it reveals nothing. */
function refused(c: Context<Env>, reason: string, user?: User) {
  c.var.log.info({ ip: c.env.ip, reason, ...(user && { user: user.id }) }, 'passkey refused')
  if (user) c.set('auditTarget', user)
  if (c.var.action !== 'passkey.copied') c.set('action', 'passkey.refused')
  return new Problem(401, "This passkey can't sign you in. Try again, or sign in another way.")
}

/** A counter that doesn't grow was used elsewhere too (WebAuthn Level 3 §6.1.1). 0 counts nothing. */
const isBehind = (counter: number, before: number) =>
  (counter > 0 || before > 0) && counter <= before

/** A condition: passkey and active user are as they were when the signature was checked. */
const isAsRead = ({ id, counter }: Passkey, user: User) => sql`exists (
  select 1 from passkeys passkey join users owner on owner.id = passkey.user_id
  where passkey.id = ${id} and passkey.counter = ${counter}
    and owner.id = ${user.id} and owner.is_active = 1)`

/** The active user whose passkey signed the challenge, which is used up; 401 otherwise. */
export async function userOf(c: Context<Env>, response: PasskeySignIn) {
  const { db, limits, secrets } = c.var
  await limits.passkey(c.env.ip)
  const challenge = challengeIn(response.response.clientDataJSON) ?? ''
  const expiresAt = openChallenge(secrets, 'sign in', challenge)
  if (!expiresAt) throw refused(c, 'the challenge is not ours or has expired')
  const [found] = await db
    .select({ passkey: table, user: users })
    .from(table)
    .innerJoin(users, eq(users.id, table.user_id))
    .where(eq(table.credential_id, response.id))
  if (!found) throw refused(c, 'nobody has it')
  const { passkey, user } = found
  await limits.passkeyOf(c.env.ip, user.email)
  const verified = await verifySignIn(response, challenge, await relyingParty(c), passkey)
  if ('reason' in verified) throw refused(c, verified.reason, user)
  if (isBehind(verified.counter, passkey.counter)) {
    c.set('action', 'passkey.copied')
    throw refused(c, 'its counter went back', user)
  }
  if (!user.is_active) throw refused(c, 'the user is inactive', user)
  const isAllowed = sql`${isUnspent(challenge)} and ${isAsRead(passkey, user)}`
  const written = await writeIf(db, isAllowed, [
    ...spend(db, challenge, expiresAt),
    db
      .update(table)
      .set({ counter: verified.counter, last_used_at: sql`${now}` })
      .where(eq(table.id, passkey.id)),
  ])
  if (!written) throw refused(c, 'the challenge was used, or the passkey has changed', user)
  return { user, passkey }
}

/** Signing in with a passkey alone: it is two factors, so neither password nor code is asked. */
export const passkeyLogin = new Hono<Env>()

  .post(
    '/options',
    route(
      {
        summary: 'Begin to sign in with a passkey',
        description: 'Answers what the browser needs, with a challenge for five minutes.',
        access: anyone({ inMaintenance: true }),
        answers: { 200: requestOptions, 429: 'refused' },
      },
      async (c) => {
        await c.var.limits.passkeyChallenge(c.env.ip)
        const { id } = await relyingParty(c)
        return c.json({
          challenge: newChallenge(c.var.secrets, 'sign in'),
          rpId: id,
          timeout: challengeLifetimeMs,
          userVerification: 'required' as const,
        })
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Sign in with a passkey',
        description:
          'Takes the AuthenticationResponseJSON of the browser. Every refusal has the same 401.',
        access: anyone({ inMaintenance: true }),
        json: {
          schema: passkeySignIn,
          example: {
            id: 'AAAA',
            rawId: 'AAAA',
            type: 'public-key',
            response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
          },
        },
        answers: { 200: signedInRow, 401: 'refused', 409: 'refused', 429: 'refused' },
        audit: 'session.started_by_passkey',
      },
      async (c) => {
        const { db, limits, sessions, log } = c.var
        const { user, passkey } = await userOf(c, c.req.valid('json'))
        if (!mayUseOwnDoor(c, user)) c.set('action', 'passkey.refused')
        refuseOwnDoor(c, user)
        await limits.signedIn(c.env.ip, user.email)
        const token = await sessions.start(user.id, c.req.header('user-agent'))
        // A reset or a deactivation ends only sessions that existed.
        const [after] = await db
          .select({ user: users, team_jobs: teamJobs })
          .from(users)
          .innerJoin(table, eq(table.user_id, users.id))
          .where(eq(table.id, passkey.id))
        if (!after?.user.is_active || after.user.role !== user.role) {
          await sessions.end(token)
          throw refused(c, 'the passkey or the user is gone', user)
        }
        log.info({ user: user.id }, 'signed in with a passkey')
        const has_password = after.user.password_hash !== null
        const self = { ...after.user, has_password, team_jobs: after.team_jobs }
        return c.json({ token, user: presentSelf(c, self) })
      },
    ),
  )
