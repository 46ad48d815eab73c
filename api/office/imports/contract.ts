import { z } from 'zod'
import { applicationStatuses, dateOrders, type ImportKind, importKinds } from '#db/enums.ts'
import { type Encoding, encodings, fieldsOf, joinedFields, separators } from './contract/fields.ts'

const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `Must be one of ${words.join(', ')}`)

const encodingNames = Object.keys(encodings) as [Encoding, ...Encoding[]]

export const importForm = z.object({
  kind: z.enum(importKinds, 'Choose people or jobs'),
})

const fieldNames = [...new Set(Object.values(fieldsOf).flat())] as [string, ...string[]]

const options = z.strictObject(
  {
    encoding: oneOf(encodingNames).optional(),
    separator: z.enum(separators, 'Must be a comma, a semicolon, a tab or |').optional(),
    date_order: oneOf(dateOrders).optional(),
    duplicates: z
      .enum(['skip', 'update'], 'Must be skip or update')
      .optional()
      .meta({ description: 'What becomes of people who are here already.' }),
    statuses: z
      .record(
        z.string().max(100, 'Must be at most 100 characters'),
        oneOf(applicationStatuses),
        'Must be an object of statuses by words',
      )
      .refine((given) => Object.keys(given).length <= 100, 'Must be at most 100 words')
      .optional()
      .meta({ description: 'The statuses of words in the file that are not known.' }),
  },
  'Must be an object with options',
)

export const importChange = z.strictObject({
  mapping: z
    .record(z.string(), oneOf(fieldNames).nullable(), 'Must be an object of fields by columns')
    .optional()
    .meta({ description: 'The field of each column; null: it is not imported.' }),
  job_id: z
    .int('Choose a job')
    .positive('Choose a job')
    .nullable()
    .optional()
    .meta({ description: 'Where applications go whose line names no job.' }),
  options: options.optional(),
})

/** What is wrong with the fields of the columns; undefined when they fit. */
export function mappingError(
  kind: ImportKind,
  columns: readonly string[],
  mapping: Record<string, string | null>,
): string | undefined {
  const seen = new Set<string>()
  for (const [column, field] of Object.entries(mapping)) {
    if (!columns.includes(column)) return 'The file has no such column'
    if (field === null) continue
    const known = fieldsOf[kind].find((one) => one === field)
    if (!known) return `${field} is not a field of ${kind}`
    if (seen.has(field) && !joinedFields.includes(known)) return `Choose one column for ${field}`
    seen.add(field)
  }
  return
}
