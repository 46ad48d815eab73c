import { expect, test } from 'vitest'
import { decodable } from './decodable.ts'

test.each([
  ['/jobs?q=%ff%25', '/jobs?q=%ff%25'],
  ['/page/%C3%BC%20a?x=%', '/page/%C3%BC%20a?x=%'],
  ['/page/%2541', '/page/%2541'],
  ['/%ff', '/%EF%BF%BDff'],
  ['/jobs/%E0%A4/apply?ref=x', '/jobs/%EF%BF%BDE0%EF%BF%BDA4/apply?ref=x'],
  ['/100%', '/100%EF%BF%BD'],
  ['/100%25', '/100%EF%BF%BD25'],
  ['/%25ff', '/%EF%BF%BD25ff'],
  [`/page/%${'25'.repeat(14)}41`, '/page/%2541'],
])('%s becomes %s', (url, expected) => {
  expect(decodable(url)).toBe(expected)
})
