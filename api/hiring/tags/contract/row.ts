import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { tagColors } from '#db/enums.ts'

/** A label for applications. */
export const tagRow = z
  .strictObject({
    id,
    name: z.string(),
    color: z.enum(tagColors),
    application_count: count.meta({ description: 'How many applications have it.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Tag' })
