import { z } from 'zod'
import { flag, optionalLine } from '#api/core/http/contract/fields.ts'

export const holidayChange = z.strictObject({
  name: optionalLine(100).meta({
    description: 'Required for a new day that is not a public holiday.',
  }),
  is_day_off: flag.default(true).meta({
    description: 'False: a public holiday on which the company works.',
  }),
})
