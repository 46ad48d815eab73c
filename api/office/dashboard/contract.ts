import { z } from 'zod'

export const dashboardQuery = {
  since: z.iso
    .datetime('Must be a time like 2026-01-31T09:00:00.000Z')
    .optional()
    .meta({ description: 'Counts as the last look of an earlier day.' }),
}
