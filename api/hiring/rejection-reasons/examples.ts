import { type Examples, oldTag } from '#api/openapi/example.ts'
import { rejectionReasons } from '#db/schema.ts'

export default {
  prepare: (w) => w.db.insert(rejectionReasons).values({ place: 0, name: 'Other experience' }),
  refusals: [[409, 'PUT /rejection-reasons', { as: 'sam', json: [], headers: oldTag }]],
} satisfies Examples
