import { hashToken } from '#api/core/links/password-links.ts'
import type { Examples } from '#api/openapi/example.ts'
import { identities, signInCodes } from '#db/schema.ts'

const issuer = 'https://login.example.com'
const code = 'c'.repeat(43)
/** Of sam, who has two-step sign-in. */
const codeWithStep = 'd'.repeat(43)
const expires_at = '2100-01-01T00:00:00.000Z'
const cookie = (value: string) => ({ cookie: `foyer-sign-in-code=${value}` })

/** mo has passkeys, but a second step at the provider. Identity 1 waits, with the address of rita; 2 is joe's, 3 mo's with a code, 4 sam's, 5 waits. */
export default {
  prepare: async (w) => {
    await w.db.insert(identities).values([
      { issuer, sub: '1', email: 'rita@example.com', is_verified: true, name: 'Rita Reviewer' },
      { issuer, sub: '2', user_id: 3, email: 'joe@example.com', last_used_on: '2026-01-31' },
      { issuer, sub: '3', user_id: 8 },
      { issuer, sub: '4', user_id: 6 },
      { issuer, sub: '5' },
    ])
    await w.db.insert(signInCodes).values([
      { id: hashToken(code), identity_id: 3, second_factor: true, expires_at },
      { id: hashToken(codeWithStep), identity_id: 4, expires_at },
    ])
  },
  special: {
    'POST /auth/oidc/token': { json: {}, headers: cookie(code) },
    'POST /identities/:id/disconnect': { at: '/identities/2/disconnect' },
    'DELETE /identities/:id': { at: '/identities/5' },
  },
  refusals: [
    [400, 'POST /auth/oidc/token', { json: {} }],
    [401, 'POST /auth/oidc/token', { json: {}, headers: cookie(codeWithStep) }],
    [
      403,
      'POST /auth/oidc/token',
      { json: {}, headers: { ...cookie(code), 'sec-fetch-site': 'cross-site' } },
    ],
    [400, 'GET /identities', { as: 'ada', at: '/identities?user_id=x' }],
    [
      409,
      'POST /identities/:id/confirm',
      { as: 'ada', at: '/identities/2/confirm', json: { user_id: 2 } },
    ],
    [409, 'POST /identities/:id/disconnect', { as: 'ada', at: '/identities/1/disconnect' }],
    [409, 'DELETE /identities/:id', { as: 'ada', at: '/identities/2' }],
  ],
} satisfies Examples
