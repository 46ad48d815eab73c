import { describe, expect, test } from 'vitest'
import { byDay, daysOf, mondayOf, readWeek, weekText, zoneNote } from './week.ts'

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-28', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on Monday %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

describe('readWeek', () => {
  test('takes any day of a week', () => {
    expect(readWeek('2026-03-01', '2026-11-28')).toBe('2026-02-23')
  })
  test.each([undefined, '', 'soon', '2026-02-40', '0001-01-01', '9999-12-31', ['2026-03-01']])(
    'reads %j as this week',
    (given) => {
      expect(readWeek(given, '2026-11-28')).toBe('2026-11-23')
    },
  )
})

describe('byDay', () => {
  const days = daysOf('2026-03-23')
  const booked = (time: string) => ({ time, times: [time] })

  test('days are those of the zone, in order of the time', () => {
    const late = booked('2026-03-24T17:30:00.000Z')
    const early = booked('2026-03-23T18:30:00.000Z')
    const found = byDay([late, early], days, 'Asia/Kathmandu')
    expect(found.map(({ entries }) => entries.map(({ row }) => row))).toEqual([
      [],
      [early, late],
      ...Array(5).fill([]),
    ])
  })

  test('a proposed interview is on each day that it may be', () => {
    const times = [
      '2026-03-23T09:00:00.000Z',
      '2026-03-23T11:00:00.000Z',
      '2026-03-27T09:00:00.000Z',
    ]
    const next = '2026-03-30T09:00:00.000Z'
    const found = byDay([{ time: null, times: [...times, next] }], days, 'UTC')
    expect(found.flatMap(({ day, entries }) => entries.map(({ times }) => [day, times]))).toEqual([
      ['2026-03-23', times.slice(0, 2)],
      ['2026-03-27', times.slice(2)],
    ])
  })
})

test.each([
  ['2026-11-23', '23–29 November 2026'],
  ['2026-11-30', '30 November – 6 December 2026'],
  ['2025-12-29', '29 December 2025 – 4 January 2026'],
])('the week from %s is %s', (monday, text) => {
  expect(weekText(monday)).toBe(text)
})

test.each([
  ['2026-03-16', 'Europe/Dublin', 'Times in Dublin (UTC)'],
  // The clocks change on Sunday.
  ['2026-03-23', 'Europe/Dublin', 'Times in Dublin'],
  ['2026-03-30', 'Europe/Dublin', 'Times in Dublin (UTC+01:00)'],
  ['2026-03-30', 'America/New_York', 'Times in New York (UTC-04:00)'],
  ['2026-03-30', 'UTC', 'Times in UTC'],
])('the week from %s in %s has “%s”', (monday, zone, note) => {
  expect(zoneNote(monday, zone)).toBe(note)
})
