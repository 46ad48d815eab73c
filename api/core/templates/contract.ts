import { z } from 'zod'
import { applicationStatuses } from '#db/enums.ts'
import { basedOn, line } from '../http/contract/fields.ts'
import { escapeHtml, visibleLength, visibleText } from '../http/contract/text.ts'
import { richText } from '../rich-text/contract/fields.ts'

/** What an email to a candidate may leave to be filled in, as `{first_name}`. */
export const placeholders = [
  'first_name',
  'last_name',
  'job_title',
  'site_name',
  'sender_name',
  'reference',
] as const
export type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Record<Placeholder, string>

/** Anything between braces. Linear: a run of braces is tried once. */
const braced = /(?<!\{)\{+[^{}]*\}+/g

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`)

/** What looks like a placeholder in text or rich text and isn't one. */
export const unknownPlaceholders = (
  text: string,
  names: readonly string[] = placeholders,
): string[] => [...new Set(text.match(braced)?.filter((found) => !inBraces(names).includes(found)))]

/** A sentence about the first placeholder that can't be filled in; undefined when all can. */
export function placeholderError(
  text: string,
  names: readonly string[] = placeholders,
): string | undefined {
  const [found] = unknownPlaceholders(text, names)
  if (found) {
    const known = inBraces(names)
    const name = visibleText(found)
    if (known.includes(name)) return `Part of ${name} is formatted differently. Type it again.`
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(known)
    return `${[...name].slice(0, 50).join('')} is not a placeholder. Use ${list}.`
  }
  if (/href="[^"]*(?:\{|%7B)/i.test(text)) return 'A link can’t contain a placeholder.'
  return undefined
}

type Values = Readonly<Record<string, string>>

const filled = (text: string, values: Values, written: (value: string) => string) =>
  text.replace(braced, (found) => {
    const name = found.slice(1, -1)
    return Object.hasOwn(values, name) ? written(values[name] ?? '') : found
  })

/** One line with its placeholders filled in. */
export const fill = (text: string, values: Values): string =>
  filled(text, values, (value) => value).replace(/\s+/g, ' ')

/** Rich text with its placeholders filled in: a value is text, whatever it contains. */
export const fillHtml = (html: string, values: Values): string => filled(html, values, escapeHtml)

/** In visible characters. */
const maxEmail = 20_000

const filledIn = <T extends z.ZodType<string>>(field: T, names: readonly string[]) =>
  field.refine((text) => !placeholderError(text, names), {
    error: ({ input }) => placeholderError(String(input), names),
  })

const subject = line(200, 'Subject is required')
const body = richText('Message is required').refine(
  (html) => visibleLength(html) <= maxEmail,
  `Must be at most ${maxEmail.toLocaleString('en')} characters`,
)

/** Subject and message, whose placeholders are checked by the email's name. */
export const plainEmailText = { subject, body }

/** Subject and message with these placeholders. */
export const textWith = (names: readonly string[]) => ({
  subject: filledIn(subject, names),
  body: filledIn(body, names),
})

/** What staff write to candidates: once as a template, or in one email. */
export const emailText = textWith(placeholders)

const status = z
  .enum(applicationStatuses, `Must be one of ${applicationStatuses.join(', ')}, or null`)
  .nullable()
  .meta({ description: 'The decision of which it tells candidates by default.' })

export const newTemplate = z.strictObject({
  name: line(100, 'Name is required'),
  ...emailText,
  status: status.optional(),
})

export const templateChange = newTemplate.partial().extend({ updated_at: basedOn })

/** Null as in the row of an email that nobody has changed. Placeholders are checked by its name. */
export const automaticTextChange = z
  .strictObject(plainEmailText)
  .partial()
  .extend({ updated_at: basedOn.nullable() })
