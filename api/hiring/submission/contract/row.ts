import { z } from 'zod'
import { count } from '#api/core/http/contract/row-parts.ts'

export const notSpamCount = z
  .strictObject({ count: count.meta({ description: 'How many were marked before.' }) })
  .meta({ ref: 'NotSpamCount' })
