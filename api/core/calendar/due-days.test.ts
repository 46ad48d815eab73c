import { expect, test } from 'vitest'
import { dayIn } from './contract/dates.ts'
import { dueDays } from './due-days.ts'
import { businessDaysAfter } from './waiting.ts'

const weekdays = {
  isBusinessDay: (day: string) => ![0, 6].includes(new Date(day).getUTCDay()),
  key: 'weekdays',
}

// In all of them, clocks changed in the 100 days before.
test.each(['UTC', 'Europe/Dublin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
  'due days in %s are those of the promise, at any time of the day',
  (zone) => {
    const now = new Date('2026-11-25T10:00:00.000Z')
    const days: Record<string, [string, string, string]> = JSON.parse(
      dueDays(now, 2, zone, weekdays),
    )
    for (let time = Date.UTC(2026, 7, 20); time <= now.getTime(); time += 900_000) {
      const received = new Date(time).toISOString()
      const [change, before, after] = days[received.slice(0, 10)] ?? ['', '', '']
      const due = received < change ? before : after
      expect(due).toBe(businessDaysAfter(dayIn(zone, new Date(time)), 2, weekdays))
    }
  },
)

test('due days follow the promise and the days off', () => {
  const now = new Date('2026-12-24T10:00:00.000Z')
  const today = (within: number, calendar: typeof weekdays) =>
    JSON.parse(dueDays(now, within, 'UTC', calendar))['2026-12-24'][2]
  const isBusinessDay = (day: string) => day !== '2026-12-25' && weekdays.isBusinessDay(day)
  expect(today(1, weekdays)).toBe('2026-12-25')
  expect(today(2, weekdays)).toBe('2026-12-28')
  expect(today(1, { isBusinessDay, key: 'christmas' })).toBe('2026-12-28')
})
