import { expect, test } from 'vitest'
import { atHour, workday } from './workdays.ts'

const on = (day: string) => Date.parse(`${day}T22:00:00Z`)

test.each([
  ['a Monday', '2026-11-23', '2026-11-24', '2026-11-20'],
  ['a Friday', '2026-11-27', '2026-11-30', '2026-11-26'],
  ['a Saturday', '2026-11-28', '2026-11-30', '2026-11-27'],
  ['a Sunday', '2026-11-29', '2026-11-30', '2026-11-27'],
])('the working days around %s are not at a weekend', (_, today, next, last) => {
  expect(workday(1, on(today))).toBe(next)
  expect(workday(-1, on(today))).toBe(last)
})

test('weekends in between do not count', () => {
  expect(workday(6, on('2026-11-26'))).toBe('2026-12-04')
  expect(atHour(-6, 9, on('2026-11-30'))).toBe('2026-11-20T09:00:00.000Z')
})
