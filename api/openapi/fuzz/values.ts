/** For tests: values that match a schema, and hostile values. */
import fc from 'fast-check'
import { password } from '#scripts/testing/world.ts'

/** The part of JSON Schema that the document's requests use. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  contentMediaType?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const words = 'Bread & butter, twice a day. '
const tags = ['p', 'h2', 'ul', 'script', 'p class="tone-red"', 'p style="color:red"'] as const

const html = fc
  .tuple(fc.constantFrom(...tags), fc.string({ maxLength: 40 }), fc.nat({ max: 40 }))
  .map(([tag, text, times]) => `<${tag}>${text}${words.repeat(times)}</${tag.split(' ')[0]}>`)

/** Names of fixture files. */
export const resumes = ['mira.pdf', 'mira.doc', 'mira.docx', 'mira.odt'] as const

const plainEmail = fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `${name}@example.org`)

/** Values of existing rows by field name. */
const known: Record<string, readonly string[]> = {
  email: ['rita@example.com', 'ada@example.com'],
  password: [password],
  currentPassword: [password],
  newPassword: ['three green bottles'],
  slug: ['home', 'about'],
}

const smallNumber = fc.integer({ min: 1, max: 20 })

function text(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, maxLength = 2000, minLength = 0 } = schema
  if (format === 'email') return fc.oneof(plainEmail, fc.emailAddress())
  if (format === 'binary') return fc.constantFrom(...resumes, 'mira.pdf', 'none')
  if (format === 'date-time')
    return fc.integer({ min: 0, max: 4e12 }).map((moment) => new Date(moment).toISOString())
  if (pattern?.startsWith('^[1-9]')) return smallNumber.map(String)
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((it) => it.slice(0, maxLength))
  if (schema.contentMediaType) return html
  return fc.oneof(
    { weight: 8, arbitrary: short(minLength, Math.min(maxLength, 40)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  )
}

const short = (minLength: number, maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength, maxLength })

const byType: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  string: text,
  integer: ({ minimum: min = 1, maximum: max = 1_000_000 }) =>
    fc.oneof(smallNumber, fc.integer({ min, max })),
  array: ({ items = {} }) => fc.uniqueArray(fitting(items), { maxLength: 6 }),
  object: ({ properties = {}, patternProperties = {}, required = [] }) =>
    fc
      .tuple(
        fc.record(
          Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, named(name, property)]),
          ),
          { requiredKeys: required },
        ),
        ...Object.entries(patternProperties).map(([pattern, property]) =>
          fc.dictionary(fc.stringMatching(new RegExp(pattern)), fitting(property), { maxKeys: 4 }),
        ),
      )
      .map((parts) => Object.assign({}, ...parts)),
}

const named = (name: string, schema: Schema) =>
  known[name] ? fc.oneof(fitting(schema), fc.constantFrom(...known[name])) : fitting(schema)

/** Values that the schema allows; they may still break other rules. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one)))
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => byType[type]?.(schema) ?? text(schema)))
}

/** Strings known to break software. */
const nasty = [
  '',
  ...'null undefined NaN -1 0 1.5 1e400 9007199254740993 __proto__ constructor * <script>'.split(
    ' ',
  ),
  ' ',
  '\0',
  '\u202Egnp.exe',
  '\uD800',
  '\u200B',
  '%',
  '%00',
  '%ff',
  '../..',
  "' OR 1=1 --",
  '"a" AND',
  '"'.repeat(50),
  '٣',
  'e\u0301',
  '👩‍👩‍👧‍👧',
  'x'.repeat(300_000),
]

export const hostileText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 20 }),
)

/** JSON of any shape. */
export const hostile = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>([], {}, [[]], null, -0, 1e308, -1, 1.5, 2 ** 53, Number.MAX_VALUE, true),
)

/** Invisible, reverse the reading direction or move a terminal's cursor. */
const hiddenCharacters = ['\0', '\u0007', '\u001B', '\u007F', '\u0085', '\u202E', '\u2066']

/** Whether any text in the JSON contains such a character. */
export function hasHiddenCharacters(json: unknown): boolean {
  // A search for half a character would find it in whole ones.
  if (typeof json === 'string')
    return !json.isWellFormed() || hiddenCharacters.some((hidden) => json.includes(hidden))
  return typeof json === 'object' && json !== null && Object.values(json).some(hasHiddenCharacters)
}

const withHidden = [...hiddenCharacters, '\uD800'].map((hidden) => `a${hidden}b`)

export const hostileTexts = [
  '',
  '  ',
  '\t\n',
  '\u200B',
  'a\nb',
  '\uDFFF',
  'null',
  'NaN',
  'true',
  '[1]',
  '{}',
  '-1',
  '1.5',
  '1e308',
  '9007199254740993',
  '9'.repeat(400),
  '٣',
  '__proto__',
  'constructor',
  '*',
  '%00',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE users; --",
  '{{7*7}}',
  '../../etc/passwd',
  '/\\evil.example',
  'javascript:alert(1)',
  '2026-02-30',
  'mira@',
  'mira@example.org, joe@example.org',
  'mira@example.org\r\nBcc: joe@example.org',
]
const deepObject = JSON.parse(`${'{"a":'.repeat(10)}1${'}'.repeat(10)}`)
const hostileOthers: unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  1e308,
  -1e308,
  987_654,
  [],
  ['x'],
  [['x']],
  [null],
  [7],
  ['x', 'x'],
  Array(1000).fill(1),
  {},
  { length: 3 },
  { toString: 'x' },
  deepObject,
]

