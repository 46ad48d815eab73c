/** A permit that expires: its holder has to acquire another one before going on. */
type Permit = {
  isHeld(): boolean
  /** Restarts the idle timer. */
  renew(): void
  release(): void
}

/**
 * A semaphore with `count` permits, granted in the order of the requests. A permit expires after
 * `idle` ms without `renew`, and always after `most` ms, so that slow holders can't block others.
 */
export function createSemaphore(count: number, { idleMs = 50, maxMs = 10_000 } = {}) {
  let free = count
  const queue: (() => void)[] = []

  function next() {
    const first = queue.shift()
    if (first) first()
    else free++
  }

  return async function acquire(): Promise<Permit> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => queue.push(resolve))
    const end = performance.now() + maxMs
    let held = true
    const timer = setTimeout(release, idleMs)
    function release() {
      clearTimeout(timer)
      if (held) next()
      held = false
    }
    return {
      isHeld: () => held,
      renew() {
        if (performance.now() > end) release()
        else timer.refresh()
      },
      release,
    }
  }
}
