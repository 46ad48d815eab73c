import { and, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client.ts'
import { recoveryCodes, secondFactors as table, users } from '#db/schema.ts'
import { bare, recoveryId } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

const confirmedOf = (userId: number) =>
  and(eq(table.user_id, userId), isNotNull(table.confirmed_at))

/** For a query of users: whether the one at hand has two-step sign-in on. */
export const hasFactor = sql<boolean>`exists (
  select 1 from second_factors factor
  where factor.user_id = users.id and factor.confirmed_at is not null)`.mapWith(Boolean)

/** The one answer to a code that does not fit, whatever is wrong with it. */
export const wrongCode = 'This code is not right, or was used already. Try the next one.'

const isRequired = sql<boolean>`exists (
  select 1 from settings where key = 'require_second_factor' and value = 'true')`.mapWith(Boolean)

/** For a query: whether this person must set up two-step sign-in before anything else. */
export const needsEnrolment = (userId: number | SQLWrapper) =>
  sql<boolean>`(${isRequired} and not exists (
    select 1 from second_factors factor
    where factor.user_id = ${userId} and factor.confirmed_at is not null))`.mapWith(Boolean)

/** The same of one of whom only the id is known. */
export async function isPendingEnrolment(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.all<{ missing: number }>(sql`select ${needsEnrolment(userId)} as missing`)
  return row?.missing === 1
}

/** The factor that is asked for at this person's sign-in; undefined when none is. */
export async function factorOf(db: Db, userId: number) {
  const [factor] = await db.select().from(table).where(confirmedOf(userId))
  return factor
}

/** What a person is told of their own. */
export async function statusOf(db: Db, userId: number) {
  const [row] = await db
    .select({
      confirmed_at: table.confirmed_at,
      recovery_codes_left: sql<number>`(
        select count(*) from ${recoveryCodes} where ${recoveryCodes.user_id} = ${users.id})`,
      required: isRequired,
    })
    .from(users)
    .leftJoin(table, eq(table.user_id, users.id))
    .where(eq(users.id, userId))
  return row ?? { confirmed_at: null, recovery_codes_left: 0, required: false }
}

/** Keeps a secret that no code has confirmed yet, in place of an earlier one; false when two-step sign-in is on already, or `condition` does not hold. */
export async function begin(db: Db, userId: number, secret: string, condition: SQL) {
  const { rowsAffected } = await db.run(sql`
    insert into ${table} (user_id, secret) select ${userId}, ${secret} where ${condition}
    on conflict (user_id) do update set secret = excluded.secret where ${isNull(table.confirmed_at)}`)
  return rowsAffected > 0
}

/** The secret that waits for its first code. */
export async function begunSecret(db: Db, userId: number): Promise<string | undefined> {
  const [begun] = await db
    .select({ secret: table.secret })
    .from(table)
    .where(and(eq(table.user_id, userId), isNull(table.confirmed_at)))
  return begun?.secret
}

/** A statement for a batch: switches on what was begun with this secret, if `condition` holds. Answers no row when that is not there any more. */
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

/** A statement for a batch: keeps the codes of somebody who has two-step sign-in on, if `condition` holds. */
export const keepCodes = (db: Db, userId: number, codes: string[], condition: SQL = sql`1`) =>
  db.run(sql`
    insert into ${recoveryCodes} (id, user_id)
    select code.value, ${table.user_id}
    from ${table}, json_each(${JSON.stringify(codes.map(recoveryId))}) code
    where ${confirmedOf(userId)} and ${condition}`)

/** A statement for a batch: none of the person's recovery codes works any more, if `condition` holds. */
export const dropCodes = (db: Db, userId: number, condition: SQL) =>
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.user_id, userId), condition))

/** A statement for a batch: switches two-step sign-in off, if `condition` holds. The recovery codes go with it. */
export const remove = (db: Db, userId: number, condition?: SQL) =>
  db
    .delete(table)
    .where(and(confirmedOf(userId), condition))
    .returning({ user_id: table.user_id })

/**
 * Uses up a code that this person typed: of their app, or one of their recovery codes. Answers which
 * it was; undefined when it is neither, or was used before, be it at this very moment, or `condition` does not hold.
 * `notices` are statements that follow when it was a recovery code.
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
