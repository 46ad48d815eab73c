import { z } from 'zod'
import { basedOn, linkUrl, optionalLine } from '#api/core/http/contract/fields.ts'
import {
  type Appearance,
  cornerStyles,
  headerLayouts,
  jobsLayouts,
  schemes,
  themes,
  typePairings,
} from '#db/enums.ts'
import { focal } from '../media/contract.ts'

/** The look of a site that nobody has changed. */
export const defaultAppearance: Required<Appearance> = {
  look: 'quiet',
  brand_color: '#0f766e',
  type_pairing: 'inter',
  corners: 'soft',
  header: 'left',
  scheme: 'auto',
  jobs_layout: 'cards',
  logo_light: null,
  logo_dark: null,
  icon: null,
  hero: {
    headline: null,
    text: null,
    media_id: null,
    focal: null,
    button_label: null,
    button_url: null,
  },
}

/** Words of the hero, which translations have too. */
export const heroWords = ['headline', 'text', 'button_label'] as const

/** What translations of `heroWords` are of: there is one hero, in each look of the site. */
export const heroSubject = 'hero'

const brandColor = z
  .string('Must be text')
  .regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #0f766e')
  .toLowerCase()

const picture = z
  .int('Must be the id of an image')
  .positive('Must be the id of an image')
  .nullable()

export const heroShape = {
  headline: optionalLine(200),
  text: optionalLine(400),
  button_label: optionalLine(60),
}

const hero = z.strictObject(
  {
    ...heroShape,
    media_id: picture.optional(),
    focal: focal.nullable().optional(),
    button_url: z
      .union(
        [z.literal('').transform(() => null), linkUrl('Button link is required')],
        'Must be a link',
      )
      .nullable()
      .optional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'Must be an object' : undefined) },
)

/** A PUT is partial, also within `hero`. */
export const appearanceChange = z.strictObject({
  look: z.enum(themes).optional(),
  brand_color: brandColor.optional(),
  type_pairing: z.enum(typePairings).optional(),
  corners: z.enum(cornerStyles).optional(),
  header: z.enum(headerLayouts).optional(),
  scheme: z.enum(schemes).optional(),
  jobs_layout: z.enum(jobsLayouts).optional(),
  logo_light: picture.optional(),
  logo_dark: picture.optional(),
  icon: picture.optional(),
  hero: hero.optional(),
  /** Null as in the row of a site that nobody has changed. */
  updated_at: basedOn.nullable(),
})
export type AppearanceChange = z.output<typeof appearanceChange>

/** In the order of the screen; `hero` is `hero.media_id`. */
export const pictureFields = ['logo_light', 'logo_dark', 'icon', 'hero'] as const
export type PictureField = (typeof pictureFields)[number]

export const pictureIn = (look: Appearance, field: PictureField) =>
  field === 'hero' ? look.hero.media_id : look[field]

type Size = { width: number; height: number }

const sizeOf = ({ width, height }: Size) =>
  `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`

/** Why a picture can't be shown there; undefined if it can. */
export function pictureError(field: PictureField, size: Size): string | undefined {
  const ratio = size.width / size.height
  if (field === 'icon' && (ratio < 0.8 || ratio > 1.25))
    return `This image is ${sizeOf(size)}. Choose one that is about square.`
  if (field.startsWith('logo') && ratio < 1 / 4)
    return `This image is ${sizeOf(size)}. Choose a logo that is at most 4 times as high as wide.`
  if (field.startsWith('logo') && ratio > 8)
    return `This image is ${sizeOf(size)}. Choose a logo that is at most 8 times as wide as high.`
  return undefined
}
