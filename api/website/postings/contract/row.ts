import { z } from 'zod'
import { time } from '#api/core/http/contract/row-parts.ts'

export const postingRow = z
  .strictObject({
    number: z.int().positive(),
    from: time,
    to: time.nullable().meta({ description: 'Null: it is shown.' }),
    sha256: z.string().meta({ description: 'Of the HTML, in hex.' }),
  })
  .meta({ ref: 'Posting' })
