/** Since when nothing can be sent, why, and when it is tried again; times in ISO 8601. */
type Pause = { since: string; until: string; reason: string }

const iso = (time: number) => new Date(time).toISOString()

export type Pauses = ReturnType<typeof createPauses>

/**
 * The pauses of a worker whose mail server is away: `first` ms, then twice as long each time, up
 * to `longest`. A quarter more or less of each is chance, so that several workers spread.
 */
export function createPauses({ first = 5_000, longest = 5 * 60_000 } = {}) {
  let current: Pause | undefined
  let failures = 0
  return {
    get current() {
      return current
    },
    begin(reason: string) {
      const length = Math.min(first * 2 ** failures++, longest) * (0.75 + Math.random() / 2)
      const now = Date.now()
      current = { since: current?.since ?? iso(now), until: iso(now + length), reason }
    },
    end() {
      failures = 0
      current = undefined
    },
  }
}
