import { expect, test } from 'vitest'
import { cpuTime } from '#scripts/testing/cpu-time.ts'
import { jsonLimits, parseJson } from './json.ts'
import type { Problem } from './problem.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text))
const refusal = (text: string) => {
  try {
    return parse(text)
  } catch (problem) {
    return (problem as Problem).body
  }
}

const { keys, elements, levels } = jsonLimits
const objectOf = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))
const arrayOf = (count: number) => JSON.stringify(Array(count).fill(1))
const nested = (count: number) => `${'{"a":'.repeat(count - 1)}[]${'}'.repeat(count - 1)}`

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"\\"a\\":1","b":"{\\\\","c":"}:\\""}',
  '[1,{"a":1}]',
  '"a"',
  '{}',
])('%s repeats no name', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
})

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":[1,"]"]},"a":2}',
  '{"\\u0061":1,"a":2}',
  '{ "a" : 1 , "a" : 2 }',
])('%s repeats a name and is refused', (text) => {
  const message = 'Duplicate field'
  expect(refusal(text)).toEqual({ error: message, details: [{ path: ['a'], message }] })
})

test('invalid JSON is refused', () => {
  for (const text of ['', '{"a":', '{"a":1}}', '\u0000', '"', '{"a', ']]]', ':,:', '{"a\\":1}'])
    expect(refusal(text)).toEqual({ error: 'The body is not valid JSON' })
})

test.each([
  ['keys', objectOf(keys), objectOf(keys + 1)],
  ['keys of an inner object', `{"a":[${objectOf(keys)}]}`, `{"a":[${objectOf(keys + 1)}]}`],
  ['elements', `{"a":${arrayOf(elements)}}`, `{"a":${arrayOf(elements + 1)}}`],
  ['levels', nested(levels), nested(levels + 1)],
])('JSON has a limit of %s', (_, most, tooMany) => {
  expect(parse(most)).toEqual(JSON.parse(most))
  expect(refusal(tooMany)).toEqual({ error: expect.stringMatching(/JSON .* more than \d+ /) })
})

test('limits are per object, and what is inside a text does not count', () => {
  const text = JSON.stringify({
    a: '{:,['.repeat(2_000),
    b: Array(10).fill(JSON.parse(objectOf(keys))),
  })
  expect(parse(text)).toEqual(JSON.parse(text))
})

test.each([
  ['one long text', `{"a":"${'x'.repeat(512_000)}"}`],
  ['many backslashes', `{"a":"${'\\\\'.repeat(256_000)}"}`],
  ['many quotes', `{"a":"${'\\"'.repeat(256_000)}"}`],
  ['deep arrays', `{"a":${'['.repeat(256_000)}${']'.repeat(256_000)}}`],
  ['many names', `{${Array.from({ length: 40_000 }, (_, n) => `"n${n}":${n}`)}}`],
  ['many arrays', `[${Array(900).fill(arrayOf(280))}]`],
])('%s take less than 50 ms', (_, text) => {
  expect(cpuTime(() => refusal(text))).toBeLessThan(50)
})
