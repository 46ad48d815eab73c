import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'
import {
  cornerStyles,
  headerLayouts,
  jobsLayouts,
  schemes,
  themes,
  typePairings,
} from '#db/enums.ts'
import { pictureRow } from '../../media/contract/row.ts'
import { focal } from '../../media/contract.ts'
import { heroWords, pictureFields } from '../contract.ts'

const text = z.string().nullable()

const fields = {
  look: z.enum(themes),
  brand_color: z.string(),
  type_pairing: z.enum(typePairings),
  corners: z.enum(cornerStyles),
  header: z.enum(headerLayouts),
  scheme: z.enum(schemes),
  jobs_layout: z.enum(jobsLayouts),
  logo_light: id.nullable(),
  logo_dark: id.nullable(),
  icon: id.nullable(),
  hero: z.strictObject({
    headline: text,
    text,
    media_id: id.nullable(),
    focal: focal.nullable(),
    button_label: text,
    button_url: text,
  }),
}

const missing = z
  .enum(pictureFields)
  .array()
  .meta({ description: 'Fields whose image was deleted.' })

const current = {
  ...fields,
  is_draft: z.boolean().meta({ description: 'Whether this is a draft that visitors do not see.' }),
  published_at: time.nullable().meta({ description: 'When the current look was published.' }),
  updated_at: time.nullable(),
}

/** The draft; without one, the published look. */
export const appearanceRow = z.strictObject(current).meta({ ref: 'Appearance' })
export type AppearanceRow = z.infer<typeof appearanceRow>

/** The draft after an earlier look was taken into it, without pictures that are gone. */
export const restoredAppearanceRow = z
  .strictObject({ ...current, missing })
  .meta({ ref: 'RestoredAppearance' })

export const pastAppearanceRow = z
  .strictObject({
    id,
    ...fields,
    published_at: time,
    published_by: text.meta({ description: "The person's name." }),
    missing,
  })
  .meta({ ref: 'PastAppearance' })
export type PastAppearance = z.infer<typeof pastAppearanceRow>

/** What visitors see, with the pictures themselves. */
export const publishedAppearanceRow = z
  .strictObject({
    ...fields,
    hero: fields.hero.extend({
      translated: z
        .enum(heroWords)
        .array()
        .optional()
        .meta({ description: 'Fields in the reader’s language, where that is not the main one.' }),
    }),
    pictures: pictureRow.array().meta({ description: 'The images that the fields name by id.' }),
  })
  .meta({ ref: 'PublishedAppearance' })
export type PublishedAppearance = z.infer<typeof publishedAppearanceRow>

export const previewTokenRow = z
  .strictObject({ token: z.string(), expires_at: time })
  .meta({ ref: 'PreviewToken' })
