import { expect, test } from 'vitest'
import { errors } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import type { Question, QuestionKind } from '#db/enums.ts'
import { answerText, checkAnswer } from './answers.ts'

const question = (kind: QuestionKind, required = true): Question => ({
  id: 7,
  kind,
  label: 'Which bread?',
  help: null,
  required,
  options: kind.endsWith('choice') ? ['Rye', 'Wheat', 'No bread'] : null,
})

test.each([
  ['short_text', '  Rye & wheat\u200B ', 'Rye & wheat\u200B'],
  ['short_text', '👩‍🍳'.repeat(40), '👩‍🍳'.repeat(40)],
  ['short_text', 'x'.repeat(200), 'x'.repeat(200)],
  ['long_text', 'a\r\nb\rc', 'a\nb\nc'],
  ['long_text', 'x'.repeat(5000), 'x'.repeat(5000)],
  ['single_choice', 'Rye', 'Rye'],
  ['multiple_choice', 'No bread\r\nRye\nRye', ['Rye', 'No bread']],
  ['yes_no', 'yes', true],
  ['yes_no', 'false', false],
  ['number', ' -2.5 ', -2.5],
  ['number', '+5', 5],
  ['number', '-0', 0],
  ['number', '0.5', 0.5],
  ['number', '.5', 0.5],
  ['number', '5.', 5],
  ['number', '2.50', 2.5],
  ['number', '５', 5],
  ['number', '－１２．５', -12.5],
  ['number', '999999999999999', 999_999_999_999_999],
  ['number', '0.12345678901234', 0.12345678901234],
  ['date', '2028-02-29', '2028-02-29'],
] as const)('a %s takes %j', (kind, text, value) => {
  expect(checkAnswer(question(kind), { text })).toEqual({ value })
})

test.each([
  ['short_text', 'x'.repeat(201), 'tooLong'],
  ['short_text', 'a\nb', 'invisible'],
  ['short_text', 'a\u202Eb', 'invisible'],
  ['short_text', '\uD800', 'brokenCharacter'],
  ['long_text', 'x'.repeat(5001), 'tooLong'],
  ['single_choice', 'rye', 'answerOption'],
  ['single_choice', 'Rye\nWheat', 'answerOption'],
  ['multiple_choice', 'Rye\nOats', 'answerOption'],
  ['yes_no', 'maybe', 'answerOption'],
  ['yes_no', 'constructor', 'answerOption'],
  ...['1e3', '1e309', 'Infinity', 'NaN', '0x10', '0b1', '1_000', '1n'].map(
    (text) => ['number', text, 'answerNumber'] as const,
  ),
  ...[
    '1,5',
    '1,500',
    '1.500,00',
    "1'500",
    '1 2',
    '1\n2',
    '１，５',
    'three',
    '五',
    '٥',
    '5²',
    '½',
  ].map((text) => ['number', text, 'answerNumber'] as const),
  ...['12345678901234567890', '1.2345678901234567890', '1000000000000000', '9'.repeat(400)].map(
    (text) => ['number', text, 'answerDigits'] as const,
  ),
  ...['007', '-007', '00', '00.5', '+01', '００７', `${'0'.repeat(20)}7`].map(
    (text) => ['number', text, 'answerZeros'] as const,
  ),
  ...['2027-02-29', '2026-13-01', '31.12.2026', '2026-1-1', '2026-01-01T00:00'].map(
    (text) => ['date', text, 'answerDate'] as const,
  ),
  ...['0025-03-01', '0001-01-01', '0202-06-01', '1899-12-31'].map(
    (text) => ['date', text, 'answerYear'] as const,
  ),
  ['file', 'cv.pdf', 'answerWithFile'],
] as const)('a %s refuses %j', (kind, text, key) => {
  expect(checkAnswer(question(kind), { text }).fault?.key).toBe(key)
})

test.each([
  ...(['short_text', 'long_text'] as const).map((kind) => [kind, 'answerRequired'] as const),
  ['number', 'answerNumberRequired'],
  ['date', 'answerDateRequired'],
  ...(['single_choice', 'multiple_choice', 'yes_no'] as const).map(
    (kind) => [kind, 'answerChoose'] as const,
  ),
  ['file', 'answerFileRequired'],
] as const)('a required %s must be answered, an optional one need not', (kind, key) => {
  for (const text of [undefined, '', ' \r\n', '\u200B', '\u3164']) {
    expect(checkAnswer(question(kind), { text }).fault?.key).toBe(key)
    expect(checkAnswer(question(kind, false), { text })).toEqual({})
  }
})

test.each([
  ['007', 'Leave out the zeros at the start: enter 7'],
  ['-00.5', 'Leave out the zeros at the start: enter -0.5'],
  ['００７', 'Leave out the zeros at the start: enter 7'],
  ['0001234567890123456', 'Enter a number of at most 15 digits'],
  ['1,5', 'Enter a number in digits, without commas or spaces, such as 3 or 2.5'],
])('the number %j is refused with a sentence that says what to enter', (text, sentence) => {
  const { fault } = checkAnswer(question('number'), { text })
  expect(errorText(fault!, errors, 'en')).toBe(sentence)
})

test('every number of up to 15 digits is kept and shown as typed', () => {
  const words = { yes: 'Yes', no: 'No' }
  for (const digits of ['123456789012345', '999999999999999', '100000000000001', '314159265358979'])
    for (let point = 0; point <= 15; point++) {
      const text = [digits.slice(0, point), digits.slice(point)].join('.').replace(/\.$/, '')
      const { value } = checkAnswer(question('number'), { text })
      const shown = answerText({ kind: 'number', value: value! }, words, 'en')
      expect(shown).toBe(text.replace(/^\./, '0.'))
    }
})

test('only a file question takes a file', () => {
  expect(checkAnswer(question('file'), { hasFile: true })).toEqual({})
  for (const kind of ['short_text', 'multiple_choice', 'date'] as const)
    expect(checkAnswer(question(kind), { hasFile: true }).fault?.key).toBe('answerWithoutFile')
})

test.each([
  [2019, '2019'],
  [94110, '94110'],
  [0, '0'],
  [-1234.5, '-1234.5'],
  [0.00000012, '0.00000012'],
  [123456789012345, '123456789012345'],
])('the number %d is shown as typed in every language', (value, text) => {
  for (const locale of ['en', 'en-GB', 'de', 'fr', 'ar-EG', 'hi-IN'])
    expect(answerText({ kind: 'number', value }, { yes: 'Yes', no: 'No' }, locale)).toBe(text)
})

test('answerText reads as a person would say it', () => {
  const say = (kind: QuestionKind, value: string | string[] | number | boolean) =>
    answerText({ kind, value }, { yes: 'Yes', no: 'No' }, 'en-GB')
  expect(say('yes_no', true)).toBe('Yes')
  expect(say('number', 12345.678901)).toBe('12345.678901')
  expect(say('multiple_choice', ['Rye', 'Wheat'])).toBe('Rye; Wheat')
  expect(say('date', '2026-03-31')).toBe('31 March 2026')
  expect(say('short_text', '2026-03-31')).toBe('2026-03-31')
})
