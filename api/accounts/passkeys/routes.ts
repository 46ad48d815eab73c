import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { type Env, signedInUser, signedOut } from '#api/core/route/context.ts'
import {
  signedInBeforeEnrolment as beforeEnrolment,
  route,
  signedIn,
} from '#api/core/route/route.ts'
import { passkeys as table, touched, users } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { checkOwnPassword } from '../auth/password/own-password.ts'
import { mayUseOwnDoor } from '../auth/password/password-door.ts'
import {
  hasFactorOf,
  isRequired,
  refuseAroundCompany,
} from '../auth/second-factor/second-factor.ts'
import { challengeLifetimeMs, isUnspent, newChallenge, openChallenge, spend } from './challenges.ts'
import { maxPasskeys } from './contract/limits.ts'
import { creationOptions, passkeyRow } from './contract/row.ts'
import { newPasskey, passkeyChange, passkeyStart } from './contract.ts'
import { assertUsable, relyingParty } from './relying-party.ts'
import { algorithms, challengeIn, userHandle, verifyNew } from './verify.ts'

const missing = 'Passkey not found'
const full = () => new Problem(409, `You have ${maxPasskeys} passkeys. Remove one to add another.`)
const tooLate = () => Problem.field(400, 'response', 'That took too long. Add the passkey again.')
const notAccepted = () =>
  Problem.field(400, 'response', 'The passkey was not accepted. Try again, or use another device.')
const signInAgain = 'Sign in again, then remove the passkey within ten minutes.'
const lastOne =
  'Your company requires two-step sign-in. Add another passkey or set up an authenticator app before you remove this one.'

type Passkey = typeof table.$inferSelect

const present = (row: Passkey, domain: string) => ({
  id: row.id,
  name: row.name,
  domain: row.domain,
  works_here: row.domain === domain,
  created_at: row.created_at,
  updated_at: row.updated_at,
  last_used_at: row.last_used_at,
})

const ofUser = (id: number) => eq(table.user_id, id)
const isMine = (id: number, me: User) => and(eq(table.id, id), ofUser(me.id))

/** SQL: the condition holds at that moment. */
const holds = async ({ var: { db } }: Context<Env>, condition: SQL) =>
  (await db.all<{ is: number }>(sql`select ${condition} as "is"`))[0]?.is === 1

/**
 * Throws 400 unless the sign-in is recent. The password is enough for people without a second
 * factor: it must not add a way around one.
 */
async function confirmSelf(c: Context<Env>, me: User, currentPassword: string | undefined) {
  if (currentPassword) await checkOwnPassword(c, me, currentPassword)
  const { db, sessions, token = '' } = c.var
  if (await holds(c, sessions.isRecent(me.id, token))) return
  const [row] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, me.id))
  if (!row?.password_hash || !mayUseOwnDoor(c, me) || (await holds(c, hasFactorOf(me.id))))
    throw new Problem(400, 'Sign in again, then add the passkey within ten minutes.')
  if (!currentPassword) throw Problem.field(400, 'currentPassword', 'Enter your current password')
}

