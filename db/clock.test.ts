import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockDifference, databaseNow, databaseTime, noteClock, readClock } from './clock.ts'
import { onEveryDatabase } from './fixtures/databases.ts'

const hour = 3_600_000

onEveryDatabase((db) => {
  afterEach(() => vi.useRealTimers())

  test.each([3 * hour, -3 * hour])(
    'the time is the database’s when this clock is %d ms ahead',
    async (ahead) => {
      const real = () => performance.timeOrigin + performance.now()
      vi.useFakeTimers({ toFake: ['Date'], now: real() + ahead })
      await readClock(db())
      expect(Math.abs(clockDifference(db()) + ahead)).toBeLessThan(hour)
      expect(Math.abs(databaseNow(db()) - real())).toBeLessThan(hour)
      expect(Math.abs(Date.parse(databaseTime(db(), hour)) - real() - hour)).toBeLessThan(hour)
      vi.useRealTimers()
      await readClock(db())
      expect(Math.abs(clockDifference(db()))).toBeLessThan(hour)
    },
  )
})

const noDb = {} as Parameters<typeof noteClock>[0]
const note = (ms: number, sentAt: number, arrivedAt: number) => {
  vi.setSystemTime(arrivedAt)
  noteClock(noDb, { ms, sentAt })
  return clockDifference(noDb)
}
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a difference within the time on the way counts as no difference', () => {
  expect(note(1000, 1000, 1000)).toBe(0)
  expect(note(1000, 900, 1400)).toBe(0)
  expect(note(1399, 900, 1400)).toBe(0)
})

test('a difference is known to the time on the way, and better with each read', () => {
  expect(note(61_000, 1000, 3000)).toBe(57_999)
  expect(note(62_000, 2000, 2010)).toBe(59_989)
  expect(note(62_000, 2000, 2500)).toBe(59_989)
  // The clock was set right.
  expect(note(3000, 3000, 3010)).toBe(1)
})

test('a read during which this clock was set back says nothing', () => {
  const before = note(1000, 1000, 1000)
  expect(note(5_000_000, 5_000_000, 2000)).toBe(before)
})
