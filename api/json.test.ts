import { expect, test } from 'vitest'
import { parseJson } from './json.ts'
import type { Problem } from './problem.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text))
const refusal = (text: string) => {
  try {
    return parse(text)
  } catch (problem) {
    return (problem as Problem).body
  }
}

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"\\"a\\":1","b":"{\\\\","c":"}:\\""}',
  '[1,{"a":1}]',
  '"a"',
  '{}',
])('%s says nothing twice', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
})

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":[1,"]"]},"a":2}',
  '{"\\u0061":1,"a":2}',
  '{ "a" : 1 , "a" : 2 }',
])('%s says a twice, and neither is taken', (text) => {
  const message = 'Must be sent once'
  expect(refusal(text)).toEqual({ error: message, details: [{ path: ['a'], message }] })
})

test('what is no JSON is told so', () => {
  for (const text of ['', '{"a":', '{"a":1}}', '\u0000'])
    expect(refusal(text)).toEqual({ error: 'The body is not valid JSON' })
})

test.each([
  ['one long text', `{"a":"${'x'.repeat(512_000)}"}`],
  ['many backslashes', `{"a":"${'\\\\'.repeat(256_000)}"}`],
  ['deep lists', `{"a":${'['.repeat(256_000)}${']'.repeat(256_000)}}`],
  ['many names', `{${Array.from({ length: 40_000 }, (_, n) => `"n${n}":${n}`)}}`],
])('%s are read before anyone notices', (_, text) => {
  // The processor's time: what else the machine does is no matter.
  const before = process.cpuUsage()
  parse(text)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(150)
})
