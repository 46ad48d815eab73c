import { expect, test } from 'vitest'
import { clock, instantOf } from './clock.ts'

test.each([
  // Days that begin at 1:00.
  ['America/Santiago', '2026-09-06T00:00:00', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-08T00:00:00', '2026-03-08T05:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24T00:00:00', '2026-04-23T22:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29T00:00:00', '2026-03-28T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
])('%s skips %s: an hour later', (zone, shown, instant) => {
  expect(new Date(instantOf(shown, zone)).toISOString()).toBe(instant)
})

test.each([
  ['America/Santiago', '2026-09-05T23:59:59'],
  ['America/Santiago', '2026-09-06T01:00:00'],
  ['America/Santiago', '2026-04-04T23:30:00'],
  ['America/Havana', '2026-03-08T01:00:00'],
  ['America/Havana', '2026-11-01T00:30:00'],
  ['Africa/Cairo', '2026-04-24T01:00:00'],
  ['Europe/Berlin', '2026-10-25T02:30:00'],
])('%s shows %s at the instant of that time', (zone, shown) => {
  expect(clock(instantOf(shown, zone), zone)).toBe(shown)
})
