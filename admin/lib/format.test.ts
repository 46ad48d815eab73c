import { expect, test } from 'vitest'
import { shortDay } from './format.ts'

test.each([
  ['2026-12-03', '3 Dec'],
  ['2026-01-01', '1 Jan'],
  ['2028-02-29', '29 Feb 2028'],
])('%s is %s in 2026', (day, text) => {
  expect(shortDay(day, '2026-11-22')).toBe(text)
})
