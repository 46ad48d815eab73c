import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { may } from '#api/accounts/auth/contract/access.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'

const lifetime = 60 * 60 * 1000

/**
 * Signed with the person's password hash, so that no secret has to be stored and every instance can
 * check it: it ends with the password, and when the person may no longer see the draft.
 */
async function signatureOf(db: Db, user_id: number, expires: number): Promise<Buffer | undefined> {
  const [user] = await db
    .select({
      password_hash: users.password_hash,
      role: users.role,
      permissions: users.permissions,
    })
    .from(users)
    .where(and(eq(users.id, user_id), eq(users.is_active, true)))
  if (!user?.password_hash || !may(user, 'manage_settings')) return undefined
  return createHmac('sha256', user.password_hash)
    .update(`appearance preview ${user_id} ${expires}`)
    .digest()
}

/** A token with which anyone can read the draft of the look for an hour. */
export async function createPreviewToken(db: Db, user_id: number, now = Date.now()) {
  const expires = now + lifetime
  const signature = await signatureOf(db, user_id, expires)
  return {
    token: `${user_id}-${expires}-${signature?.toString('hex') ?? ''}`,
    expires_at: new Date(expires).toISOString(),
  }
}

export async function isPreviewToken(db: Db, token: string, now = Date.now()): Promise<boolean> {
  const [, user_id, expires, given] = /^(\d{1,15})-(\d{13})-([0-9a-f]{64})$/.exec(token) ?? []
  if (!given || Number(expires) < now) return false
  const signature = await signatureOf(db, Number(user_id), Number(expires))
  return signature !== undefined && timingSafeEqual(signature, Buffer.from(given, 'hex'))
}
