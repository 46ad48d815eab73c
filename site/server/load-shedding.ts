const defaults = {
  /** Work is started for this long in each tick of the event loop (ms). */
  slice: 3,
  /** When the first in the queue has waited this long (ms), new work is rejected. */
  late: 1_000,
}

/**
 * Load shedding. Node accepts one new connection per tick and reads each of the others once, so a
 * thousand requests handled in one tick would keep everyone else waiting. Work gets a few ms per
 * tick and is queued beyond that; when the queue is too slow, new work is rejected.
 */
export function watchLoad(limits: Partial<typeof defaults> = {}) {
  const { slice, late } = { ...defaults, ...limits }
  const queue: { work: () => void; since: number }[] = []
  let began: number | undefined
  let refused = 0

  /** When the current tick first got work. */
  function tick(): number {
    if (began === undefined) {
      began = performance.now()
      setImmediate(next)
    }
    return began
  }

  /** Starts a new tick. */
  function next() {
    began = undefined
    if (queue.length) step(tick())
  }

  /** Starts the next work only after the previous one's microtasks. */
  function step(since: number) {
    queue.shift()?.work()
    queueMicrotask(() =>
      process.nextTick(() => {
        if (queue.length && performance.now() - since < slice) step(since)
      }),
    )
  }

  function enqueue(work: () => void) {
    const now = performance.now()
    if (!queue.length && now - tick() < slice) work()
    else queue.push({ work, since: now })
  }

  return {
    /** Runs the work now or later; false when it was rejected. */
    schedule(work: () => void): boolean {
      if (queue[0] && performance.now() - queue[0].since > late) {
        refused++
        return false
      }
      enqueue(work)
      return true
    },
    /** Resolves in the queue's order, for a later part of accepted work: never rejected. */
    waitForTick: () => new Promise<void>(enqueue),
    waiting: () => queue.length,
    refused: () => refused,
  }
}
