import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { clock, instantOf } from '#api/core/calendar/contract/clock.ts'
import { feed, invitation } from '#api/core/calendar/ical.ts'
import {
  clockTimeIn,
  longTimeIn,
  offsetIn,
  overlaps,
  zoneText,
  zoneTextOf,
} from './contract/time.ts'

describe('times in a zone', () => {
  test.each([
    // Half an hour and three quarters of one.
    ['Asia/Kathmandu', '2027-01-12T09:00:00.000Z', '14:45', 'UTC+05:45'],
    ['Asia/Kolkata', '2027-01-12T09:00:00.000Z', '14:30', 'UTC+05:30'],
    // Daylight saving time of thirty minutes.
    ['Australia/Lord_Howe', '2027-01-12T09:00:00.000Z', '20:00', 'UTC+11:00'],
    ['Australia/Lord_Howe', '2027-07-12T09:00:00.000Z', '19:30', 'UTC+10:30'],
    // Before and after clocks go forward and back.
    ['Europe/Berlin', '2027-03-28T00:59:00.000Z', '01:59', 'UTC+01:00'],
    ['Europe/Berlin', '2027-03-28T01:00:00.000Z', '03:00', 'UTC+02:00'],
    ['Europe/Berlin', '2027-10-31T00:30:00.000Z', '02:30', 'UTC+02:00'],
    ['Europe/Berlin', '2027-10-31T01:30:00.000Z', '02:30', 'UTC+01:00'],
    ['America/St_Johns', '2027-01-12T09:00:00.000Z', '05:30', 'UTC-03:30'],
    ['UTC', '2027-01-12T09:00:00.000Z', '09:00', 'UTC'],
    ['No/Such_Zone', '2027-01-12T09:00:00.000Z', '09:00', 'UTC'],
  ])('%s at %s', (zone, time, shown, offset) => {
    expect([clockTimeIn(time, zone), offsetIn(time, zone)]).toEqual([shown, offset])
  })

  test('are written with day, hour and zone', () => {
    const time = '2027-01-12T23:30:00.000Z'
    expect(longTimeIn(time, 'Asia/Kathmandu')).toMatch(/^Wednesday,? 13 January 2027 at 05:15$/)
    expect(zoneText(time, 'America/New_York')).toBe('America/New York, UTC-05:00')
    const summer = '2027-07-12T09:00:00.000Z'
    expect(zoneTextOf([time, time], 'America/New_York')).toBe('America/New York, UTC-05:00')
    expect(zoneTextOf([time, summer], 'America/New_York')).toBe('America/New York')
  })

  test.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC'])(
    'typed in %s come back the same',
    (zone) => {
      for (const shown of ['2027-01-12T09:15:00', '2027-07-12T23:45:00', '2027-04-04T12:00:00'])
        expect(clock(instantOf(shown, zone), zone)).toBe(shown)
    },
  )
})

test('meetings overlap unless one begins when the other ends', () => {
  const one = { time: '2027-01-12T09:00:00.000Z', minutes: 30 }
  const at = (time: string, minutes = 30) => overlaps(one, { time, minutes })
  expect(at('2027-01-12T09:30:00.000Z')).toBe(false)
  expect(at('2027-01-12T08:30:00.000Z')).toBe(false)
  expect(at('2027-01-12T09:29:00.000Z')).toBe(true)
  expect(at('2027-01-12T08:00:00.000Z', 480)).toBe(true)
})

describe('an iCalendar file', () => {
  const event = {
    uid: 'a@foyer.test',
    sequence: 3,
    time: '2027-03-28T00:45:00.000Z',
    minutes: 30,
    summary: `Interview: Bäckerin; 50 %, "früh"\\spät, ${'日本語'.repeat(30)}`,
    location: 'Straße 1,\nhinten',
  }
  const organizer = { name: 'Bread "&" Co; Ltd: x', email: 'jobs@example.org' }
  const attendees = [{ name: 'O’Neil, "Red"\u0007', email: 'red@example.org' }]

  test('survives hostile names, and another parser reads the same', () => {
    const text = invitation('REQUEST', event, { organizer, attendees })
    const parsed = new ICAL.Component(ICAL.parse(text))
    const found = new ICAL.Event(parsed.getFirstSubcomponent('vevent')!)
    expect(parsed.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(found.summary).toBe(event.summary)
    expect(found.location).toBe(event.location)
    expect([found.uid, found.sequence]).toEqual([event.uid, 3])
    // Also across a change of daylight saving time.
    expect(found.startDate.toJSDate().toISOString()).toBe(event.time)
    expect(found.duration.toSeconds()).toBe(1800)
    expect(found.attendees[0]?.getParameter('cn')).toBe("O’Neil, 'Red' ")
    expect(String(found.attendees[0]?.getFirstValue()).toLowerCase()).toBe('mailto:red@example.org')
  })

  test('has lines of at most 75 bytes that end with CRLF (RFC 5545 §3.1)', () => {
    const text = invitation('CANCEL', event, { organizer, attendees })
    const lines = text.split('\r\n')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  })

  test('of a subscription has one entry for each interview, and reads when empty', () => {
    const other = { ...event, uid: 'b@foyer.test', changed: '2027-01-01T00:00:00.000Z' }
    const parsed = new ICAL.Component(ICAL.parse(feed('Interviews', [event, other])))
    expect(parsed.getAllSubcomponents('vevent')).toHaveLength(2)
    expect(parsed.getFirstPropertyValue('method')).toBeNull()
    expect(ICAL.parse(feed('Interviews', []))[0]).toBe('vcalendar')
  })
})
