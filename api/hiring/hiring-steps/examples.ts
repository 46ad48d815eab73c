import { type Examples, oldTag } from '#api/openapi/example.ts'
import { hiringSteps } from '#db/schema.ts'

export default {
  prepare: (w) =>
    w.db.insert(hiringSteps).values({ place: 0, name: 'Phone call', status: 'pending' }),
  refusals: [
    [409, 'PUT /hiring-steps', { as: 'sam', json: [], headers: oldTag }],
    [409, 'PUT /jobs/:id/hiring-steps', { as: 'joe', json: [], headers: oldTag }],
  ],
} satisfies Examples
