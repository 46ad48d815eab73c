import { sql } from 'drizzle-orm'
import { hashToken } from '#api/core/links/password-links.ts'
import { type Examples, token } from '#api/openapi/example.ts'
import { handOvers } from '#db/schema.ts'

/** The id that `prepare` got. */
let selected = 0

const expires_at = '2100-01-01T00:00:00.000Z'

export default {
  /** One more application, which is selected, and the address that Rita made for it. */
  prepare: async (w) => {
    const id = await w.newApplication(1, { email: 'nora@example.org' })
    await w.db.run(sql`update applications set status = 'selected' where id = ${id}`)
    selected = id
    await w.db
      .insert(handOvers)
      .values({ id: hashToken(token), application_id: id, created_by: 2, expires_at })
  },
  special: {
    'POST /applications/:id/hand-over': {
      get at() {
        return `/applications/${selected}/hand-over`
      },
    },
    'GET /hand-overs/:token': { at: `/hand-overs/${token}` },
  },
  first: ['POST /applications/:id/hand-over', 'GET /hand-overs/:token'],
  about: (w, application_id) =>
    w.db.insert(handOvers).values({
      id: hashToken(`hand-over ${application_id}`),
      application_id,
      created_by: 2,
      expires_at,
    }),
  refusals: [[409, 'POST /applications/:id/hand-over', { as: 'rita' }]],
} satisfies Examples
