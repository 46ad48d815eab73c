import { z } from 'zod'
import { id } from '#api/core/http/contract/row-parts.ts'

/** Why applications are rejected. */
export const reasonRow = z
  .strictObject({
    id,
    name: z.string(),
    template_id: id.nullable().meta({
      description: 'What candidates who are rejected for it are emailed; null: as all others.',
    }),
  })
  .meta({ ref: 'RejectionReason' })
