import { hashToken } from '#api/core/links/password-links.ts'
import type { Examples } from '#api/openapi/example.ts'
import { apiTokens } from '#db/schema.ts'
import { maxTokens } from './contract.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const token = { name: 'HR system', scopes: ['applications:read' as const] }

/** Of Rita, with the scope `applications:read`. */
export const apiToken = `foyer_api_${'r'.repeat(43)}`

export default {
  /** The first is Rita's; Pam has as many as one may have. */
  prepare: (w) =>
    w.db.insert(apiTokens).values([
      { ...token, user_id: 2, hash: hashToken(apiToken), expires_at: inDays(30) },
      { ...token, user_id: 3, hash: 'b'.repeat(64), expires_at: inDays(30) },
      ...Array.from({ length: maxTokens }, (_, n) => ({
        ...token,
        user_id: 4,
        hash: hashToken(String(n)),
        expires_at: inDays(30),
      })),
    ]),
  special: {
    'POST /tokens': {
      get json() {
        return { ...token, expires_at: inDays(30) }
      },
    },
  },
  refusals: [
    [400, 'POST /tokens', { as: 'rita', json: { ...token, expires_at: '2020-01-01' } }],
    [
      409,
      'POST /tokens',
      { as: 'pam', json: { ...token, scopes: ['pages:read'], expires_at: inDays(30) } },
    ],
    [404, 'DELETE /tokens/:id', { as: 'rita', at: '/tokens/2' }],
  ],
} satisfies Examples
