import { expect, test } from 'vitest'
import { around, say } from './say.ts'

test('say fills in every value once, without reading placeholders or patterns in a value', () => {
  expect(say('{a}, {b}, {a}', { a: '{b}', b: '$&' }, 'en')).toBe('{b}, $&, {b}')
})

test('say keeps a placeholder that has no value', () => {
  expect(say('At most {max} MB', {}, 'en')).toBe('At most {max} MB')
})

test('say writes numbers as the language does, and strings as they are', () => {
  expect(say('{n} of {m}', { n: 20_000, m: '20000' }, 'en')).toBe('20,000 of 20000')
  expect(say('{n}', { n: 20_000 }, 'de')).toBe('20.000')
})

test('say picks the plural form of the language and falls back to `other`', () => {
  const text = { one: '{n} job', few: '{n} few', other: '{n} jobs' }
  expect([0, 1, 2].map((n) => say(text, { n }, 'en'))).toEqual(['0 jobs', '1 job', '2 jobs'])
  expect(say(text, { n: 3 }, 'pl')).toBe('3 few')
  expect(say({ other: '{n} jobs' }, { n: 1 }, 'en')).toBe('1 jobs')
})

test('around returns the text on both sides of a placeholder', () => {
  expect(around('Posted {date}.', 'date')).toEqual({ before: 'Posted ', after: '.' })
})
