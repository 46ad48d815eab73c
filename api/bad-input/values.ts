/** One list of nasty values for every input, and what of it each kind of field accepts. */

import {
  cornerStyles,
  headerLayouts,
  looks,
  permissions,
  schemes,
  tells,
  typePairings,
} from '#db/enums.ts'
import { words as wordsOf } from '#scripts/testing/fixtures/application-form.ts'
import { looksLikePhone } from '../http/contract/phone.ts'

const surrogates = ['a\uD800b', 'a\uDFFFb', '\uD800']
export const blank = ['', '  ', '\t\n', '\u200B', '\u3164']
/** Break a line, are invisible, or reverse its reading direction. */
export const notInLines = [
  ...['a\u0000b', 'a\u0007b', 'a\u001Bb', 'a\u007Fb', 'a\u0085b', 'a\nb', 'a\r\nb'],
  ...['a\u202Eb', 'a\u202Db', 'a\u2066b'],
]
/** Ordinary text: stored unchanged, escaped on display. */
const markup = ['<b>x</b>', '<script>x</script>', "'); drop table users; --", '{{7*7}}']
const words = [
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', 'false', 'on', 'abc', '__proto__'],
  ...['constructor', 'ADMIN', 'Pending', 'pending,rejected', '--created_at', 'id;drop', '*', '%00'],
]
const numerals = [
  ...['0', '-1', '+1', '1.5', '1e2', '1e0', '0x1', '01x', '٣', '1,2', '1%2C2', '[1]', '{}'],
  ...['9007199254740992', '9007199254740993', '-9007199254740992', '1e308', '9'.repeat(400)],
]
const emails = [
  ...[
    'mira',
    'mira@',
    '@example.org',
    'mira@exam_ple.org',
    'mi ra@example.org',
    'mira@@example.org',
  ],
  ...['mira@example.org>', 'Mira <mira@example.org>', 'mira@example.org,joe@example.org'],
]
const names = ['About', 'a b', 'a/b', '../a', 'a_b', 'ä', 'a.b', '%61', ' a', 'Key', '1a', '_a']
const days = [
  ...['yesterday', '2026-13-01', '2026-02-30', '2026-1-1', '01.02.2026', '2026-01-01T00:00'],
  ...['2026-13-01T00:00:00.000Z'],
]
const texts = [...notInLines, ...markup, ...words, ...numerals, ...emails, ...names, ...days]

/** Every string; URLs and forms are made of these. */
export const nastyTexts = [...blank, ...texts]
const numbers = [0, 1, -1, 1.5, 2 ** 53, 1e308, -1e308]
const lists = [[], ['x'], [['x']], [null], [7], [true]]
const objects: unknown[] = [{}, { length: 3 }, { toString: 'x' }]
/** The list. */
export const nasty: unknown[] = [
  ...[null, true, false, ...numbers, ...lists, ...objects],
  ...[...surrogates, ...nastyTexts],
]

export type Field = {
  kind: Kind
  /** Maximum in characters, or bytes of rich text; the error for one more contains the number. */
  max?: number
  /** Null and empty are fine. */
  optional?: true
}
export type Refused = { value: unknown; says?: string }
type Rules = {
  /** Nasty values that the field accepts; all others must be refused. */
  accepts?: (value: unknown, field: Field) => boolean
  /** More values to refuse, beyond the list. */
  refused?: (field: Field) => Refused[]
  /** Values at the limit of what is accepted. */
  taken?: (field: Field, unique: number) => unknown[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isBlank = (value: unknown) => value === null || (isText(value) && blank.includes(value))
const textWithout =
  (...harmful: string[]) =>
  (value: unknown) =>
    isText(value) && !isBlank(value) && !harmful.includes(value) && value.isWellFormed()
const isLine = textWithout(...notInLines)

const max = (field: Field) => field.max ?? 0
const tooLong = (field: Field) => [{ value: 'x'.repeat(max(field) + 1), says: String(max(field)) }]
const letters = (length: number, unique: number) => String(unique).padStart(length, 'a')
const manyLetters = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x100 + n)).join('')
const html = (bytes: number) => `<p>${'x'.repeat(bytes - 7)}</p>`
/** An unused address of exactly 254 characters (RFC 5321 §4.5.3.1). */
const longEmail = (unique: number) =>
  `${letters(64, unique)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`

