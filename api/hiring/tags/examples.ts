import type { Examples } from '#api/openapi/example.ts'
import { tags } from '#db/schema.ts'

export default {
  prepare: (w) =>
    w.db.insert(tags).values([
      { name: 'Danish', folded_name: 'danish' },
      { name: 'Night shift', folded_name: 'night shift', color: 'blue' },
      { name: 'Remote', folded_name: 'remote' },
    ]),
  special: {
    'POST /tags/:id/merge': { at: '/tags/3/merge' },
  },
  refusals: [
    [409, 'POST /tags', { as: 'rita', json: { name: 'DANISH' } }],
    [409, 'PUT /tags/:id', { as: 'rita', json: { name: 'danish' }, at: '/tags/3' }],
  ],
} satisfies Examples
