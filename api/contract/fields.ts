import { z } from 'zod'
import { notAnEmail } from './email.ts'
import { visibleLength } from './text.ts'

/** Control characters, line breaks of any kind, and the marks that turn the reading direction around: no name or title needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const hidden = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for tab and line breaks
const hiddenInText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** Something that takes room: a name of zero-width characters is no name. */
const seen = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u

const text = (required: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : 'Must be text') })
    .refine((value) => value.isWellFormed(), 'Contains a broken character')

/** One line of text that must be there: trimmed, at most `max` characters. */
export const line = (max: number, required: string) =>
  text(required)
    .trim()
    .refine((value) => seen.test(value), required)
    .max(max, `Must be at most ${max} characters`)
    .refine((value) => !hidden.test(value), 'Contains characters that cannot be shown')
    .meta({ minLength: 1 })

/** One line of text that may be missing, null or empty; empty is stored as null. */
export const optionalLine = (max: number) =>
  text('Must be text')
    .trim()
    .max(max, `Must be at most ${max} characters`)
    .refine((value) => !hidden.test(value), 'Contains characters that cannot be shown')
    .transform((value) => value || null)
    .nullable()
    .optional()

/** An e-mail address, kept in the case it was typed in. RFC 5321 §4.5.3.1 allows 254 characters. */
export const email = line(254, 'Email is required')
  .pipe(z.email(notAnEmail))
  .meta({ format: 'email' })

/** In bytes of UTF-8: 200 KB, of the same 1,024 bytes as those of a JSON body. */
export const richTextMaximum = 200 * 1024

/** HTML before it is sanitised. */
const html = (required: string) =>
  text(required)
    .refine((value) => !hiddenInText.test(value), 'Contains characters that cannot be shown')
    .refine(
      (value) => new TextEncoder().encode(value).length <= richTextMaximum,
      'Must be at most 200 KB',
    )
    .meta({ contentMediaType: 'text/html', description: 'At most 200 KB of HTML.' })

/** Rich text that must hold something to read. */
export const richText = (required: string) =>
  html(required).refine((value) => visibleLength(value) > 0, required)

/** Rich text that may be missing, null or empty. */
export const optionalRichText = html('Must be text').nullable().optional()

export const flag = z.boolean('Must be true or false')

/** `updated_at` of the row that a change was based on; with it, a PUT to a row that has moved on is refused. */
export const basedOn = z.iso.datetime('Must be the updated_at of the row').optional()
