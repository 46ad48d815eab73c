import { z } from 'zod'
import { setupItems } from '#db/enums.ts'

export const setupRow = z
  .strictObject({
    item: z.enum(setupItems),
    done: z.boolean().meta({ description: 'Known from the data, never set.' }),
    skipped: z.boolean(),
  })
  .meta({ ref: 'SetupItem' })
