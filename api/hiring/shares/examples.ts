import { eq } from 'drizzle-orm'
import { hashToken } from '#api/core/links/password-links.ts'
import { type Examples, token } from '#api/openapi/example.ts'
import { applications, fileScans, shareApplications, shares } from '#db/schema.ts'
import { maxShares } from './contract.ts'

const expires_at = '2100-01-01T00:00:00.000Z'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const closed = 'c'.repeat(43)

export default {
  /**
   * The first is of Rita, with application 1; Ada has as many as one may have. The last is of Rita
   * again: its first resume waits for the virus scanner, its second has a virus.
   */
  prepare: async (w) => {
    const row = { name: 'Nora', token_hash: hashToken(token), created_by: 2, expires_at }
    await w.db.insert(shares).values(row)
    await w.db.insert(shareApplications).values({ share_id: 1, application_id: 1, number: 1 })
    await w.db.insert(shares).values(
      Array.from({ length: maxShares }, (_, n) => ({
        ...row,
        token_hash: hashToken(`of Ada ${n}`),
        created_by: 1,
      })),
    )
    const last = { ...row, token_hash: hashToken(closed) }
    const [share] = await w.db.insert(shares).values(last).returning({ id: shares.id })
    for (const number of [1, 2]) {
      const application_id = await w.newApplication(1, { email: `lea${number}@example.org` })
      const key = `shared${number}`
      await w.db
        .update(applications)
        .set({ resume_key: key, resume_type: 'pdf', resume_sha256: 'a'.repeat(64) })
        .where(eq(applications.id, application_id))
      await w.db.delete(fileScans).where(eq(fileScans.key, key))
      const found = { state: 'infected', threat: 'Test' } as const
      const scan = { key, application_id, due_at: null, ...(number === 2 && found) }
      await w.db.insert(fileScans).values(scan)
      await w.db.insert(shareApplications).values({ share_id: share!.id, application_id, number })
    }
  },
  special: {
    'POST /shares': {
      get json() {
        return { ids: [1], name: 'Nora', expires_at: inDays(7) }
      },
    },
    'GET /shared/:token': { at: `/shared/${token}` },
    'GET /shared/:token/:number/resume': { at: `/shared/${token}/1/resume` },
  },
  first: ['GET /shared/:token', 'GET /shared/:token/:number/resume'],
  about: async (w, application_id, marker) => {
    const [share] = await w.db
      .insert(shares)
      .values({ name: marker, token_hash: hashToken(`share ${application_id}`), expires_at })
      .returning({ id: shares.id })
    await w.db.insert(shareApplications).values({ share_id: share!.id, application_id, number: 1 })
  },
  refusals: [
    [400, 'POST /shares', { as: 'rita', json: { ids: [1], expires_at: '2020-01-01' } }],
    [
      400,
      'POST /shares',
      {
        as: 'rita',
        get json() {
          return { ids: [4711], expires_at: inDays(1) }
        },
      },
    ],
    [
      409,
      'POST /shares',
      {
        as: 'ada',
        get json() {
          return { ids: [1], expires_at: inDays(1) }
        },
      },
    ],
    [400, 'GET /shared/:token', { at: `/shared/${token}?candidate=no` }],
    [423, 'GET /shared/:token/:number/resume', { at: `/shared/${closed}/1/resume` }],
    [410, 'GET /shared/:token/:number/resume', { at: `/shared/${closed}/2/resume` }],
    [404, 'GET /shared/:token', { at: `/shared/${'w'.repeat(43)}` }],
  ],
} satisfies Examples
