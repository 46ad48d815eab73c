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

const known = new Set<string>(placeholders.map((name) => `{${name}}`))

/** Anything between braces. Linear: a run of braces is tried once. */
const braced = /(?<!\{)\{+[^{}]*\}+/g

/** What looks like a placeholder in text or rich text and isn't one. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set(text.match(braced)?.filter((found) => !known.has(found))),
]

/** A sentence about the first placeholder that can't be filled in; undefined when all can. */
export function placeholderError(text: string): string | undefined {
  const [found] = unknownPlaceholders(text)
  if (found) {
    const name = visibleText(found)
    if (known.has(name)) return `Part of ${name} is formatted differently. Type it again.`
    const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(known)
    return `${[...name].slice(0, 50).join('')} is not a placeholder. Use ${list}.`
  }
  if (/href="[^"]*(?:\{|%7B)/i.test(text)) return 'A link can’t contain a placeholder.'
  return undefined
}

const filled = (text: string, values: PlaceholderValues, written: (value: string) => string) =>
  text.replace(braced, (found) =>
    known.has(found) ? written(values[found.slice(1, -1) as Placeholder]) : found,
  )

/** One line with its placeholders filled in. */
export const fill = (text: string, values: PlaceholderValues): string =>
  filled(text, values, (value) => value).replace(/\s+/g, ' ')

/** Rich text with its placeholders filled in: a value is text, whatever it contains. */
export const fillHtml = (html: string, values: PlaceholderValues): string =>
  filled(html, values, escapeHtml)

/** In visible characters. */
export const emailMaximum = 20_000

const filledIn = <T extends z.ZodType<string>>(field: T) =>
  field.refine((text) => !placeholderError(text), {
    error: ({ input }) => placeholderError(String(input)),
  })

/** What staff write to candidates: once as a template, or in one email. */
export const emailText = {
  subject: filledIn(line(200, 'Subject is required')),
  body: filledIn(
    richText('Message is required').refine(
      (html) => visibleLength(html) <= emailMaximum,
      `Must be at most ${emailMaximum.toLocaleString('en')} characters`,
    ),
  ),
}

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
