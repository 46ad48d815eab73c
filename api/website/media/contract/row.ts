import { z } from 'zod'
import { problem } from '#api/core/http/contract/problem-row.ts'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { contentKinds, mediaUseKinds, pictureFormats, slowFormats } from '#db/enums.ts'
import { focal } from '../contract.ts'

const hash = z.string().regex(/^[0-9a-f]{32}$/)

const variant = z.strictObject({
  width: count,
  height: count,
  format: z.enum(pictureFormats),
  bytes: count,
})

/** What a page needs to show a picture. */
const shown = {
  id,
  hash,
  width: count,
  height: count,
  alt: z.string(),
  decorative: z.boolean(),
  transparent: z.boolean(),
  color: z.string().meta({ description: 'Shown until the image has loaded, `#rrggbb`.' }),
  focal,
  variants: variant.array().meta({ description: 'The files `/media/{hash}/{width}.{format}`.' }),
}

export const pictureRow = z.strictObject(shown).meta({ ref: 'Picture' })
export type Picture = z.infer<typeof pictureRow>

/** The pictures in a row's rich text, for rows that have some. */
export const picturesInText = pictureRow.array().optional()

const mediaUse = z.strictObject({
  kind: z.enum(mediaUseKinds),
  id,
  title: z.string(),
  language: z.string().optional().meta({ description: 'That of a translation.' }),
  of: z.enum(contentKinds).optional().meta({ description: 'What it is a translation of.' }),
})

export const mediaRow = z
  .strictObject({
    ...shown,
    name: z.string(),
    url: z.string().meta({ description: 'What an `img` in rich text points to.' }),
    slow_formats: z.enum(slowFormats),
    used_on: mediaUse.array(),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Media' })
export type Media = z.infer<typeof mediaRow>

export const uploadedRow = mediaRow.extend({
  warning: z
    .string()
    .nullable()
    .meta({ description: 'What may look wrong; the image can be used all the same.' }),
})

/** The 409 for a picture in use. */
export const mediaInUse = problem.extend({ used_on: mediaUse.array() })
