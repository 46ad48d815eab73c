import { z } from 'zod'
import { flag } from '#api/core/http/contract/fields.ts'

/** What a PUT that saves a draft says beside the fields. */
export const asDraft = {
  draft: flag.optional().meta({ description: 'Keep the changes beside what is published.' }),
  draft_saved_at: z.iso
    .datetime('Must be the draft_saved_at of the row')
    .nullable()
    .optional()
    .meta({
      description:
        'That of the draft that the change is based on, null without one. A draft saved since is answered with 409. Without `draft`, the change publishes it: the draft is over.',
    }),
}

/** `?draft=true`: with the unpublished changes, where there are some. */
export const withDraftQuery = {
  draft: z.enum(['true', 'false'], 'Must be true or false').optional(),
}
