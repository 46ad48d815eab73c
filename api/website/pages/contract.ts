import { z } from 'zod'
import { basedOn, flag, line } from '#api/core/http/contract/fields.ts'
import { isLine, trimLine } from '#api/core/http/contract/text.ts'
import { richTextOrPicture } from '#api/core/rich-text/contract/fields.ts'
import { asDraft } from '../content/contract/fields.ts'
import { languageTag } from '../content/contract/language.ts'
import { shownLanguage } from '../translations/contract/shown-language.ts'
import { scheduledTime } from './contract/schedule.ts'

const slugLength = 100

export const slug = z
  .string({
    error: ({ input }) => (input === undefined ? 'Slug is required' : 'Must be text'),
  })
  .min(1, 'Slug is required')
  .max(slugLength, `Must be at most ${slugLength} characters`)
  .regex(/^[a-z0-9-]*$/, 'Only lower-case letters (a to z), digits and hyphens')

/** Typed into three rows, used as one line: line breaks become spaces. */
export const metaDescription = z
  .string('Must be text')
  .refine((value) => value.isWellFormed(), 'Contains a broken character')
  .overwrite((value) => trimLine(value.replace(/\s+/g, ' ')))
  .refine(isLine, 'Contains characters that cannot be shown')
  .refine((value) => [...value].length <= 2000, 'Must be at most 2000 characters')
  .transform((value) => value || null)
  .meta({ maxLength: 2000 })
  .nullable()
  .optional()

export const pageInput = z.strictObject({
  title: line(200, 'Title is required'),
  slug,
  content: richTextOrPicture('Content is required').meta({
    description: 'HTML, sanitized. May hold blocks: `section` elements with `data-block`.',
  }),
  meta_description: metaDescription,
  is_published: flag.optional(),
  language: languageTag,
  publish_at: scheduledTime,
  unpublish_at: scheduledTime,
})

export const pageChange = pageInput
  .partial()
  .extend({ updated_at: basedOn, ...asDraft, ...shownLanguage })

/** As much of a description as search engines show: a guide, no limit. */
export const descriptionGuide = 160

/**
 * A slug for a title in Latin letters: lower case, hyphens for all that is no letter or digit, at
 * most 100 characters. Empty when nothing of the title can be kept. Letters that ASCII has not are
 * taken as hyphens, marks above and below them are dropped.
 */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugLength)
    .replace(/-$/, '')
