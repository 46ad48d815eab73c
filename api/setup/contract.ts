import { z } from 'zod'
import { setupItems } from '#db/enums.ts'
import { flag } from '../http/contract/fields.ts'

export { type SetupItem, setupItems } from '#db/enums.ts'

export const setupChange = z.strictObject({
  item: z.enum(setupItems, 'There is no such step'),
  skipped: flag,
})