/** So many of them, drawn with the seed. */
function drawn<T>(values: T[], count: number, seed: number): T[] {
  const some = fc.shuffledSubarray(values, { minLength: count, maxLength: count })
  return fc.sample(some, { seed, numRuns: 1 })[0] ?? []
}

/** Queries and forms carry text only. */
export type Source = 'json' | 'query' | 'form'

/**
 * Hostile values for a field with this schema: its limits, and those of lists and random ones, or
 * as many of them as `most`.
 */
export function hostileValues(
  { schema, source, tooLong }: { schema: Schema; source: Source; tooLong: number },
  seed: number,
  most = Number.POSITIVE_INFINITY,
): unknown[] {
  const isText = source !== 'json'
  const random = fc.sample(isText ? hostileText : hostile, { seed, numRuns: 3 })
  const simple = [
    ...withHidden,
    ...drawn(hostileTexts, 12, seed),
    ...(isText ? [] : drawn(hostileOthers, 9, seed)),
  ]
  const others = [...simple, ...random, ...within(schema, isText, seed)]
  const values = [
    ...(others.length > most ? drawn(others, most, seed) : others),
    ...atLimits(schema, isText),
    ...(source === 'query' && schema.type !== 'array' ? [['1', '1']] : []),
    'x'.repeat(tooLong),
  ].filter((value) => typeof value !== 'string' || value.length <= tooLong)
  // Addresses and forms are made of well-formed text.
  return isText ? values.map(wellFormed) : values
}

const wellFormed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wellFormed)
  return typeof value === 'string' ? value.toWellFormed() : value
}

function atLimits({ maxLength, minLength = 0, maximum, minimum }: Schema, isText: boolean) {
  const numbers = [maximum !== undefined && maximum + 1, minimum !== undefined && minimum - 1]
  return [
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ...(minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...numbers.filter(Number.isFinite).map((number) => (isText ? String(number) : number)),
  ]
}

/** Hostile values one level deeper: in a list or a property. */
function within(schema: Schema, isText: boolean, seed: number): unknown[] {
  const { items, properties, anyOf = [] } = schema
  const values = [
    ...drawn(withHidden, 3, seed),
    ...drawn(hostileTexts, 6, seed),
    ...(isText ? [] : drawn(hostileOthers, 6, seed)),
  ]
  const [example] = fc.sample(fitting(schema), { seed, numRuns: 1 })
  return [
    ...anyOf.flatMap((one) => within(one, isText, seed)),
    ...(items ? [...values, ...within(items, isText, seed)].map((value) => [value]) : []),
    ...Object.keys(properties ?? {}).flatMap((name) =>
      values.map((value) => ({ ...(example as object), [name]: value })),
    ),
  ]
}

/** An object with one change: another value, an extra key or a missing key. */
export const spoiled = (whole: fc.Arbitrary<Record<string, unknown>>) =>
  fc.tuple(whole, fc.nat(), hostile, hostileText).chain(([object, at, value, name]) => {
    const keys = Object.keys(object)
    const key = keys[at % (keys.length || 1)] ?? 'id'
    const { [key]: _, ...rest } = object
    return fc.constantFrom<object>({ ...object, [key]: value }, { ...object, [name]: value }, rest)
  })

/** The unit as often as it fits, separated by commas. */
const repeated = (bytes: number, before: string, unit: string, after: string) => {
  const times = Math.floor((bytes - before.length - after.length + 1) / (unit.length + 1))
  return `${before}${`${unit},`.repeat(times - 1)}${unit}${after}`
}

/** Enough for the largest body; written once, because hundreds of bodies contain it. */
const differentKeys = Array.from({ length: 70_000 }, (_, n) => `"${n.toString(36)}":1,`).join('')

const withKeys = (bytes: number, before: string, after: string) => {
  const end = differentKeys.lastIndexOf(',', bytes - before.length - after.length)
  return before + differentKeys.slice(0, end) + after
}

const nested = (bytes: number, before: string, open: string, close: string) => {
  const times = Math.floor((bytes - before.length - 2) / (open.length + close.length))
  return `${before}${open.repeat(times)}1${close.repeat(times)}}`
}

/** JSON of at most `bytes` with as many keys, elements or levels as fit. */
export const swarms: Record<string, (bytes: number, field: string) => string> = {
  keys: (bytes) => withKeys(bytes, '{', '}'),
  'equal keys': (bytes) => repeated(bytes, '{', '"a":1', '}'),
  'inner keys': (bytes, field) => withKeys(bytes, `{"${field}":{`, '}}'),
  'keys of many objects': (bytes, field) => repeated(bytes, `{"${field}":[`, '{"a":1,"b":2}', ']}'),
  elements: (bytes, field) => repeated(bytes, `{"${field}":[`, '1', ']}'),
  'arrays of elements': (bytes, field) =>
    repeated(bytes, `{"${field}":[`, `[${Array(1_000).fill(1)}]`, ']}'),
  'nested arrays': (bytes, field) => nested(bytes, `{"${field}":`, '[', ']'),
  'nested objects': (bytes, field) => nested(bytes, `{"${field}":`, '{"a":', '}'),
}
