import { sql } from 'drizzle-orm'
import { hashToken } from '#api/core/links/password-links.ts'
import { type Examples, token } from '#api/openapi/example.ts'
import { fileScans, handOvers } from '#db/schema.ts'

/** The id that `prepare` got. */
let selected = 0

const waiting = 'w'.repeat(43)

const expires_at = '2100-01-01T00:00:00.000Z'

export default {
  /**
   * One more application, which is selected, and the address that Rita made for it; and another
   * one, with a file that waits for the virus scanner.
   */
  prepare: async (w) => {
    const add = async (address: string, email: string) => {
      const application_id = await w.newApplication(1, { email })
      await w.db.run(sql`update applications set status = 'selected' where id = ${application_id}`)
      await w.db
        .insert(handOvers)
        .values({ id: hashToken(address), application_id, created_by: 2, expires_at })
      return application_id
    }
    selected = await add(token, 'nora@example.org')
    const application_id = await add(waiting, 'olaf@example.org')
    await w.db.insert(fileScans).values({ key: 'handed over', application_id, due_at: null })
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
  refusals: [
    [409, 'POST /applications/:id/hand-over', { as: 'rita' }],
    [423, 'GET /hand-overs/:token', { at: `/hand-overs/${waiting}` }],
  ],
} satisfies Examples
