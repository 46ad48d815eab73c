import { describe, expect, test } from 'vitest'
import { closedOn, dayIn } from './dates.ts'

describe('dayIn', () => {
  test.each([
    // Clocks skip or repeat an hour, also at midnight.
    ['Europe/Dublin', '2026-03-29T00:59:59.999Z', '2026-03-29'],
    ['Europe/Dublin', '2026-10-24T22:59:59.999Z', '2026-10-24'],
    ['Europe/Dublin', '2026-10-24T23:00:00.000Z', '2026-10-25'],
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
    ['America/Havana', '2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['America/Havana', '2026-11-01T05:00:00.000Z', '2026-11-01'],
    // 29 February, and a year without one.
    ['Europe/Dublin', '2028-02-28T23:59:59.999Z', '2028-02-28'],
    ['Europe/Dublin', '2028-02-29T23:59:59.999Z', '2028-02-29'],
    ['Europe/Dublin', '2027-03-01T00:00:00.000Z', '2027-03-01'],
    // Offsets of 30 and 45 minutes.
    ['Asia/Kolkata', '2026-11-22T18:29:59.999Z', '2026-11-22'],
    ['Asia/Kolkata', '2026-11-22T18:30:00.000Z', '2026-11-23'],
    ['Asia/Kathmandu', '2026-11-22T18:14:59.999Z', '2026-11-22'],
    ['Asia/Kathmandu', '2026-11-22T18:15:00.000Z', '2026-11-23'],
    ['Australia/Lord_Howe', '2026-06-30T13:29:59.999Z', '2026-06-30'],
    ['Australia/Lord_Howe', '2026-06-30T13:30:00.000Z', '2026-07-01'],
    ['Australia/Lord_Howe', '2026-12-31T12:59:59.999Z', '2026-12-31'],
    ['Australia/Lord_Howe', '2026-12-31T13:00:00.000Z', '2027-01-01'],
    // Either side of the date line; Apia skipped 30 December 2011.
    ['Pacific/Pago_Pago', '2026-11-22T10:59:59.999Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00.000Z', '2026-11-23'],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
  ])('in %s at %s is %s', (timeZone, time, day) => {
    expect(dayIn(timeZone, new Date(time))).toBe(day)
  })

  test.each(['America/Havana', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'in %s every day of a year comes once, in order',
    (timeZone) => {
      const hour = 60 * 60_000
      const begin = Date.parse('2027-12-31T00:00:00Z')
      const days = new Set<string>()
      let last = ''
      for (let at = begin; at < begin + 368 * 24 * hour; at += hour) {
        const day = dayIn(timeZone, new Date(at))
        expect(day >= last).toBe(true)
        days.add(day)
        last = day
      }
      expect([...days].filter((day) => day.startsWith('2028-'))).toHaveLength(366)
    },
  )
})

describe('closedOn', () => {
  const closed_at = '2026-11-03T23:30:00.000Z'
  test.each([
    ['UTC', null, '2026-11-03'],
    ['Europe/Berlin', null, '2026-11-04'],
    ['UTC', '2026-11-01', '2026-11-01'],
    ['UTC', '2026-12-24', '2026-11-03'],
  ])('in %s with the last day %s is %s', (timeZone, closes_on, day) => {
    expect(closedOn({ closes_on, closed_at }, timeZone)).toBe(day)
  })

  test('is null when nobody recorded it', () => {
    expect(closedOn({ closes_on: '2026-11-01', closed_at: null }, 'UTC')).toBeNull()
  })
})
