/** In ms: the timeout before the first measurement, and its bounds afterwards. */
export type TimeoutBounds = { initial: number; floor: number; ceiling: number }

/**
 * Estimates response times the way TCP does (RFC 6298 §2 and §5): a smoothed mean and deviation
 * give the timeout, which doubles each time it was too short.
 */
export function createRoundTrip({ initial, floor, ceiling }: TimeoutBounds) {
  let mean: number | undefined
  let deviation = 0
  let backoff = 1
  return {
    measured(ms: number) {
      deviation = mean === undefined ? ms / 2 : deviation + (Math.abs(mean - ms) - deviation) / 4
      mean = mean === undefined ? ms : mean + (ms - mean) / 8
      backoff = 1
    },
    timedOut() {
      backoff *= 2
    },
    /** The timeout for a response that takes `roundTrips`. */
    timeout(roundTrips = 1): number {
      if (mean === undefined) return initial
      const expected = roundTrips * (mean + 4 * deviation) * backoff
      return Math.min(Math.max(expected, floor), ceiling)
    },
  }
}
