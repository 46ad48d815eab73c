import { z } from 'zod'
import { time } from '#api/core/http/contract/row-parts.ts'

/** The only answer with the address: the database keeps a hash. */
export const handOverRow = z
  .strictObject({ url: z.string(), expires_at: time })
  .meta({ ref: 'HandOver' })
