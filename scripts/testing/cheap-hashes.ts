import { vi } from 'vitest'

// Most tests sign somebody in, journeys on a server that finds such hashes in its database. The
// cost is lowered here and nowhere in the program: no setting of it, and no environment variable,
// can weaken a real hash. passwords.test.ts uses the real package.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = (password, options, ...rest) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }, ...rest)
  return { ...argon2, hash }
})
