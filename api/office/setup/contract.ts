import { z } from 'zod'
import { flag } from '#api/core/http/contract/fields.ts'
import { setupItems } from '#db/enums.ts'

export { type SetupItem, setupItems } from '#db/enums.ts'

export const setupChange = z.strictObject({
  item: z.enum(setupItems, 'There is no such step'),
  skipped: flag,
})
