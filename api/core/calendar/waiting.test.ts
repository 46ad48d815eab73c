import { expect, test } from 'vitest'
import { businessDaysAfter, businessDaysBefore, dueUntil } from './waiting.ts'

const weekdays = { isBusinessDay: (day: string) => ![0, 6].includes(new Date(day).getUTCDay()) }

// In 2026, 19 January is a Monday. New York is 5 hours behind UTC in winter, 4 in summer.
test.each([
  ['a Thursday counts from Tuesday', '2026-01-22T10:00:00Z', 2, 'UTC', '2026-01-20T10:00:00Z'],
  ['a Monday skips the weekend', '2026-01-19T10:00:00Z', 2, 'UTC', '2026-01-15T10:00:00Z'],
  ['a Saturday is the end of Friday', '2026-01-17T10:00:00Z', 2, 'UTC', '2026-01-15T00:00:00Z'],
  ['so is a Sunday', '2026-01-18T23:59:59Z', 2, 'UTC', '2026-01-15T00:00:00Z'],
  ['so is the first second of Monday', '2026-01-19T00:00:00Z', 2, 'UTC', '2026-01-15T00:00:00Z'],
  ['ten days are two weeks', '2026-01-22T10:00:00Z', 10, 'UTC', '2026-01-08T10:00:00Z'],
  ['no days are now', '2026-01-22T10:00:00Z', 0, 'UTC', '2026-01-22T10:00:00Z'],
  [
    'the zone decides on the day',
    '2026-01-19T02:00:00Z',
    1,
    'America/New_York',
    '2026-01-16T05:00:00Z',
  ],
  ['clocks went forward', '2026-03-10T14:00:00Z', 2, 'America/New_York', '2026-03-06T15:00:00Z'],
  ['clocks went back', '2026-11-03T15:00:00Z', 2, 'America/New_York', '2026-10-30T14:00:00Z'],
  ['a time that was skipped', '2026-04-26T21:30:00Z', 1, 'Africa/Cairo', '2026-04-23T22:30:00Z'],
  ['a year before', '2027-01-01T12:00:00Z', 2, 'Asia/Kolkata', '2026-12-30T12:00:00Z'],
])('%s', (_, now, days, zone, expected) => {
  const before = businessDaysBefore(new Date(now), days, zone, weekdays)
  expect(before).toEqual(new Date(expected))
})

test.each([
  ['on a Wednesday, what came until Monday', '2026-01-21', 2, '2026-01-20T00:00:00Z'],
  ['on a Tuesday, what came until Sunday', '2026-01-20', 2, '2026-01-19T00:00:00Z'],
  ['on a Sunday, what came until Wednesday', '2026-01-18', 2, '2026-01-15T00:00:00Z'],
  ['without days, what came until today', '2026-01-21', 0, '2026-01-22T00:00:00Z'],
])('an answer is due %s', (_, today, days, expected) => {
  expect(dueUntil(today, days, 'UTC', weekdays)).toEqual(new Date(expected))
  for (let back = -3; back < 10; back += 1) {
    const received = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10)
    const isDue = businessDaysAfter(received, days, weekdays) <= today
    expect(Date.parse(received) < Date.parse(expected)).toBe(isDue)
  }
})

test('the moment never goes back while time passes', () => {
  const zones = ['Europe/Dublin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut']
  for (const zone of zones)
    for (let last = 0, now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 1_800_000) {
      const before = businessDaysBefore(new Date(now), 2, zone, weekdays).getTime()
      // Where clocks go back, an hour of the day comes twice.
      expect(before).toBeGreaterThanOrEqual(last - 3_600_000)
      expect(now - before).toBeGreaterThanOrEqual(2 * 86_400_000 - 3_600_000)
      expect(now - before).toBeLessThanOrEqual(4 * 86_400_000 + 3_600_000)
      last = before
    }
})

// In 2026, Christmas is on a Friday, and 26 December on a Saturday.
const christmas = {
  isBusinessDay: (day: string) => day !== '2026-12-25' && weekdays.isBusinessDay(day),
}

test('no time passes on a holiday', () => {
  expect(businessDaysAfter('2026-12-24', 1, christmas)).toBe('2026-12-28')
  expect(businessDaysAfter('2026-12-25', 1, christmas)).toBe('2026-12-28')
  const before = (now: string) =>
    businessDaysBefore(new Date(now), 1, 'UTC', christmas).toISOString()
  expect(before('2026-12-28T10:00:00Z')).toBe('2026-12-24T10:00:00.000Z')
  expect(before('2026-12-25T10:00:00Z')).toBe('2026-12-24T00:00:00.000Z')
})
