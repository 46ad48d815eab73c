import pLimit from 'p-limit'
import { Problem } from '#api/core/http/problem.ts'

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane. Only two at a time: each
// takes 19 MiB and one of libuv's four threads, which file access needs too.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const argon2 = () => import('@node-rs/argon2')
const hashing = pLimit(2)
const maxQueue = 50

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount >= maxQueue)
    throw new Problem(
      503,
      'Too many people are signing in just now. Please try again in a moment.',
      { headers: { 'Retry-After': '2' } },
    )
  return hashing(work)
}

/** Argon2id in PHC string format. */
export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(async () => (await argon2()).hash(password, cost))

/** Matches no password, and takes as long to verify as a real hash. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Whether the password matches the hash. Without a hash it does the same work and returns false, so
 * that timing doesn't reveal whether an account exists.
 */
export async function passwordMatches(password: string, passwordHash: string | null | undefined) {
  const verify = async () => (await argon2()).verify(passwordHash ?? dummyHash, password)
  return (await limitConcurrency(verify)) && Boolean(passwordHash)
}