const plain = (values: unknown[]): Refused[] => values.map((value) => ({ value }))
const listOf = (length: number, item: (n: number) => unknown) =>
  Array.from({ length }, (_, n) => item(n))
const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
/** Accepts null and the given values, of the list none. */
const nullOr = (...taken: unknown[]): Rules => ({
  accepts: (value) => value === null,
  taken: () => [...taken, null],
})

const place = { locality: 'Port Ellery', country: 'IE' }
const question = { kind: 'short_text', label: 'Which tools do you use?' }
const choice = { ...question, kind: 'single_choice' }

const line: Rules = {
  accepts: (value, { optional, max = 0 }) =>
    (isLine(value) && String(value).length <= max) || Boolean(optional && isBlank(value)),
  refused: tooLong,
  taken: (field) => [
    ...['x'.repeat(max(field)), '李', 'عمر', '🥖', ...markup.filter((x) => x.length <= max(field))],
    ...(field.optional ? [null, '', '  '] : []),
  ],
}
const viewName: Rules = {
  ...line,
  taken: (field, unique) => [letters(max(field), unique), `李 ${unique}`],
}
/** A password or code: any text. Only `taken` values are right. */
const secret: Rules = {
  accepts: (value, { optional }) =>
    (isText(value) && value !== '') || Boolean(optional && value === ''),
  refused: tooLong,
}
const flag: Rules = { accepts: (value) => typeof value === 'boolean', taken: () => [true, false] }
/** Looks like a placeholder. */
const braced = /\{[^{}]*\}/
const none: Rules = {}
const isDigits = (value: unknown) => isText(value) && /^\d{1,9}$/.test(value)

const isIds = (value: unknown) => Array.isArray(value) && value[0] === 7

