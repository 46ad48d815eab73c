import { and, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import type { Db } from '#db/client.ts'
import { passkeys, recoveryCodes, secondFactors as table, users } from '#db/schema.ts'
import { bare, recoveryId } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

const confirmedOf = (userId: number) =>
  and(eq(table.user_id, userId), isNotNull(table.confirmed_at))

/** SQL, in brackets: the secret of the confirmed authenticator app. */
export const secretOf = (userId: number) => sql`
  select factor.secret from second_factors factor
  where factor.user_id = ${userId} and factor.confirmed_at is not null`

/** SQL. */
export const hasPasskey = (userId: number) =>
  sql`exists (select 1 from passkeys passkey where passkey.user_id = ${userId})`

/** SQL: this user has an authenticator app that is confirmed, or a passkey. */
const hasAny = (userId: number | SQLWrapper) => sql`(exists (
    select 1 from second_factors factor
    where factor.user_id = ${userId} and factor.confirmed_at is not null)
  or exists (select 1 from passkeys passkey where passkey.user_id = ${userId}))`

/** For a query of `users`: whether the row has two-step sign-in on, by app or passkey. */
export const hasFactor = sql<boolean>`${hasAny(sql`users.id`)}`.mapWith(Boolean)

/** SQL: whether this user has it on. */
export const hasFactorOf = (userId: number): SQL => hasAny(userId)

/** The same message for every invalid code, so that it reveals nothing. */
export const wrongCode = 'This code is not right, or was used already. Try the next one.'

/** SQL: whether everyone must have it. */
export const isRequired = sql<boolean>`exists (
  select 1 from settings where key = 'require_second_factor' and value = 'true')`.mapWith(Boolean)

/** SQL: whether this user must set up two-step sign-in first. */
export const needsEnrolment = (userId: number | SQLWrapper) =>
  sql<boolean>`(${isRequired} and not ${hasAny(userId)})`.mapWith(Boolean)

/**
 * SQL: the company's provider, if one is set up, asked this user for a second step at their latest
 * sign-in. OIDC_ISSUER may differ from its name by a slash.
 */
export const hasCompanyStep = (userId: number | SQLWrapper, issuer: string | undefined) =>
  sql<boolean>`exists (
    select 1 from identities account
    where account.user_id = ${userId} and account.second_factor = 1
      and rtrim(account.issuer, '/') = rtrim(${issuer ?? null}, '/'))`.mapWith(Boolean)

/**
 * Throws 409 if the second step of this user is the company's, and `isFromCompany` (SQL) does not hold:
 * a password alone must not set up another one in its place.
 */
export async function refuseAroundCompany(c: Context<Env>, userId: number, isFromCompany: SQL) {
  const { db, companySignIn: company } = c.var
  const [row] = await db.all<{ around: number }>(sql`select ${needsEnrolment(userId)}
    and ${hasCompanyStep(userId, company?.issuer)} and not ${isFromCompany} as around`)
  if (row?.around) throw new Problem(409, `Sign in with ${company?.label} first`)
}

export async function isPendingEnrolment(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.all<{ missing: number }>(sql`select ${needsEnrolment(userId)} as missing`)
  return row?.missing === 1
}

/** The user's confirmed authenticator app. */
export async function factorOf(db: Db, userId: number) {
  const [factor] = await db.select().from(table).where(confirmedOf(userId))
  return factor
}

/** The same, and whether they have a passkey. */
export async function factorsOf(db: Db, userId: number) {
  const [[app], [passkey]] = await db.batch([
    db.select().from(table).where(confirmedOf(userId)),
    db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.user_id, userId)).limit(1),
  ])
  return { app, hasPasskey: passkey !== undefined }
}

/**
 * @param recent SQL: the session is new enough to change passkeys without a password
 * @param hadSecondStep SQL: the sign-in of this session had a second step of its own
 */
