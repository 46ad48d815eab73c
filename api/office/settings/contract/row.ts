import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const publicSettingRow = z
  .strictObject({
    key: z.string(),
    value: z.string(),
    shown_language: z
      .string()
      .optional()
      .meta({ description: 'Of a text that can be translated, on a site in several languages.' }),
  })
  .meta({ ref: 'PublicSetting' })

export const settingRow = z
  .strictObject({
    id,
    key: z.string(),
    value: z.string(),
    category: z.string(),
    description: z.string(),
    is_public: z.boolean(),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Setting' })

export const settingValues = z
  .record(z.string(), z.string())
  .meta({ description: 'Values by key; what does not exist or may not be seen is left out.' })
