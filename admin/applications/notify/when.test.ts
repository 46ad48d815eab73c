import { expect, test } from 'vitest'
import { announcedTimeLeft, timeLeft, whenFrom } from './when.ts'

/** 14 March, a Saturday, at that time of day in the zone of the browser. */
const at = (hours: number, minutes = 0, days = 0) => new Date(2026, 2, 14 + days, hours, minutes)
const now = at(10, 14).getTime()

test.each([
  [at(18, 30), 'today at 18:30'],
  [at(10, 14, 1), 'tomorrow at 10:14'],
  [at(0, 5, 1), 'tomorrow at 00:05'],
  [at(10, 14, 3), 'on Tuesday 17 March at 10:14'],
  // The clocks change on the 29th in much of Europe, on the 8th in America.
  [at(10, 14, 16), 'on Monday 30 March at 10:14'],
])('whenFrom(now, %s) is %s', (time, text) => {
  expect(whenFrom(now, time.toISOString())).toBe(text)
})

test.each([
  [30, 'in less than a minute'],
  [60, 'in 1 minute'],
  [59 * 60 + 59, 'in 59 minutes'],
  [3600, 'in 1 hour'],
  [24 * 3600 - 1, 'in 23 hours'],
  [72 * 3600, 'in 3 days'],
])('%i seconds before, timeLeft is %s', (seconds, text) => {
  expect(timeLeft(now, new Date(now + seconds * 1000).toISOString())).toBe(text)
})

test('what is announced changes three times, not every minute', () => {
  const left = (minutes: number) =>
    announcedTimeLeft(now - minutes * 60_000, new Date(now).toISOString())
  const heard = new Set(Array.from({ length: 121 }, (_, index) => left(120.5 - index)))
  expect([...heard]).toEqual([
    'today at 10:14',
    'in less than an hour',
    'in less than ten minutes',
    'in less than a minute',
  ])
})
