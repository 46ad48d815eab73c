import { createHash, randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { createSecrets, type Secrets } from '#api/core/environment/secrets.ts'
import type { Db } from '#db/client.ts'
import { spentChallenges as table } from '#db/schema.ts'

/** In ms. */
export const challengeLifetimeMs = 5 * 60 * 1000

/** In ms. Spent challenges are kept so much longer, since the clocks of processes may differ. */
const keptAfterMs = 60 * 60 * 1000

/** `sign in`, or `add` for one user: a challenge for one is refused for the other. */
type Purpose = 'sign in' | `add ${number}`

/** Where nothing can be sealed (a database server without SECRET_KEY): only this process knows it. */
const ownSecrets = createSecrets({ key: randomBytes(32).toString('base64url') })

const context = (purpose: Purpose) => `passkey challenge ${purpose}`

/**
 * A challenge that carries its own end, sealed, so that nothing is stored before it is answered.
 * 128 of its bits are random (WebAuthn Level 3 §13.4.3).
 */
export function newChallenge(secrets: Secrets, purpose: Purpose): string {
  const sealer = secrets.canSeal ? secrets : ownSecrets
  const text = `${Date.now() + challengeLifetimeMs} ${randomBytes(16).toString('hex')}`
  const sealed = sealer.seal(text, context(purpose))
  return Buffer.from(sealed).toString('base64url')
}

/** When the challenge expires (ms since 1970); undefined if it isn't ours, has expired or is for another purpose. */
export function openChallenge(
  secrets: Secrets,
  purpose: Purpose,
  challenge: string,
): number | undefined {
  const sealer = secrets.canSeal ? secrets : ownSecrets
  const text = sealer.open(Buffer.from(challenge, 'base64url').toString(), context(purpose))
  const expiresAt = Number(text?.split(' ')[0])
  return expiresAt > Date.now() ? expiresAt : undefined
}

/** Base64url can be written in several ways: the bytes count. */
const idOf = (challenge: string) =>
  createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex')

/** A condition for `writeIf`: nobody has answered this challenge. */
export const isUnspent = (challenge: string) =>
  sql`not exists (select 1 from ${table} where ${table.id} = ${idOf(challenge)})`

/** Batch statements: mark it as answered, and forget those that have expired. */
export const spend = (db: Db, challenge: string, expires_at: number) => [
  db.delete(table).where(lt(table.expires_at, Date.now() - keptAfterMs)),
  db.insert(table).values({ id: idOf(challenge), expires_at }),
]
