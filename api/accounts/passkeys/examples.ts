import type { Examples } from '#api/openapi/example.ts'
import { passkeys, users } from '#db/schema.ts'
import { sealingSecrets as secrets } from '#scripts/testing/fixtures/calendar-server.ts'
import { softwarePasskey } from '#scripts/testing/fixtures/software-passkey.ts'
import { password } from '#scripts/testing/world.ts'
import { newChallenge } from './challenges.ts'
import { maxPasskeys } from './contract/limits.ts'
import { userHandle } from './verify.ts'

/** Of uma (5). */
const known = softwarePasskey()
const unknown = softwarePasskey()
const uma = 5

const added = (passkey: typeof known) =>
  passkey.create({ challenge: newChallenge(secrets, `add ${uma}`) })
const signed = (passkey: typeof known) =>
  passkey.sign({ challenge: newChallenge(secrets, 'sign in'), userHandle: userHandle(uma) })

const row = (user_id: number, credential_id: string) => ({
  user_id,
  credential_id,
  public_key: known.publicKey,
  domain: 'localhost',
  name: 'Laptop',
})

export default {
  /** uma has two; mo, the last of the cast, has as many as possible. Both sign in before. */
  async prepare(w) {
    await w.as('uma')
    await w.as('mo')
    const everybody = await w.db.select({ id: users.id }).from(users)
    const mo = Math.max(...everybody.map(({ id }) => id))
    const many = Array.from({ length: maxPasskeys }, (_, n) => row(mo, `key-${n}`))
    await w.db.insert(passkeys).values([row(uma, known.id), row(uma, 'other'), ...many])
  },
  special: {
    'GET /auth/passkeys': { as: 'uma' },
    'POST /auth/passkeys/options': { as: 'uma', json: { currentPassword: password } },
    'POST /auth/passkeys': {
      as: 'uma',
      get json() {
        return { ...added(unknown), name: 'Phone' }
      },
    },
    'PUT /auth/passkeys/:id': { as: 'uma' },
    'DELETE /auth/passkeys/:id': { as: 'uma', at: '/auth/passkeys/2' },
    'POST /auth/login/passkey': {
      get json() {
        return signed(known)
      },
    },
  },
  refusals: [
    [409, 'POST /auth/passkeys/options', { as: 'mo', json: {} }],
    [
      409,
      'POST /auth/passkeys',
      {
        as: 'uma',
        get json() {
          return added(known)
        },
      },
    ],
    [
      409,
      'PUT /auth/passkeys/:id',
      { as: 'uma', json: { name: 'Phone', updated_at: '2020-01-01T00:00:00.000Z' } },
    ],
    [
      401,
      'POST /auth/login/passkey',
      {
        get json() {
          return signed(unknown)
        },
      },
    ],
  ],
} satisfies Examples
