import { z } from 'zod'

export const menuItemRow = z
  .union([
    z.strictObject({ label: z.string(), page_id: z.int() }),
    z.strictObject({ label: z.string(), url: z.string() }),
  ])
  .meta({ ref: 'MenuItem' })

const link = z
  .strictObject({
    label: z.string(),
    href: z.string(),
    language: z
      .string()
      .optional()
      .meta({ description: 'The label’s language where it is not the reader’s.' }),
  })
  .meta({ ref: 'MenuLink' })

export const publicMenusRow = z
  .strictObject({
    header: link.array(),
    footer: link.array(),
    privacy: link
      .extend({
        version: z.string().meta({ description: 'Names its wording; sent with an application.' }),
      })
      .meta({ ref: 'PrivacyNoticeLink' })
      .nullable()
      .meta({ description: 'The published page with the slug privacy.' }),
  })
  .meta({ ref: 'PublicMenus' })
