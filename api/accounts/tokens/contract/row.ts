import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'
import { apiScopes } from './scopes.ts'

const token = {
  id,
  name: z.string(),
  scopes: z.enum(apiScopes).array(),
  created_at: time,
  expires_at: time,
  last_used_on: z
    .string()
    .nullable()
    .meta({ format: 'date', description: 'The last day, in UTC, on which it was used.' }),
  user_id: id.meta({ description: 'Who made it, and for whom it acts.' }),
  user_name: z.string(),
}

export const tokenRow = z.strictObject(token).meta({ ref: 'ApiToken' })

export const createdTokenRow = z
  .strictObject({
    ...token,
    token: z.string().meta({
      description: 'Send it as `Authorization: Bearer …`. It is never shown again.',
    }),
  })
  .meta({ ref: 'CreatedApiToken' })
