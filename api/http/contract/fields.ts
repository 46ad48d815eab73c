import { z } from 'zod'
import { notAnEmail } from './email.ts'
import { isLine, isVisible, trimLine, visibleLength } from './text.ts'

const text = (required: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : 'Must be text') })
    .refine((value) => value.isWellFormed(), 'Contains a broken character')

/** In code points, as SQLite and JSON Schema count. */
const atMost = (max: number) => (value: string) => value.length <= max || [...value].length <= max

const trimmed = (required: string, max: number) =>
  text(required)
    .overwrite(trimLine)
    .refine(atMost(max), `Must be at most ${max} characters`)
    .refine(isLine, 'Contains characters that cannot be shown')

/** One line of text that must be there: trimmed, at most `max` characters. */
export const line = (max: number, required: string) =>
  trimmed(required, max).refine(isVisible, required).meta({ minLength: 1, maxLength: max })

/** One line of text that may be missing, null or empty; empty is stored as null. */
export const optionalLine = (max: number) =>
  trimmed('Must be text', max)
    .meta({ maxLength: max })
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
