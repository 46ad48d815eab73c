import { expect, test } from 'vitest'
import { isAppended } from './notes.ts'

test.each([
  ['', '<p>a</p>', true],
  ['<p>a</p>', '<p>a</p>', true],
  ['<p>a</p>', '<p>a b</p>', true],
  ['<p>a</p>', '<p>b</p><p>a</p>', false],
  ['<ul><li><p>a</p></li></ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', true],
  ['<p><strong>a</strong></p>', '<p>a</p>', false],
  ['<p>a</p>', '', false],
])('whether %j was only added to, as %j, is %j', (before, after, expected) => {
  expect(isAppended(before, after)).toBe(expected)
})
