import { expect, test } from 'vitest'
import { decodable } from './decodable.ts'

test.each([
  ['/jobs?q=%ff%25', '/jobs?q=%ff%25'],
  ['/page/%C3%BC%20a?x=%', '/page/%C3%BC%20a?x=%'],
  ['/page/%2541', '/page/%2541'],
  ['/%ff', '/%25ff'],
  ['/jobs/%E0%A4/apply?ref=x', '/jobs/%25E0%25A4/apply?ref=x'],
  ['/100%', '/100%25'],
  [`/page/%${'25'.repeat(14)}41`, '/page/%2541'],
])('%s becomes %s', (url, expected) => {
  expect(decodable(url)).toBe(expected)
})
