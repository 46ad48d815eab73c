import { type Examples, old } from '#api/openapi/example.ts'
import { comments } from '#db/schema.ts'

export default {
  /** One about each application. */
  prepare: (w) =>
    w.db.insert(comments).values(
      [1, 2].map((application_id) => ({
        application_id,
        author_id: 2,
        author_name: 'Rita Reviewer',
        text: 'Good.',
      })),
    ),
  last: ['DELETE /applications/:id/comments/:comment_id'],
  refusals: [
    [
      409,
      'PUT /applications/:id/comments/:comment_id',
      { as: 'rita', at: '/applications/1/comments/1', json: { text: 'Fine.', ...old } },
    ],
    [
      409,
      'DELETE /applications/:id/comments/:comment_id',
      { as: 'rita', at: '/applications/2/comments/2' },
    ],
  ],
} satisfies Examples
