/** What a schema says, in words. */
import { nameOf, type Schema } from './description.ts'

const names: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

function oneType(type: string, schema: Schema): string {
  if (type === 'array') return listOf(schema.items ?? {})
  if (type !== 'string') return names[type] ?? type
  if (schema.format === 'date-time') return 'date and time'
  if (schema.format === 'email') return 'email address'
  if (schema.format === 'binary') return 'file'
  return schema.contentMediaType === 'text/html' ? 'HTML' : 'text'
}

const listOf = (items: Schema) =>
  items.type === 'object' ? 'list of objects' : `list of ${typeWords(items)}`

/** The kind of value: `text or null`, `list of Job`, `one of pdf, doc, docx`. */
export function typeWords(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  const empty = [schema.type ?? []].flat().includes('null') ? ' or null' : ''
  if (schema.enum) return `one of ${schema.enum.filter((one) => one !== null).join(', ')}${empty}`
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ')
  const types = [schema.type ?? 'anything'].flat()
  return types.map((type) => oneType(type, schema)).join(' or ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (most === undefined) return least ? [`at least ${least}${unit}`] : []
  return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
}

/** The limits of a value: `1 to 200 characters`, `default 100`. */
export function limitWords(schema: Schema): string[] {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, pattern } = schema
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return [
    ...(minLength === 1 && !maxLength
      ? ['not empty']
      : range(minLength || undefined, maxLength, ' characters')),
    ...range(least, maximum, ''),
    // A format has a name of its own.
    ...(pattern && !schema.format ? [`matches ${pattern}`] : []),
    ...(schema.default === undefined || schema.default === ''
      ? []
      : [`default ${JSON.stringify(schema.default).replaceAll('"', '')}`]),
  ]
}
