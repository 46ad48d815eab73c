import { z } from 'zod'
import { setupItems } from '#db/enums.ts'

export const setupRow = z
  .strictObject({
    item: z.enum(setupItems),
    done: z.boolean().meta({ description: 'Known from the data, never set.' }),
    skipped: z.boolean(),
    unfinished: z.boolean().meta({ description: 'Its page has text that is to be filled in.' }),
  })
  .meta({ ref: 'SetupItem' })
