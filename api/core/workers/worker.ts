import type { Logger } from 'pino'
import { beat } from './beat.ts'
import { countRounds } from './rounds.ts'

/** In ms: rounds after a pause this long begin at a beat. */
const minAligned = 2_000

/**
 * Work that runs by itself, next to requests: `tick` at once, then again `every` ms after its end.
 * Rounds never overlap. docs/architecture.md lists all workers.
 */
export function startWorker({
  name,
  every,
  tick,
  log,
  failure,
}: {
  /** The label of its metrics. */
  name: string
  /** Ms from the end of a round to the next; a function is asked after each round. */
  every: number | (() => number)
  /**
   * One round. May return ms until the next round instead of `every`; `Infinity` ends the worker.
   * `signal` is aborted by `stop`, which waits for the round.
   */
  tick: (signal: AbortSignal) => Promise<number> | Promise<void>
  log: Logger
  /** What did not work, in the log: once, until a round succeeds again. */
  failure: string
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  const usual = () => (typeof every === 'number' ? every : every())
  const rounds = countRounds(name, usual())
  let isFailing = false
  let isWoken = false
  let endPause = () => {}

  async function run() {
    try {
      const ms = (await tick(signal)) ?? usual()
      isFailing = false
      rounds.succeeded(ms)
      return ms
    } catch (err) {
      if (!signal.aborted) rounds.failed()
      if (!isFailing && !signal.aborted) log.warn({ err }, failure)
      isFailing = true
      return usual()
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = ms < minAligned ? resolve : () => void beat().then(resolve)
      const timer = setTimeout(end, ms).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function repeat() {
    for (let ms = await first; ms !== Number.POSITIVE_INFINITY; ms = await run()) {
      if (!isWoken && !signal.aborted) await pause(ms)
      if (signal.aborted) return
      isWoken = false
    }
  }

  const first = run()
  const done = repeat()
  return {
    /** Settles after the first round, also if it failed. */
    first,
    /** Settles when the worker has ended. */
    done,
    /** Begins the next round as soon as possible. Cheap. */
    wake() {
      isWoken = true
      endPause()
    },
    /** Waits for the round at work. */
    async stop() {
      stopping.abort()
      endPause()
      await done
    },
  }
}
