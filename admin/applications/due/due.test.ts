import { expect, test } from 'vitest'
import { dueText } from './due.ts'

test.each([
  ['2026-11-25', 'today'],
  ['2026-11-26', 'in 1 day'],
  ['2026-12-02', 'in 7 days'],
  ['2026-11-24', '1 day late'],
  ['2026-10-25', '31 days late'],
])('an answer due on %s is due %s on 25 November', (day, text) => {
  expect(dueText(day, '2026-11-25')).toBe(text)
})
