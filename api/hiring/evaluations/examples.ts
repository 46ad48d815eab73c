import { type Examples, oldTag } from '#api/openapi/example.ts'
import { evaluations } from '#db/schema.ts'

export default {
  prepare: (w) =>
    w.db.insert(evaluations).values({
      application_id: 1,
      user_id: 2,
      author_name: 'Rita Reviewer',
      verdict: 3,
    }),
  about: (w, application_id, text) =>
    w.db
      .insert(evaluations)
      .values({ application_id, user_id: 1, author_name: 'Ada Admin', verdict: 4, text }),
  refusals: [
    [
      409,
      'PUT /applications/:id/evaluation',
      { as: 'rita', json: { verdict: 3 }, headers: oldTag },
    ],
    [403, 'GET /applications/:id/evaluations', { as: 'rita', at: '/applications/2/evaluations' }],
  ],
} satisfies Examples
