import { expect, test } from 'vitest'
import { sinceWords } from './since-words.ts'

test.each([
  ['2026-11-27', 'yesterday'],
  ['2026-11-26', 'Thursday'],
  ['2026-11-22', 'Sunday'],
  // The same day of the week as today.
  ['2026-11-21', '21 Nov'],
  ['2025-12-31', '31 Dec 2025'],
  ['2026-11-28', 'today'],
])('%s is “%s” on Saturday 28 November 2026', (day, words) => {
  expect(sinceWords(day, '2026-11-28')).toBe(words)
})