export async function statusOf(
  db: Db,
  userId: number,
  { recent, hadSecondStep }: { recent: SQL; hadSecondStep: SQL<boolean> },
) {
  const [row] = await db
    .select({
      confirmed_at: table.confirmed_at,
      recovery_codes_left: sql<number>`(
        select count(*) from ${recoveryCodes} where ${recoveryCodes.user_id} = ${users.id})`,
      required: isRequired,
      passkeys: sql<number>`(
        select count(*) from ${passkeys} where ${passkeys.user_id} = ${users.id})`,
      signed_in_recently: sql<boolean>`${recent}`.mapWith(Boolean),
      has_password: sql<boolean>`${users.password_hash} is not null`.mapWith(Boolean),
      by_sign_in: hadSecondStep,
    })
    .from(users)
    .leftJoin(table, eq(table.user_id, users.id))
    .where(eq(users.id, userId))
  return (
    row ?? {
      confirmed_at: null,
      recovery_codes_left: 0,
      required: false,
      passkeys: 0,
      signed_in_recently: false,
      has_password: false,
      by_sign_in: false,
    }
  )
}

/** Stores an unconfirmed secret in place of an earlier one; false if on or `condition` fails. */
export async function begin(db: Db, userId: number, secret: string, condition: SQL) {
  const { rowsAffected } = await db.run(sql`
    insert into ${table} (user_id, secret) select ${userId}, ${secret} where ${condition}
    on conflict (user_id) do update set secret = excluded.secret where ${isNull(table.confirmed_at)}`)
  return rowsAffected > 0
}

/** The secret that is not confirmed yet. */
export async function begunSecret(db: Db, userId: number): Promise<string | undefined> {
  const [begun] = await db
    .select({ secret: table.secret })
    .from(table)
    .where(and(eq(table.user_id, userId), isNull(table.confirmed_at)))
  return begun?.secret
}

/** A batch statement: confirms this secret, if `condition` holds. Returns no row if it is gone. */
export const confirm = (db: Db, userId: number, secret: string, step: number, condition: SQL) =>
  db
    .update(table)
    .set({ confirmed_at: new Date().toISOString(), last_step: step })
    .where(
      and(
        eq(table.user_id, userId),
        eq(table.secret, secret),
        isNull(table.confirmed_at),
        condition,
      ),
    )
    .returning({ user_id: table.user_id })

/** A batch statement: stores recovery codes if two-step sign-in is on and `condition` holds. */
export const keepCodes = (db: Db, userId: number, codes: string[], condition: SQL = sql`1`) =>
  db.run(sql`
    insert into ${recoveryCodes} (id, user_id)
    select code.value, ${table.user_id}
    from ${table}, json_each(${JSON.stringify(codes.map(recoveryId))}) code
    where ${confirmedOf(userId)} and ${condition}`)

/** A batch statement: deletes the user's recovery codes, if `condition` holds. */
export const dropCodes = (db: Db, userId: number, condition: SQL) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.user_id, userId), condition))

/** A batch statement: removes the user's passkeys, if `condition` holds. */
export const removePasskeys = (db: Db, userId: number, condition?: SQL) =>
  db
    .delete(passkeys)
    .where(and(eq(passkeys.user_id, userId), condition))
    .returning({ id: passkeys.id })

/** A batch statement: removes the app, recovery codes included, if `condition` holds. */
export const remove = (db: Db, userId: number, condition?: SQL) =>
  db
    .delete(table)
    .where(and(confirmedOf(userId), condition))
    .returning({ user_id: table.user_id })

/**
 * Consumes a code from the user's app or a recovery code, and returns which it was; undefined when
 * it is invalid or already used (also by a concurrent call), or `condition` fails. `notices` are
 * statements that run when it was a recovery code.
 */
export async function spendCode(
  db: Db,
  { user_id, secret, last_step }: typeof table.$inferSelect,
  typed: string,
  notices: readonly BatchItem<'sqlite'>[],
  condition?: SQL,
): Promise<'app' | 'recovery' | undefined> {
  const step = stepOf(secret, bare(typed), last_step)
  if (step !== undefined) {
    const used = await db
      .update(table)
      .set({ last_step: step })
      .where(
        and(confirmedOf(user_id), eq(table.secret, secret), lt(table.last_step, step), condition),
      )
      .returning({ user_id: table.user_id })
    return used.length ? 'app' : undefined
  }
  const [used] = await db.batch([
    db
      .delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.id, recoveryId(typed)), eq(recoveryCodes.user_id, user_id), condition),
      )
      .returning({ id: recoveryCodes.id }),
    ...notices,
  ])
  return used.length ? 'recovery' : undefined
}
