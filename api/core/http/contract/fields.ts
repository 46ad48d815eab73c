import { z } from 'zod'
import { asciiEmail, isEmail, notAnEmail } from './email.ts'
import { looksLikePhone, notAPhone } from './phone.ts'
import { isLine, isVisible, trimLine, withoutInvisible } from './text.ts'

const sentences = {
  notText: 'Must be text',
  brokenCharacter: 'Contains a broken character',
  invisible: 'Contains characters that cannot be shown',
  tooLong: 'Must be at most {max} characters',
}
/** Messages for a line's faults: sentences, or keys of them. The issue's `params` hold `max`. */
type LineMessages = Record<keyof typeof sentences, string>

/** Any text without broken characters, of any length. */
export const text = (required: string, { notText, brokenCharacter }: LineMessages = sentences) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : notText) })
    .refine((value) => value.isWellFormed(), brokenCharacter)

/** In code points, as SQLite and JSON Schema count. */
const atMost = (max: number) => (value: string) => value.length <= max || [...value].length <= max

const trimmed = (required: string, max: number, messages: LineMessages, clean = trimLine) =>
  text(required, messages)
    .overwrite(clean)
    .refine(atMost(max), {
      error: messages.tooLong.replace('{max}', String(max)),
      params: { max },
    })
    .refine(isLine, messages.invisible)

/** One line of text that must be there: trimmed, at most `max` characters. */
export const line = (
  max: number,
  required: string,
  messages: LineMessages = sentences,
  clean = trimLine,
) =>
  trimmed(required, max, messages, clean)
    .refine(isVisible, required)
    .meta({ minLength: 1, maxLength: max })

/** One line of text that may be empty. */
export const lineOrNothing = (max: number, messages: LineMessages = sentences, clean = trimLine) =>
  trimmed(messages.notText, max, messages, clean).meta({ maxLength: max })

/** Plain text of any number of lines, trimmed, at most `max` characters; it may be empty. */
export const lines = (max: number, required: string, messages: LineMessages = sentences) =>
  text(required, messages)
    .overwrite((written) => written.replaceAll('\r\n', '\n').trim())
    .refine(atMost(max), {
      error: messages.tooLong.replace('{max}', String(max)),
      params: { max },
    })
    .refine((written) => written.split('\n').every(isLine), messages.invisible)
    .meta({ maxLength: max })

/** The same that must be there. */
export const plainText = (max: number, required: string, messages: LineMessages = sentences) =>
  lines(max, required, messages).refine(isVisible, required).meta({ minLength: 1, maxLength: max })

/** One line of text that may be missing, null or empty; empty is stored as null. */
export const optionalLine = (max: number, messages: LineMessages = sentences, clean = trimLine) =>
  lineOrNothing(max, messages, clean)
    .transform((value) => value || null)
    .nullable()
    .optional()

/** An address or number as it was meant: chats and contact cards copy more than is seen. */
const asMeant = (typed: string) => trimLine(withoutInvisible(typed))

/** A phone number with whatever is written around it; empty is stored as null. */
export const optionalPhone = (malformed = notAPhone, messages: LineMessages = sentences) =>
  optionalLine(40, messages, asMeant).refine((phone) => !phone || looksLikePhone(phone), malformed)

/** An email address, kept in the case it was typed in, with a Unicode domain in ASCII. */
export const emailLine = (
  required: string,
  malformed: string,
  messages: LineMessages = sentences,
) =>
  line(254, required, messages, asMeant)
    .pipe(z.string().refine(isEmail, malformed).overwrite(asciiEmail))
    .meta({ format: 'email' })

export const email = emailLine('Email is required', notAnEmail)

/** `YYYY-MM-DD`. Browsers make 0025 of a year of which only two digits were typed. */
export const day = z.iso
  .date('Must be a date like 2026-03-31')
  .refine((date) => date >= '1900', 'Enter the year with four digits, such as 2026')

export const flag = z.boolean('Must be true or false')

/** `updated_at` of the row that a change is based on; a PUT to a row changed since is rejected. */
export const basedOn = z.iso.datetime('Must be the updated_at of the row').optional()

/** Where a link that staff type may lead: nothing that runs a script. */
export const linkUrl = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(500, 'Must be at most 500 characters')
    .refine(
      (url) => /^(\/(?![/\\])|#|https?:\/\/|mailto:|tel:)[^\s\p{Cc}]*$/iu.test(url),
      'Must start with https://, with / for a page of this site, or with mailto: or tel:',
    )
