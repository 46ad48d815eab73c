/** Times in ISO 8601; `until` is the next attempt. */
type Pause = { since: string; until: string; reason: string }

/** A server that asks for no wait at all is not asked without a break. */
const minWaitMs = 1_000

const iso = (time: number) => new Date(time).toISOString()

export type Pauses = ReturnType<typeof createPauses>

/**
 * Exponential backoff while the mail server is unreachable: from `first` ms up to `max`, ±25 %
 * jitter.
 */
export function createPauses({ first = 5_000, max = 5 * 60_000 } = {}) {
  let current: Pause | undefined
  let failures = 0
  let begun = 0
  return {
    get current() {
      return current
    },
    /** How many there were, also those that were only made longer. */
    get begun() {
      return begun
    },
    /** @param waitMs as long as the server asked for */
    begin(reason: string, waitMs?: number) {
      const usual = Math.min(first * 2 ** failures++, max) * (0.75 + Math.random() / 2)
      const length = waitMs === undefined ? usual : Math.max(waitMs, minWaitMs)
      const now = Date.now()
      begun += 1
      current = { since: current?.since ?? iso(now), until: iso(now + length), reason }
    },
    end() {
      failures = 0
      current = undefined
    },
  }
}
