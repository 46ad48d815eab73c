import { expect, test } from 'vitest'
import { clocksOf, shortHoursIn } from './words.ts'

test.each([
  ['2026-12-03T14:00:00.000Z', 'Europe/Dublin', 'Dublin (UTC+0)'],
  ['2026-07-03T14:00:00.000Z', 'Europe/Dublin', 'Dublin (UTC+1)'],
  ['2026-12-03T14:00:00.000Z', 'Asia/Kathmandu', 'Kathmandu (UTC+5:45)'],
  ['2026-12-03T14:00:00.000Z', 'America/Argentina/Buenos_Aires', 'Buenos Aires (UTC-3)'],
  ['2026-12-03T14:00:00.000Z', 'America/New_York', 'New York (UTC-5)'],
  ['2026-12-03T14:00:00.000Z', 'Pacific/Kiritimati', 'Kiritimati (UTC+14)'],
  ['2026-12-03T14:00:00.000Z', 'UTC', 'UTC'],
])('at %s the clocks of %s are those of %s', (time, zone, text) => {
  expect(clocksOf(time, zone)).toBe(text)
})

test('a meeting is named by day and hours, in the zone, with another year', () => {
  expect(shortHoursIn('2099-12-03T23:30:00.000Z', 45, 'UTC')).toBe('Thu 3 Dec 2099, 23:30–00:15')
  expect(shortHoursIn('2099-12-03T23:30:00.000Z', 45, 'Europe/Berlin')).toBe(
    'Fri 4 Dec 2099, 00:30–01:15',
  )
})
