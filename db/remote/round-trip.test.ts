import { describe, expect, test } from 'vitest'
import { createRoundTrip } from './round-trip.ts'

const bounds = { initial: 5_000, floor: 450, ceiling: 2_000 }

/** After twenty responses of about the same time. */
function measured(ms: number) {
  const roundTrip = createRoundTrip(bounds)
  for (let n = 0; n < 20; n++) roundTrip.measured(ms + (n % 2))
  return roundTrip
}

describe('the timeout of a probe', () => {
  test('is the initial one before any measurement', () => {
    expect(createRoundTrip(bounds).timeout()).toBe(5_000)
  })

  test('is the floor for a nearby server, also to connect', () => {
    expect([measured(2).timeout(), measured(2).timeout(4)]).toEqual([450, 450])
  })

  test.each([200, 300, 600])('leaves room for the round trips of a server %i ms away', (ms) => {
    const roundTrip = measured(ms)
    expect(roundTrip.timeout()).toBeGreaterThan(ms + 1)
    expect(roundTrip.timeout()).toBeLessThan(Math.max(460, ms * 1.2))
    expect(roundTrip.timeout(3)).toBeGreaterThan(3 * ms)
    expect(roundTrip.timeout(4)).toBeLessThanOrEqual(2_000)
  })

  test('grows with the spread of response times', () => {
    const roundTrip = createRoundTrip(bounds)
    for (let n = 0; n < 20; n++) roundTrip.measured(n % 2 ? 500 : 100)
    expect(roundTrip.timeout()).toBeGreaterThan(700)
  })

  test('doubles with each timeout up to the ceiling, until a response arrives', () => {
    const roundTrip = measured(300)
    const before = roundTrip.timeout(2)
    roundTrip.timedOut()
    expect(roundTrip.timeout(2)).toBeCloseTo(2 * before)
    for (let n = 0; n < 9; n++) roundTrip.timedOut()
    expect(roundTrip.timeout()).toBe(2_000)
    roundTrip.measured(300)
    expect(roundTrip.timeout()).toBeLessThan(500)
  })
})
