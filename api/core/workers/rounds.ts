/** What a background worker has done in this process. Times in ms of `performance.now()`. */
type Rounds = {
  /** From one round to the next; Infinity once the worker has nothing left to do. */
  every: number
  /** The end of the last round that worked; before the first, the start of the worker. */
  succeededAt: number
  failures: number
}

const workers = new Map<string, Rounds>()

/** Background workers of this process, by name. */
export const countedRounds: ReadonlyMap<string, Rounds> = workers

/** Counts the rounds of a worker, for its metrics. One worker per name: the latest wins. */
export function countRounds(name: string, every: number) {
  const rounds: Rounds = { every, succeededAt: performance.now(), failures: 0 }
  workers.set(name, rounds)
  return {
    /** Called after each round that worked, with the ms until the next. */
    succeeded(every: number) {
      rounds.succeededAt = performance.now()
      rounds.every = every
    },
    failed() {
      rounds.failures++
    },
  }
}
