import { z } from 'zod'

export const readQuery = {
  until: z.iso
    .datetime('Must be a time like 2026-01-31T09:00:00.000Z')
    .optional()
    .meta({ description: 'The newest one that was shown. Without it: all up to now.' }),
}
