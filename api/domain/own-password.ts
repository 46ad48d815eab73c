import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { User } from 'lucia'
import { users } from '#db/schema.ts'
import type { Env } from '../http.ts'
import { Problem } from '../problem.ts'
import { passwordMatches } from './passwords.ts'

/** Whether this is the person's own password. A wrong guess counts like one at the sign-in. */
export async function isOwnPassword(c: Context<Env>, { id, email }: User, password: string) {
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

/** Throws 400 unless it is. */
export async function refuseWrongPassword(c: Context<Env>, user: User, password: string) {
  if (!(await isOwnPassword(c, user, password)))
    throw Problem.field(400, 'currentPassword', 'This is not your current password')
}
