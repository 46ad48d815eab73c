/** Values that each kind of field must refuse and accept. */
import { permissions } from '#db/enums.ts'

export type Kind = keyof typeof kinds
export type Field = {
  kind: Kind
  /** Maximum in characters, or bytes of rich text; the error for one more contains the number. */
  max?: number
  /** Null and empty are fine. */
  optional?: true
}
/** `says`: what the message has to contain. */
export type Refused = { value: unknown; says?: string }

const numbers = [0, 1, -1, 1.5, 2 ** 53, 1e308, -1e308]
const notText: unknown[] = [
  [],
  {},
  ['x'],
  [['x']],
  { length: 3 },
  { toString: 'x' },
  true,
  false,
  ...numbers,
]
const blank = [null, '', '  ', '\t\n', '\u200B', '\u3164']
const halves = ['a\uD800b', 'a\uDFFFb', '\uD800']
const broken = ['a\u0000b', 'a\u0007b', 'a\u001Bb', ...halves]
/** Not allowed in a line: they break it or reverse its reading direction. */
const misleading = ['a\nb', 'a\r\nb', 'a\u007Fb', 'a\u0085b', 'a\u202Eb', 'a\u202Db', 'a\u2066b']
/** Ordinary text: stored unchanged, escaped on display. */
const markup = ['<b>x</b>', '<script>x</script>', "'); drop table users; --", '{{7*7}}']

const plain = (values: unknown[]): Refused[] => values.map((value) => ({ value }))
const tooLong = (max: number): Refused => ({ value: 'x'.repeat(max + 1), says: String(max) })
const letters = (max: number, unique: number) => String(unique).padStart(max, 'a')
const manyLetters = (max: number) =>
  Array.from({ length: max }, (_, n) => String.fromCodePoint(0x100 + n)).join('')
const html = (max: number) => `<p>${'x'.repeat(max - 7)}</p>`

/** An unused address of exactly 254 characters (RFC 5321 §4.5.3.1). */
const longEmail = (unique: number) =>
  `${letters(64, unique)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`

const noEmails = [
  ...['mira', 'mira@', '@example.org', 'mira@example', 'mi ra@example.org', 'mira@@example.org'],
  ...['mira@example.org>', 'Mira <mira@example.org>', 'mira@example.org,joe@example.org'],
]
const noSlugs = ['About', 'a b', 'a/b', '../a', 'a_b', 'ä', 'a.b', '%61', 'a\n', ' a', '<b>']
const noKeys = ['Key', '1a', '_a', 'a-b', 'a b', 'ä', '__proto__', 'a.b']
const noIds = [null, '', '1', [], {}, [1], true, 0, -1, 1.5, 2 ** 53, 1e308, -1e308]
const noFlags = [null, '', 'true', 'false', 'on', 0, 1, -1, [], {}, [true]]
const noTimes = [null, '', 'yesterday', '2026-01-01', '2026-13-01T00:00:00.000Z', 0, 1e308, [], {}]
const noLists = [null, '', 'edit_pages', 'all', 7, true, {}, ['fly'], [null], [7], [['edit_pages']]]
const noChoice = [null, '', 'ADMIN', 'Pending', '__proto__', 'constructor', 'all', [], {}, 0, true]

const noNumbers = ['', '1', [], {}, [1], true, -1, -1e308, 1e308, 1e10]
const noDates = ['', 'today', '2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00', 0, [], {}]
const noCountries = ['', 'ie', 'IRL', 'XX', 'EU', '__', 0, true, [], {}, ['IE']]
const place = { locality: 'Port Ellery', country: 'IE' }
const question = { kind: 'short_text', label: 'Which tools do you use?' }
const choice = { ...question, kind: 'single_choice' }
const listOf = (length: number, item: (n: number) => unknown) =>
  Array.from({ length }, (_, n) => item(n))

/** Each item by itself, and what is no list. */
const badItems = (items: unknown[]) => plain([...items.map((item) => [item]), '', 'x', 7, true, {}])

type Rules = {
  refused: (field: Field) => Refused[]
  taken: (field: Field, unique: number) => unknown[]
}

const max = (field: Field) => field.max ?? 0
const line: Rules = {
  refused: (field) => [
    ...plain([...notText, ...broken, ...misleading, ...(field.optional ? [] : blank)]),
    tooLong(max(field)),
  ],
  taken: (field) => [
    ...['x'.repeat(max(field)), '李', 'عمر', '🥖', ...markup.filter((x) => x.length <= max(field))],
    ...(field.optional ? [null, '', '  '] : []),
  ],
}
const password: Rules = {
  refused: (field) => [
    ...plain([...notText, null, ...(field.optional ? [] : [''])]),
    tooLong(max(field)),
  ],
  taken: (field) => ['x'.repeat(max(field))],
}

