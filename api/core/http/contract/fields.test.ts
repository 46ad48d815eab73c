import { describe, expect, test } from 'vitest'
import { isEmail } from './email.ts'
import { basedOn, day, email, flag, line, optionalLine, optionalPhone } from './fields.ts'

const name = line(10, 'Name is required')
const message = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message

test.each([undefined, '', '   ', '\t\n', '\u200B', '\u200D\u2060', '\u3164'])(
  'a line that must be there is not there: %j',
  (value) => expect(message(name.safeParse(value))).toBe('Name is required'),
)

test.each([1, true, null, [], {}])('a line is text, not %j', (value) => {
  expect(message(name.safeParse(value))).toBe('Must be text')
})

test('a line is trimmed before it is measured', () => {
  expect(name.parse(`  ${'a'.repeat(10)}  `)).toBe('a'.repeat(10))
  expect(message(name.safeParse('a'.repeat(11)))).toBe('Must be at most 10 characters')
})

test.each(['a\u0000b', 'a\nb', 'a\rb', 'a\u007Fb', 'a\u2028b', 'a\u202Eb', 'a\u2066b', 'a\uD800b'])(
  'what nobody can see has no place in a line: %j',
  (value) => expect(name.safeParse(value).success).toBe(false),
)

test('a line is measured in code points, as SQLite and JSON Schema measure it', () => {
  expect(name.parse('🥖'.repeat(10))).toBe('🥖'.repeat(10))
  expect(message(name.safeParse('🥖'.repeat(11)))).toBe('Must be at most 10 characters')
})

test('a line loses marks of direction that were copied along with it', () => {
  expect(name.parse('\u202AMira\u202C')).toBe('Mira')
  expect(optionalLine(5).parse('\u202A\u202C')).toBeNull()
})

describe('invisible characters that were copied along', () => {
  const copied: [string, (text: string) => string][] = [
    ['before', (text) => `\u200B${text}`],
    ['behind', (text) => `${text}\u200B`],
    ['a direction mark before', (text) => `\u200E${text}`],
    ['direction marks around', (text) => `\u200F${text}\u200F`],
    ['a word joiner before', (text) => `\u2060${text}`],
    ['isolates around', (text) => `\u2068${text}\u2069`],
    ['a soft hyphen and a blank behind', (text) => `${text}\u00AD\u00A0`],
    ['joiners around', (text) => `\u200C${text}\u200D`],
    ['inside', (text) => `${text.slice(0, 3)}\u200B\u202C${text.slice(3)}`],
  ]

  test.each(copied)('an email address and a phone number lose them: %s', (_, around) => {
    expect(email.parse(around('name@example.test'))).toBe('name@example.test')
    expect(isEmail(around('name@example.test').trim())).toBe(true)
    expect(optionalPhone().parse(around('+353 85 123 4567'))).toBe('+353 85 123 4567')
  })

  test('a phone number of invisible characters is empty', () => {
    expect(optionalPhone().parse('\u200B\u2060')).toBeNull()
  })

  test('a domain in Persian keeps its joiner', () => {
    expect(email.parse('a@نامه\u200Cای.com')).toBe('a@xn--mgba3gch31f060k.com')
  })
})

test.each(['Ø', 'Nguyễn', '李', 'عمر', "O'Neil", 'می‌خواهم', '🥖'])('a name may be %s', (value) => {
  expect(name.parse(value)).toBe(value)
})

test.each([undefined, null, '', '  '])('a line that may be missing is missing: %j', (value) => {
  expect(optionalLine(5).parse(value) ?? null).toBeNull()
})

test.each([
  ['mira@example.org', true],
  [' Mira@Example.ORG ', true],
  ["o'neil+jobs@mail.example.co.uk", true],
  ['mira', false],
  ['mira@', false],
  ['mira@example', true],
  ['r&d@example.com', true],
  ['name..x@docomo.ne.jp', true],
  ['.name.@docomo.ne.jp', true],
  ["a!#$%&'*+/=?^_`{|}~-@example.com", true],
  ['mira@xn--d1abbgf6aiiy.xn--p1ai', true],
  ['mira@example.museum', true],
  ['mira@-example.org', false],
  ['mira@example..org', false],
  ['mira@exa_mple.org', false],
  ['josé@example.org', false],
  ['"mira x"@example.org', false],
  ['mira@[192.0.2.1]', false],
  ['mira@пре/зидент.рф', false],
  [`mira@${'é'.repeat(64)}.org`, false],
  [`${'a'.repeat(200)}@${'président'.repeat(5)}.example.org`, false],
  ['@example.org', false],
  ['mira@example.org, eve@example.org', false],
  ['mira@example.org\nBcc: eve@example.org', false],
  ['Mira <mira@example.org>', false],
  ['mira @example.org', false],
  [`${'a'.repeat(64)}@${'b'.repeat(186)}.org`, false],
])('%j as an email address: %s', (value, right) => {
  expect(email.safeParse(value).success).toBe(right)
})

test.each([
  ['user@президент.рф', 'user@xn--d1abbgf6aiiy.xn--p1ai'],
  ['Mira@Münchén.example', 'Mira@xn--mnchn-esa3k.example'],
  ['user@例え。テスト', 'user@xn--r8jz45g.xn--zckzah'],
  ['user@ｅｘａｍｐｌｅ．com', 'user@example.com'],
])('the Unicode domain of %s becomes ASCII', (value, stored) => {
  expect(email.parse(value)).toBe(stored)
})

test('an email address keeps its case', () => {
  expect(email.parse('Mira@Example.org')).toBe('Mira@Example.org')
})

test.each(['true', 1, 0, null, ''])('a flag is true or false, not %j', (value) => {
  expect(message(flag.safeParse(value))).toBe('Must be true or false')
})

test.each(['yesterday', '', 0, '2026-01-01', '2026-01-01T00:00:00+01:00'])(
  '%j is no updated_at',
  (value) => expect(basedOn.safeParse(value).success).toBe(false),
)

test.each(['0025-03-01', '0001-01-01', '0202-06-01', '1899-12-31'])(
  'the day %s has too short a year',
  (date) =>
    expect(message(day.safeParse(date))).toBe('Enter the year with four digits, such as 2026'),
)

test.each(['1900-01-01', '1955-12-31', '2026-02-28', '9999-12-31'])('%s is a day', (date) => {
  expect(day.parse(date)).toBe(date)
})
