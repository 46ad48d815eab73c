import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const viewRow = z
  .strictObject({
    id,
    name: z.string(),
    query: z.string().meta({ description: 'As in the address of the list, without `?`.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'View' })