export const kinds = {
  line,
  email: {
    refused: (field) => [...line.refused(field), ...plain(noEmails)],
    taken: (_, unique) => [longEmail(unique), `o'neil+${unique}@sub.example.org`],
  },
  richText: {
    refused: (field) => [
      ...plain([...notText, ...halves]),
      ...(field.optional ? [] : plain([...blank, '<p></p>', '<!-- x -->', '<style>x</style>'])),
      { value: `${html(max(field))}x`, says: `${max(field) / 1024} KB` },
    ],
    taken: (field) => [
      ...[html(max(field)), '<p>a\u202Eb</p>', '<p>a\u0000\u001Bb</p>'],
      ...(field.optional ? [null, ''] : []),
    ],
  },
  letter: {
    refused: (field) => [
      ...plain([...notText, ...halves]),
      { value: 'x'.repeat(max(field) + 1), says: max(field).toLocaleString('en') },
    ],
    taken: (field) => ['x'.repeat(max(field)), null, ''],
  },
  description: {
    refused: (field) => [
      ...plain([...notText, 'a\u0000b', 'a\u001Bb', 'a\uD800b', 'a\u202Eb', 'a\u2066b']),
      tooLong(max(field)),
    ],
    taken: (field) => ['x'.repeat(max(field)), 'a\nb', null, '', ...markup],
  },
  slug: {
    refused: (field) => [
      ...plain([...notText, ...broken, ...misleading, ...blank, ...noSlugs]),
      tooLong(max(field)),
    ],
    taken: (field, unique) => [letters(max(field), unique)],
  },
  key: {
    refused: (field) => [
      ...plain([...notText, ...broken, ...misleading, ...blank, ...noKeys]),
      tooLong(max(field)),
    ],
    taken: (field, unique) => [letters(max(field), unique)],
  },
  value: {
    refused: (field) => [
      ...plain([...notText, ...broken, ...misleading, null]),
      tooLong(max(field)),
    ],
    taken: (field) => ['x'.repeat(max(field)), '', ...markup],
  },
  password,
  // Every valid body holds the right one; no other value is accepted.
  ownPassword: { ...password, taken: () => [] },
  newPassword: {
    refused: (field) => [
      ...password.refused(field),
      { value: 'x'.repeat(11), says: '12' },
      { value: 'long enough, but \uD800' },
    ],
    taken: (field, unique) => [
      ...[manyLetters(max(field)), `kelp\u0007${unique} oar`],
      ...(field.optional ? [''] : []),
    ],
  },
  // Valid tokens can't be guessed.
  token: { ...password, taken: () => [] },
  // Invited users have no password yet.
  invite: { refused: () => plain(noFlags), taken: () => [false] },
  flag: { refused: () => plain(noFlags), taken: () => [true, false] },
  role: { refused: () => plain([...noChoice, ['user']]), taken: () => ['user', 'admin'] },
  status: { refused: () => plain([...noChoice, ['pending']]), taken: () => ['selected'] },
  permissions: {
    refused: () => plain([...noLists, ['edit_pages', 'edit_pages']]),
    taken: () => [[], [...permissions]],
  },
  jobId: { refused: () => plain([...noIds, 987_654]), taken: () => [] },
  employmentTypes: {
    refused: () => badItems([...noChoice, 'full_time']),
    taken: () => [['FULL_TIME', 'INTERN'], [], null],
  },
  workplace: {
    refused: () => plain(noChoice.slice(1)),
    taken: () => ['onsite', 'hybrid', 'remote', null],
  },
  places: {
    refused: () => [
      ...badItems([
        ...[null, 'IE', 7, [], {}, { locality: 'Port Ellery' }, { ...place, city: 'x' }],
        ...noCountries.map((country) => ({ ...place, country })),
        ...[...notText, ...misleading, 'x'.repeat(101)].map((locality) => ({ ...place, locality })),
        { ...place, postal_code: 'x'.repeat(21) },
      ]),
      { value: listOf(101, () => place), says: '20' },
    ],
    taken: () => [listOf(20, () => place), [{ country: 'IE' }], [], null],
  },
  countries: {
    refused: () => [...badItems([null, ...noCountries]), { value: listOf(251, () => 'IE') }],
    taken: () => [['IE', 'PT'], [], null],
  },
  amount: { refused: () => plain(noNumbers), taken: () => [null] },
  currency: {
    refused: () => plain(['', 'eur', 'EURO', 'XXX', 0, [], {}]),
    taken: () => ['EUR', null],
  },
  payUnit: { refused: () => plain([...noChoice.slice(1), 'YEAR']), taken: () => ['year', null] },
  date: { refused: () => plain(noDates), taken: () => ['2040-02-29', null] },
  fieldMode: {
    refused: () => plain(noChoice.slice(1)),
    taken: () => ['optional', 'off', 'required', null],
  },
  letterMinimum: { refused: () => plain([...noNumbers, 1.5, 2001]), taken: () => [0, 2000, null] },
  questions: {
    refused: () => [
      ...badItems([
        ...[null, 'Why?', 7, [], {}, { kind: 'short_text' }, { ...question, answer: 'x' }],
        ...noIds.slice(1).map((id) => ({ ...question, id })),
        ...noChoice.map((kind) => ({ ...question, kind })),
        ...[...notText, ...blank, ...misleading, 'x'.repeat(201)].map((label) => ({
          ...question,
          label,
        })),
        ...noFlags.map((required) => ({ ...question, required })),
        ...[
          { ...question, help: 'x'.repeat(301) },
          { ...question, options: ['A'] },
        ],
        ...[null, [], [''], ['A', 'A'], ['A', 'a '], [1], 'A', listOf(31, String)].map(
          (options) => ({
            ...choice,
            options,
          }),
        ),
        { ...question, id: 4711 },
      ]),
      { value: listOf(21, () => question), says: '20' },
    ],
    taken: () => [
      [
        ...listOf(19, () => question),
        { ...choice, options: ['A', 'B'], help: null, required: true },
      ],
      [],
      null,
    ],
  },
  answers: {
    refused: () =>
      plain([
        ...[null, '', 'x', 7, true, [], ['x'], { x: 'Rye' }, { __proto_: 'x' }, { '-1': 'x' }],
        ...[null, {}, [7], [['x']], listOf(31, String)].map((answer) => ({ 7: answer })),
      ]),
    taken: () => [{}],
  },
  time: { refused: () => plain(noTimes), taken: () => [] },
} satisfies Record<string, Rules>
