import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { User } from 'lucia'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedOut } from '#api/core/route/context.ts'
import { users } from '#db/schema.ts'
import { mayUseOwnDoor } from './password-door.ts'
import { passwordMatches } from './passwords.ts'

const wrongPassword = 'This is not your current password'
const refusal = (message = wrongPassword, field = 'currentPassword') =>
  Problem.field(400, field, message)

/** 400 unless they have just signed in with the company, or without one at all: there is no password to ask for. */
async function checkFreshSignIn(c: Context<Env>, id: number, field?: string) {
  const { db, sessions, token = '', companySignIn } = c.var
  const [row] = await db.all<{ fresh: number }>(
    sql`select ${companySignIn ? sessions.isFreshFromCompany(id, token) : sessions.isRecent(id, token)} as fresh`,
  )
  if (!row?.fresh)
    throw refusal(
      `Sign out, sign in with ${companySignIn?.label ?? 'your company'} again, and do this within 10 minutes.`,
      field,
    )
}

/**
 * Returns the hash of a user's own password, for `unchanged`; 400 if wrong. Rate-limited. People
 * who have none, or may not use it, must have signed in just now.
 */
export async function checkOwnPassword(
  c: Context<Env>,
  { id, email, role }: User,
  password: string,
  message?: string,
  field?: string,
): Promise<string | null> {
  const { db, limits } = c.var
  const [row] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, id))
  if (row && (row.password_hash === null || !mayUseOwnDoor(c, { role }))) {
    await checkFreshSignIn(c, id, field)
    return row.password_hash
  }
  if (!password) throw refusal(message ?? 'Enter your current password', field)
  await limits.signIn(c.env.ip, email)
  if (!row?.password_hash || !(await passwordMatches(password, row.password_hash))) {
    c.set('action', 'password.refused')
    throw refusal(message, field)
  }
  await limits.signedIn(c.env.ip, email)
  return row.password_hash
}

/**
 * A condition for writes to one's own account: the session is open and the password is still the
 * one that was checked, so that no write survives a reset by an admin.
 */
export function unchanged(
  { var: { sessions, token = '' } }: Context<Env>,
  me: User,
  hash?: string | null,
) {
  const isOpen = sessions.isOpen(me.id, token)
  if (hash === undefined) return isOpen
  return sql`(${isOpen} and exists (
    select 1 from users me where me.id = ${me.id} and me.password_hash is ${hash}))`
}

/** Throws 401 or 400 if `unchanged` no longer holds. */
export async function assertUnchanged(
  c: Context<Env>,
  me: User,
  hash?: string | null,
  field?: string,
): Promise<void> {
  const [now] = await c.var.db.all<{ open: number; same: number }>(
    sql`select ${unchanged(c, me)} as open, ${unchanged(c, me, hash)} as same`,
  )
  if (!now?.open) throw signedOut()
  if (!now.same) throw refusal(undefined, field)
}
