import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { hashToken, newToken } from '#api/core/links/password-links.ts'
import type { Db } from '#db/client.ts'
import { identities, later, now, signInCodes as table, users } from '#db/schema.ts'

/** From the provider's page to ours; with a second step here, there is time to find the phone. */
const lifetimeMs = 2 * 60_000
const withStepMs = 10 * 60_000

type New = { identity_id: number; user_id: number; sid: string | undefined; second_factor: boolean }

/** A code for the browser, while the identity is the active user's; only its hash is stored. */
export async function createCode(db: Db, { identity_id, user_id, sid, second_factor }: New) {
  const { token, hash } = newToken()
  await db.batch([
    db.delete(table).where(lte(table.expires_at, now)),
    db.run(sql`
      insert into ${table} (id, identity_id, sid, second_factor, expires_at)
      select ${hash}, ${identities.id}, ${sid ?? null}, ${Number(second_factor)}, ${later(lifetimeMs)}
      from ${identities} join ${users} on ${users.id} = ${identities.user_id}
      where ${identities.id} = ${identity_id} and ${users.id} = ${user_id} and ${users.is_active} = 1`),
  ])
  return token
}

/** What a valid code stands for, while the person is active and still connected. */
export async function findCode(db: Db, code: string | undefined) {
  if (!code) return undefined
  const [found] = await db
    .select({ code: table, identity: identities, user: users })
    .from(table)
    .innerJoin(identities, eq(identities.id, table.identity_id))
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(table.id, hashToken(code)), gt(table.expires_at, now), eq(users.is_active, true)))
  return found
}

/** SQL: the code is still there, and that of this active user. */
export const isGood = (id: string, userId: number) =>
  sql`exists (
    select 1 from sign_in_codes code
    join identities identity on identity.id = code.identity_id
    join users owner on owner.id = identity.user_id
    where code.id = ${id} and code.expires_at > ${now}
      and owner.id = ${userId} and owner.is_active = 1)`

/** Leaves time for the second step. Repeated, it leaves no more. */
export const prolong = (db: Db, id: string) =>
  db
    .update(table)
    .set({
      expires_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${table.created_at}, ${`+${withStepMs / 1000} seconds`})`,
    })
    .where(eq(table.id, id))

/** A batch statement. */
export const dropCode = (db: Db, id: string) => db.delete(table).where(eq(table.id, id))
