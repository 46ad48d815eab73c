import type { Examples } from '#api/openapi/example.ts'
import { savedViews } from '#db/schema.ts'

export default {
  prepare: (w) =>
    w.db.insert(savedViews).values([
      { user_id: 2, name: 'First', query: '' },
      { user_id: 2, name: 'Second', query: '' },
    ]),
  refusals: [
    [409, 'POST /views', { as: 'rita', json: { name: 'Second', query: '' } }],
    [409, 'PUT /views/:id', { as: 'rita', at: '/views/2', json: { name: 'First' } }],
  ],
} satisfies Examples
