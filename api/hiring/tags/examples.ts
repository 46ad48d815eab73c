import type { Examples } from '#api/openapi/example.ts'
import { applicationTags, tags } from '#db/schema.ts'

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
  /** The names of tags are the company's words, which everyone sees. */
  about: async (w, application_id) => {
    const [tag] = await w.db
      .insert(tags)
      .values({ name: 'Second round', folded_name: 'second round' })
      .returning({ id: tags.id })
    await w.db.insert(applicationTags).values({ application_id, tag_id: tag!.id })
  },
  refusals: [
    [409, 'POST /tags', { as: 'rita', json: { name: 'DANISH' } }],
    [409, 'PUT /tags/:id', { as: 'rita', json: { name: 'danish' }, at: '/tags/3' }],
  ],
} satisfies Examples
