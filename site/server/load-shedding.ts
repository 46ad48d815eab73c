const defaults = {
  /** So many ms of work are begun in each turn of the event loop. */
  slice: 3,
  /** Whoever is first in the row has waited so long (ms): then nobody else can join it. */
  late: 1_000,
}

/**
 * The one rule of what is too much. Node accepts one new connection in each turn of its event loop,
 * and reads from the others once: while a thousand requests are worked off in one turn, everybody
 * who comes waits outside. So work that has to be computed gets a few ms of each turn and waits in a
 * row; when that has become too long, new work is refused, to be asked for again.
 */
export function watchLoad(limits: Partial<typeof defaults> = {}) {
  const { slice, late } = { ...defaults, ...limits }
  const queue: { work: () => void; since: number }[] = []
  let began: number | undefined
  let refused = 0

  /** When the present turn was first asked for something. */
  function tick(): number {
    if (began === undefined) {
      began = performance.now()
      setImmediate(next)
    }
    return began
  }

  /** A new turn: the row goes on. */
  function next() {
    began = undefined
    if (queue.length) step(tick())
  }

  /** One after the other, and the next only when all is done that the one before does at once. */
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
    /** Does the work now, or when it is its turn; false when it will not be done. */
    schedule(work: () => void): boolean {
      if (queue[0] && performance.now() - queue[0].since > late) {
        refused++
        return false
      }
      enqueue(work)
      return true
    },
    /** Resolves in its turn, for a later part of work that was accepted before: never refused. */
    waitForTick: () => new Promise<void>(enqueue),
    waiting: () => queue.length,
    refused: () => refused,
  }
}
