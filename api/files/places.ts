/** A place that is held for now: whoever has lost theirs takes another before going on. */
export type Place = {
  isHeld(): boolean
  /** Something came: it is held on to. */
  keep(): void
  leave(): void
}

/**
 * Makes so many places, which are taken in the order of asking. A place is lost after `idle` ms in
 * which nothing came, and after `most` ms at the latest, so that nobody slow keeps others from it.
 */
export function createPlaces(count: number, { idle = 50, most = 10_000 } = {}) {
  let free = count
  const row: (() => void)[] = []

  function next() {
    const first = row.shift()
    if (first) first()
    else free++
  }

  return async function take(): Promise<Place> {
    if (free > 0) free--
    else await new Promise<void>((taken) => row.push(taken))
    const end = performance.now() + most
    let held = true
    const timer = setTimeout(leave, idle)
    function leave() {
      clearTimeout(timer)
      if (held) next()
      held = false
    }
    return {
      isHeld: () => held,
      keep() {
        if (performance.now() > end) leave()
        else timer.refresh()
      },
      leave,
    }
  }
}
