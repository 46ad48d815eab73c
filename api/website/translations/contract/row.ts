import { z } from 'zod'
import { html, id, time } from '#api/core/http/contract/row-parts.ts'

const text = z.string().nullable()

/** What the lists of pages and jobs say of each translation. */
export const translationSummary = z
  .strictObject({
    language: z.string(),
    published: z.boolean(),
    outdated: z
      .boolean()
      .meta({ description: 'The original has changed since the translation was saved.' }),
  })
  .meta({ ref: 'TranslationSummary' })

/** A translation in the list of those of one page or job. */
export const translationRow = translationSummary
  .extend({
    has_draft: z.boolean().meta({ description: 'Whether there are changes not published yet.' }),
    updated_at: time,
  })
  .meta({ ref: 'Translation' })

export const pageTranslationRow = translationRow
  .extend({ title: text, content: html.nullable(), meta_description: text })
  .meta({ ref: 'PageTranslation' })
export type PageTranslation = z.infer<typeof pageTranslationRow>

export const jobTranslationRow = translationRow
  .extend({
    title: text,
    description: html.nullable(),
    requirements: html.nullable(),
    location: text,
    salary_range: text,
    contact_text: text,
    questions: z
      .strictObject({
        id,
        label: text,
        help: text,
        options: z
          .string()
          .array()
          .nullable()
          .meta({ description: 'In the order of the original’s.' }),
      })
      .array()
      .nullable(),
  })
  .meta({ ref: 'JobTranslation' })
export type JobTranslation = z.infer<typeof jobTranslationRow>

/** In rows of staff's lists, on a site with several languages. */
export const translationsOfRow = { translations: translationSummary.array().optional() }

/** In what visitors read, on a site with several languages. */
export const shownLanguage = {
  shown_language: z.string().optional().meta({
    description:
      'The language of the words in this answer: that of `lang` where they are translated, else the original’s.',
  }),
  languages: z
    .string()
    .array()
    .optional()
    .meta({ description: 'Those of the site in which it is there, the main one first.' }),
}