/** The user's own passkeys. The first may be added by those who must set up two-step sign-in. */
export const passkeys = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List your passkeys',
        access: beforeEnrolment,
        answers: { 200: passkeyRow.array() },
      },
      async (c) => {
        const { id } = await relyingParty(c)
        const rows = await c.var.db
          .select()
          .from(table)
          .where(ofUser(signedInUser(c).id))
          .orderBy(asc(table.id))
        return c.json(rows.map((row) => present(row, id)))
      },
    ),
  )

  .post(
    '/options',
    route(
      {
        summary: 'Begin to add a passkey',
        description:
          'Answers what the browser needs to make one, with a challenge for five minutes. Unless you signed in within ten minutes, it asks for `currentPassword`, or with two-step sign-in to sign in again.',
        access: beforeEnrolment,
        json: { schema: passkeyStart, example: { currentPassword: 'three green bottles' } },
        answers: { 200: creationOptions, 409: 'refused', 429: 'refused' },
      },
      async (c) => {
        const { db, secrets, sessions, token = '' } = c.var
        const me = signedInUser(c)
        await refuseAroundCompany(c, me.id, sessions.isFromCompany(token))
        await confirmSelf(c, me, c.req.valid('json').currentPassword)
        const party = await relyingParty(c)
        assertUsable(party)
        const mine = await db.select().from(table).where(ofUser(me.id))
        if (mine.length >= maxPasskeys) throw full()
        return c.json({
          challenge: newChallenge(secrets, `add ${me.id}`),
          rp: { id: party.id, name: party.name },
          user: { id: userHandle(me.id), name: me.email, displayName: fullName(me) },
          pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
          timeout: challengeLifetimeMs,
          attestation: 'none' as const,
          // The authenticator then says that it has one already.
          excludeCredentials: mine
            .filter(({ domain }) => domain === party.id)
            .map(({ credential_id: id, transports }) => ({
              id,
              type: 'public-key' as const,
              transports,
            })),
          authenticatorSelection: {
            residentKey: 'required' as const,
            requireResidentKey: true as const,
            userVerification: 'required' as const,
          },
        })
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Add a passkey',
        description:
          'Takes the RegistrationResponseJSON of the browser, and a name. The first second factor ends all your other sessions.',
        access: beforeEnrolment,
        json: {
          schema: newPasskey,
          example: {
            name: 'Laptop',
            id: 'AAAA',
            rawId: 'AAAA',
            type: 'public-key',
            response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
          },
          limitKb: 64,
        },
        answers: { 201: passkeyRow, 409: 'refused' },
        audit: 'passkey.added',
      },
      async (c) => {
        const { db, secrets, sessions, log, token = '' } = c.var
        const me = signedInUser(c)
        const input = c.req.valid('json')
        await refuseAroundCompany(c, me.id, sessions.isFromCompany(token))
        const challenge = challengeIn(input.response.clientDataJSON) ?? ''
        const expiresAt = openChallenge(secrets, `add ${me.id}`, challenge)
        if (!expiresAt) throw tooLate()
        const party = await relyingParty(c)
        const verified = await verifyNew(input, challenge, party)
        if ('reason' in verified) {
          log.info({ user: me.id, reason: verified.reason }, 'passkey not accepted')
          throw notAccepted()
        }
        const isNew = sql`not exists (
          select 1 from ${table} where ${table.credential_id} = ${verified.id})`
        const hasRoom = sql`(select count(*) from ${table} where ${ofUser(me.id)}) < ${maxPasskeys}`
        const isOpen = sessions.isOpen(me.id, token)
        const isFresh = isUnspent(challenge)
        const added = await writeIf(db, sql`${and(isOpen, isFresh, isNew, hasRoom)}`, [
          // Others were begun without a second factor.
          sessions.endOthers(me.id, token, sql`not ${hasFactorOf(me.id)}`),
          ...spend(db, challenge, expiresAt),
          db.insert(table).values({
            user_id: me.id,
            credential_id: verified.id,
            public_key: verified.publicKey,
            counter: verified.counter,
            transports: input.response.transports ?? [],
            domain: party.id,
            name: input.name,
          }),
          ...(await noticeOf(c, me, 'passkey_added', { condition: sql`1` })),
        ])
        if (!added) {
          if (!(await holds(c, isOpen))) throw signedOut()
          if (!(await holds(c, isFresh))) throw tooLate()
          if (await holds(c, hasRoom)) throw new Problem(409, 'This passkey was added already')
          throw full()
        }
        const [row] = await db.select().from(table).where(eq(table.credential_id, verified.id))
        const passkey = orNotFound(row, missing)
        c.set('auditTarget', { id: passkey.id, subject: passkey.name })
        log.info({ user: me.id }, 'passkey added')
        return c.json(present(passkey, party.id), 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Rename a passkey',
        access: signedIn,
        json: {
          schema: passkeyChange,
          example: { name: 'Work laptop' },
          readOnly: ['id', 'domain', 'works_here', 'created_at', 'last_used_at'],
        },
        answers: { 200: passkeyRow, 404: 'refused', 409: conflictWith(passkeyRow) },
        audit: 'passkey.renamed',
      },
      async (c) => {
        const { db, sessions, token = '' } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const { name, updated_at } = c.req.valid('json')
        const party = await relyingParty(c)
        const [[renamed], [now]] = await db.batch([
          db
            .update(table)
            .set({ name, updated_at: touched(table.updated_at) })
            .where(
              and(
                isMine(id, me),
                sessions.isOpen(me.id, token),
                updated_at ? eq(table.updated_at, updated_at) : undefined,
              ),
            )
            .returning(),
          db.select().from(table).where(isMine(id, me)),
        ])
        const current = present(orNotFound(now, missing), party.id)
        c.set('auditTarget', { id, subject: current.name })
        if (renamed) return c.json(present(renamed, party.id))
        if (!(await holds(c, sessions.isOpen(me.id, token)))) throw signedOut()
        throw stale(current)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Remove a passkey',
        description:
          'Only within ten minutes of signing in, otherwise 403. The last second factor stays while everyone must have one.',
        access: signedIn,
        answers: { 204: null, 404: 'refused' },
        audit: 'passkey.removed',
      },
      async (c) => {
        const { db, sessions, log, token = '' } = c.var
        const me = signedInUser(c)
        const id = idOf(c, missing)
        const [mine] = await db.select({ name: table.name }).from(table).where(isMine(id, me))
        c.set('auditTarget', { id, subject: orNotFound(mine, missing).name })
        const isRecent = sessions.isRecent(me.id, token)
        const isThere = sql`exists (select 1 from ${table} where ${isMine(id, me)})`
        const isKept = sql`(${isRequired} and not exists (
          select 1 from second_factors factor
          where factor.user_id = ${me.id} and factor.confirmed_at is not null)
          and (select count(*) from ${table} where ${ofUser(me.id)}) < 2)`
        const removed = await writeIf(db, sql`${and(isThere, isRecent, sql`not ${isKept}`)}`, [
          db.delete(table).where(isMine(id, me)),
          ...(await noticeOf(c, me, 'passkey_removed', { condition: sql`1` })),
        ])
        if (!removed) {
          if (!(await holds(c, isThere))) throw new Problem(404, missing)
          if (!(await holds(c, sessions.isOpen(me.id, token)))) throw signedOut()
          throw new Problem(403, (await holds(c, isRecent)) ? lastOne : signInAgain)
        }
        log.info({ user: me.id }, 'passkey removed')
        return c.body(null, 204)
      },
    ),
  )
