import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDate,
  formatDateTime,
  formatDay,
  formatRelative,
  longDay,
  shortDay,
} from './format.ts'

test.each([
  ['2026-12-03', '3 Dec'],
  ['2026-01-01', '1 Jan'],
  ['2028-02-29', '29 Feb 2028'],
])('%s is %s in 2026', (day, text) => {
  expect(shortDay(day, '2026-11-22')).toBe(text)
})

test.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [23.9 * 3_600_000, '23 hours ago'],
  [25 * 3_600_000, 'yesterday'],
  [6.5 * 86_400_000, '6 days ago'],
  [7 * 86_400_000, '15 Nov 2026'],
])('a time %d ms ago reads %s', (age, shown) => {
  // Noon on the reader's clock.
  const now = new Date(2026, 10, 22, 12).valueOf()
  expect(formatRelative(new Date(now - age).toISOString(), now)).toBe(shown)
})

test.each([
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [59.9 * 60_000, '59 min ago'],
  [2.5 * 3_600_000, '2 h ago'],
  [25 * 3_600_000, 'yesterday'],
])('%i ms ago is, in short, %s', (age, shown) => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  expect(formatAgo(new Date(now - age).toISOString(), now)).toBe(shown)
})

test.each(['', '12026-11-26', '275761-01-01', '2026-02-31', 'tomorrow'])(
  '%o, which a date field may hold while someone types, is shown without an error',
  (typed) => {
    for (const format of [formatDate, formatDateTime, formatDay, formatRelative])
      expect(format(typed)).toBeTypeOf('string')
    for (const format of [shortDay, longDay])
      expect(format(typed, '2026-11-22')).toBeTypeOf('string')
  },
)