const rulesByKind = {
  line,
  viewName,
  phone: {
    ...line,
    accepts: (value, field) =>
      Boolean(line.accepts?.(value, field)) && (isBlank(value) || looksLikePhone(String(value))),
    refused: (field) => [...tooLong(field), ...plain(['abc', '+', 'ext.'])],
    taken: (field) => ['1'.repeat(max(field)), '+353 1 234 5678 (after 16:00)', '۰۲۱ ۱۲۳', ''],
  },
  language: {
    accepts: (value) =>
      isBlank(value) || (typeof value === 'string' && /^[a-z]{2,3}$/i.test(value)),
    refused: () => plain(['German', 'd', 'de_AT!', 'de-', '12', 'en-'.repeat(20)]),
    taken: () => ['de', 'pt-br', 'zh-Hant-TW', null, ''],
  },
  upTo: { accepts: (value) => value === 0 || value === 1, taken: () => [0, 2 ** 53 - 1] },
  secret,
  flag,
  email: {
    refused: tooLong,
    taken: (_, unique) => [longEmail(unique), `o'neil+${unique}@sub.example.org`],
  },
  richText: {
    accepts: (value, { optional }) => textWithout()(value) || Boolean(optional && isBlank(value)),
    refused: (field) => [
      ...(field.optional ? [] : plain(['<p></p>', '<!-- x -->', '<style>x</style>'])),
      { value: `${html(max(field))}x`, says: `${max(field) / 1024} KB` },
    ],
    taken: (field) => [
      ...[html(max(field)), '<p>a\u202Eb</p>', '<p>a\u0000\u001Bb</p>'],
      ...(field.optional ? [null, ''] : []),
    ],
  },
  emailSubject: {
    ...line,
    accepts: (value, field) => Boolean(line.accepts?.(value, field)) && !braced.test(String(value)),
    refused: (field) => [...tooLong(field), { value: '{salary}', says: '{first_name}' }],
    taken: (field) => ['x'.repeat(max(field)), 'Dear {first_name}', 'a } b {'],
  },
  emailBody: {
    accepts: (value) => textWithout()(value) && !braced.test(String(value)),
    refused: (field) => [
      ...plain(['<p></p>', '<!-- x -->', '<style>x</style>', '{first_<b>name</b>}']),
      { value: '<p>{salary}</p>', says: '{first_name}' },
      { value: 'x'.repeat(max(field) + 1), says: max(field).toLocaleString('en') },
    ],
    taken: (field) => ['x'.repeat(max(field)), '<p>{first_name}</p>', '<p>a\u202Eb</p>'],
  },
  // A name is taken once.
  templateName: { ...line, taken: (field, unique) => [letters(max(field), unique)] },
  decision: { accepts: (value) => value === null, taken: () => ['selected', null] },
  replyTo: { taken: () => ['me'] },
  // Only of an application that is decided on.
  aboutDecision: { ...flag, taken: () => [false] },
  letter: {
    accepts: (value) => isBlank(value) || textWithout()(value),
    refused: (field) => [
      { value: 'x'.repeat(max(field) + 1), says: max(field).toLocaleString('en') },
    ],
    taken: (field) => ['x'.repeat(max(field)), null, ''],
  },
  comment: {
    accepts: (value) => isLine(value) || value === 'a\nb' || value === 'a\r\nb',
    refused: tooLong,
    taken: (field) => ['x'.repeat(max(field)), 'a\nb', ...markup],
  },
  description: {
    accepts: (value) => isBlank(value) || isLine(value) || value === 'a\nb' || value === 'a\r\nb',
    refused: tooLong,
    taken: (field) => ['x'.repeat(max(field)), 'a\nb', null, '', ...markup],
  },
  slug: {
    accepts: (value) => isText(value) && /^[a-z0-9-]+$/.test(value),
    refused: tooLong,
    taken: (field, unique) => [letters(max(field), unique)],
  },
  key: {
    accepts: (value) => isText(value) && /^[a-z][a-z0-9_]*$/.test(value.trim()),
    refused: tooLong,
    taken: (field, unique) => [letters(max(field), unique)],
  },
  value: {
    accepts: (value) => isLine(value) || (isText(value) && isBlank(value)),
    refused: tooLong,
    taken: (field) => ['x'.repeat(max(field)), '', ...markup],
  },
  password: { ...secret, taken: (field) => ['x'.repeat(max(field))] },
  newPassword: {
    accepts: (value, { optional }) =>
      (isText(value) && value.length > 11 && value.length < 129) ||
      Boolean(optional && value === ''),
    refused: (field) => [
      ...tooLong(field),
      { value: 'x'.repeat(11), says: '12' },
      { value: 'long enough, but \uD800' },
    ],
    taken: (field, unique) => [
      ...[manyLetters(max(field)), `kelp\u0007${unique} oar`],
      ...(field.optional ? [''] : []),
    ],
  },
  // Invited users have no password yet.
  invite: { ...flag, taken: () => [false] },
  role: { taken: () => ['user', 'admin'] },
  status: { taken: () => ['selected'] },
  focal: {
    refused: () => plain([{}, { x: 1 }, { x: -1, y: 0 }, { x: 0, y: 101 }, { x: 0, y: 0, z: 0 }]),
    taken: () => [{ x: 0, y: 100 }],
  },
  look: { taken: () => [...looks] },
  typePairing: { taken: () => [...typePairings] },
  corners: { taken: () => [...cornerStyles] },
  header: { taken: () => [...headerLayouts] },
  scheme: { taken: () => [...schemes] },
  color: {
    refused: () => plain(['#fff', '0f766e', '#0f766g', 'teal', 'rgb(0,0,0)', '#0f766e;']),
    taken: () => ['#000000', '#ffffff'],
  },
  // Picture 1 is there, and too wide for an icon.
  logo: { accepts: (value) => value === null || value === 1, taken: () => [1, null] },
  icon: nullOr(),
  hero: {
    accepts: (value) => JSON.stringify(value) === '{}',
    refused: () => [
      ...plain([{ headline: 'x'.repeat(201) }, { text: 'x'.repeat(401) }, { media_id: 7 }]),
      ...plain([{ focal: { x: 101, y: 0 } }, { button_label: 'x'.repeat(61) }, { color: 'red' }]),
      ...plain(
        ['data:text/html,x', '//evil.example', '/\\evil.example', 'a b'].map((button_url) => ({
          button_url,
        })),
      ),
    ],
    taken: () => [
      { headline: 'x'.repeat(200), text: null, focal: { x: 0, y: 100 } },
      { button_url: '/jobs', button_label: 'Jobs' },
    ],
  },
  setupItem: { taken: () => ['look', 'mail'] },
  permissions: {
    accepts: (value) => Array.isArray(value) && value.length === 0,
    refused: () => plain([['fly'], ['edit_pages', 'edit_pages'], 'edit_pages']),
    taken: () => [[], [...permissions]],
  },
  rowId: { accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0 },
  jobId: { accepts: (value) => value === 1, refused: () => plain([987_654]) },
  employmentTypes: {
    accepts: isNothing,
    refused: () => plain([['full_time']]),
    taken: () => [['FULL_TIME', 'INTERN'], [], null],
  },
  workplace: nullOr('onsite', 'hybrid', 'remote'),
  tell: nullOr(...tells),
  tellOfDecision: { taken: () => [...tells] },
  places: {
    accepts: isNothing,
    refused: (): Refused[] => [
      ...plain(nasty.map((country) => [{ ...place, country }])),
      ...plain(
        nasty
          .filter((value) => !isBlank(value) && (!isLine(value) || String(value).length > 100))
          .map((locality) => [{ ...place, locality }]),
      ),
      ...plain([[{ ...place, city: 'x' }], [{ locality: 'x' }], [{ ...place, country: 'EU' }]]),
      ...plain([
        [{ ...place, postal_code: 'x'.repeat(21) }],
        [{ ...place, locality: 'x'.repeat(101) }],
      ]),
      { value: listOf(101, () => place), says: '20' },
    ],
    taken: () => [listOf(20, () => place), [{ country: 'IE' }], [], null],
  },
  countries: {
    accepts: isNothing,
    refused: () => plain([['ie'], ['IRL'], ['XX'], ['EU'], 'IE', listOf(251, () => 'IE')]),
    taken: () => [['IE', 'PT'], [], null],
  },
  amount: {
    accepts: (value) => value === null || [0, 1, 1.5].includes(value as number),
    refused: () => plain([1e10]),
    taken: () => [null],
  },
  retentionDays: { ...nullOr(30, 3650), refused: () => plain([0, 29, 3651]) },
  consentMonths: {
    accepts: (value) => value === null || value === 1,
    refused: () => plain([37]),
    taken: () => [1, 36, null],
  },
  triedDays: {
    refused: () => plain(['0', '29', '3651']),
    taken: () => ['30', '3650'],
  },
  currency: { ...nullOr('EUR'), refused: () => plain(['eur', 'EURO', 'XXX']) },
  payUnit: { ...nullOr('year'), refused: () => plain(['YEAR']) },
  date: nullOr('2040-02-29'),
  fieldMode: nullOr('optional', 'off', 'required'),
  letterMinimum: {
    accepts: (value) => value === null || value === 0 || value === 1,
    refused: () => plain([2001]),
    taken: () => [0, 2000, null],
  },
  questions: {
    accepts: isNothing,
    refused: (): Refused[] => [
      ...plain(nasty.map((kind) => [{ ...question, kind }])),
      ...plain(nasty.filter((value) => value !== null).map((id) => [{ ...question, id }])),
      ...plain(
        nasty
          .filter((value) => !isLine(value) || String(value).length > 200)
          .map((label) => [{ ...question, label }]),
      ),
      ...plain(
        nasty
          .filter((value) => typeof value !== 'boolean')
          .map((required) => [{ ...question, required }]),
      ),
      ...plain([
        [{ kind: 'short_text' }],
        [{ ...question, answer: 'x' }],
        [{ ...question, label: 'x'.repeat(201) }],
        [{ ...question, help: 'x'.repeat(301) }],
        [{ ...question, options: ['A'] }],
        [{ ...question, id: 4711 }],
      ]),
      ...plain(
        [null, [], [''], ['A', 'A'], ['A', 'a '], [1], 'A', listOf(31, String)].map((options) => [
          { ...choice, options },
        ]),
      ),
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
    accepts: (value) => JSON.stringify(value) === '{}',
    refused: () =>
      plain([
        ...[{ x: 'Rye' }, { __proto_: 'x' }, { '-1': 'x' }],
        ...[null, {}, [7], [['x']], listOf(31, String)].map((answer) => ({ 7: answer })),
      ]),
    taken: () => [{}],
  },
  ids: {
    accepts: isIds,
    refused: () => plain([[0], ['1'], [1.5], [-1], listOf(10_001, (n) => n + 1)]),
    taken: () => [
      [1, 1],
      [1, 987_654],
    ],
  },
  except: { accepts: (value) => isIds(value) || isNothing(value), taken: () => [[], [987_654]] },
  // Together with ids.
  bulkFilter: { refused: () => plain([{ status: 'all' }]) },
  bulkAction: { taken: () => ['status', 'delete'] },
  bulkTell: { taken: () => ['now', 'later', 'never'] },
  time: none,
  // The look has no time until it is changed for the first time.
  timeOrNull: { accepts: (value) => value === null },
  // In forms: at least 400 characters of rich text.
  formLetter: {
    accepts: (value) => isText(value) && value.length >= 400,
    refused: (field) => [
      ...plain([wordsOf(399), '<p></p>'.repeat(200), '<p><script>x</script></p>']),
      { value: `${wordsOf(max(field))}x`, says: max(field).toLocaleString('en') },
    ],
    taken: (field) => [wordsOf(max(field))],
  },
  formJobId: { refused: () => plain(['4711']) },
  // In queries: text. A search accepts any.
  page: { accepts: (value) => isDigits(value) && Number(value) > 0 },
  perPage: { refused: () => plain(['501']) },
  days: { refused: () => plain(['401']) },
  choice: { accepts: (value) => value === 'all' },
  trueOrFalse: { accepts: (value) => value === 'true' || value === 'false' },
  onlyTrue: { accepts: (value) => value === 'true' },
  idList: { accepts: (value) => isText(value) && /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(value) },
  exportColumns: { refused: () => plain(['password', 'id,', 'id,password']) },
  filterId: { accepts: (value) => isText(value) && /^[1-9]\d{0,15}$/.test(value) },
  day: { refused: () => plain(['2026-02-30']) },
  search: { accepts: isText, refused: tooLong },
  /** May be repeated. */
  searchList: {
    accepts: isText,
    refused: (field) => [...tooLong(field), { value: listOf(21, () => 'a') }],
  },
  keys: {
    accepts: (value) => isText(value),
    refused: () => plain(['', ',', ' , ', listOf(102, (n) => `k${n}`).join()]),
  },
} satisfies Record<string, Rules>
export type Kind = keyof typeof rulesByKind
export const kinds: Record<Kind, Rules> = rulesByKind
