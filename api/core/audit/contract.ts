import { z } from 'zod'
import { auditActions } from '#db/enums.ts'
import { staffSearch } from '../http/contract/paging.ts'

export { auditWords } from '#db/enums.ts'

/** `q` searches actor, target and IP address. Days are UTC, inclusive. */
export const auditFilter = {
  action: z.enum([...auditActions, 'all'], 'Unknown action').default('all'),
  q: staffSearch,
  from: z.iso.date('Must be a day like 2026-01-31').optional(),
  to: z.iso.date('Must be a day like 2026-01-31').optional(),
}
