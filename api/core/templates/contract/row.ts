import { z } from 'zod'
import { applicationStatuses } from '#db/enums.ts'
import { html, id, time } from '../../http/contract/row-parts.ts'

export const templateRow = z
  .strictObject({
    id,
    name: z.string(),
    subject: z.string(),
    body: html,
    status: z
      .enum(applicationStatuses)
      .nullable()
      .meta({ description: 'The decision of which it tells candidates by default.' }),
    translations: z
      .record(z.string(), z.strictObject({ subject: z.string(), body: html }))
      .meta({ description: 'The published ones, by language.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Template' })
