/** Times in ISO 8601; `until` is the next attempt. */
type Pause = { since: string; until: string; reason: string }

const iso = (time: number) => new Date(time).toISOString()

export type Pauses = ReturnType<typeof createPauses>

/**
 * Exponential backoff while the mail server is unreachable: from `first` ms up to `max`, ±25 %
 * jitter.
 */
export function createPauses({ first = 5_000, max = 5 * 60_000 } = {}) {
  let current: Pause | undefined
  let failures = 0
  return {
    get current() {
      return current
    },
    begin(reason: string) {
      const length = Math.min(first * 2 ** failures++, max) * (0.75 + Math.random() / 2)
      const now = Date.now()
      current = { since: current?.since ?? iso(now), until: iso(now + length), reason }
    },
    end() {
      failures = 0
      current = undefined
    },
  }
}
