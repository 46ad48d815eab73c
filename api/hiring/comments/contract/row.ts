import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const commentRow = z
  .strictObject({
    id,
    application_id: id,
    author_id: id.nullable().meta({ description: 'Null once the account is deleted.' }),
    author_name: z.string(),
    text: z.string(),
    mentions: id.array().meta({ description: 'The ids of the users it mentions.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Comment' })

export const reviewerRow = z
  .strictObject({ id, first_name: z.string(), last_name: z.string() })
  .meta({ ref: 'Reviewer' })
