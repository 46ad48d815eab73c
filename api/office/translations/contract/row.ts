import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'

const language = z.string()

const parts = {
  fields: z.record(z.string(), z.string()),
  outdated: z
    .boolean()
    .meta({ description: 'Whether the original was changed after the translation was saved.' }),
  updated_at: time,
}

export const languageCountRow = z
  .strictObject({
    language,
    count: count.meta({ description: 'Published pages and jobs, and other texts.' }),
  })
  .meta({ ref: 'LanguageCount' })
export const lackingRow = z
  .strictObject({
    count: count.meta({ description: 'Texts.' }),
    following: count.meta({
      description:
        'Published pages and open jobs that are taken to be in it too, as on a site with one language.',
    }),
    kept: count.meta({
      description: 'Published pages and open jobs that stay in the language they were written in.',
    }),
  })
  .meta({ ref: 'TextsWithoutTranslation' })

export type LanguageCount = z.infer<typeof languageCountRow>

export const translationRow = z
  .strictObject({ id, subject: z.string(), language, ...parts })
  .meta({ ref: 'TextTranslation' })
export type TranslationRow = z.infer<typeof translationRow>

export const originalRow = z
  .strictObject({
    subject: z.string(),
    name: z.string(),
    fields: z.record(z.string(), z.string()).meta({ description: 'The texts to be translated.' }),
    translations: z
      .strictObject({ id, language, ...parts })
      .array()
      .meta({ description: 'Into those languages of the site that it has been translated into.' }),
  })
  .meta({ ref: 'OriginalText' })
export type OriginalRow = z.infer<typeof originalRow>
