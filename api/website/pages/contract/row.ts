import { z } from 'zod'
import { html, id, time } from '#api/core/http/contract/row-parts.ts'
import { draftFields } from '../../content/contract/row.ts'
import { picturesInText } from '../../media/contract/row.ts'
import { shownLanguage, translationsOfRow } from '../../translations/contract/row.ts'

const listed = {
  id,
  title: z.string(),
  slug: z.string(),
  meta_description: z.string().nullable(),
  is_published: z.boolean(),
  language: z.string().nullable().meta({
    description: 'The language it is written in, as a BCP 47 tag; null: that of the site.',
  }),
  created_at: time,
  updated_at: time,
}

export const listedPageRow = z
  .strictObject({ ...listed, ...shownLanguage })
  .meta({ ref: 'ListedPage' })

const forEditors = {
  ...listed,
  publish_at: time
    .nullable()
    .meta({ description: 'When it, or its draft, is published by itself.' }),
  unpublish_at: time.nullable().meta({ description: 'When it is unpublished by itself.' }),
  ...draftFields,
}

/** A page in the list for editors. */
export const editedPageRow = z
  .strictObject({
    ...forEditors,
    ...translationsOfRow,
    changed_by: z.string().nullable().meta({
      description:
        'Who made the change at `updated_at`; null when the activity log does not name anyone.',
    }),
  })
  .meta({ ref: 'EditedPage' })

/** A page for visitors. */
export const publicPageRow = z
  .strictObject({ ...listed, content: html, pictures: picturesInText, ...shownLanguage })
  .meta({ ref: 'PublicPage' })

export const pageRow = z.strictObject({ ...forEditors, content: html }).meta({ ref: 'Page' })
