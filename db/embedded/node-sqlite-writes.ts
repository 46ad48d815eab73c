import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { ResultSet } from '@libsql/client/http'
import { errorCode } from '../errors.ts'
import { toLibsqlError } from './node-sqlite-errors.ts'
import type { Statement } from './node-sqlite-statements.ts'
import { exclusive } from './node-sqlite-transactions.ts'

type Write = {
  statements: Statement[]
  /** Runs the same statements in a transaction of their own. */
  runSeparately: () => ResultSet[]
  /** When it was queued (performance.now). */
  since: number
  done: PromiseWithResolvers<ResultSet[]>
}

type Tools = {
  db: DatabaseSync
  run: (statement: Statement) => ResultSet
  /** Retries while another process has the lock, timed from `since`; then throws SQLITE_BUSY. */
  retryWhileBusy: <T>(work: () => T, since: number) => Promise<T>
}

/** How long one transaction may take in queued writes, in ms: it blocks the event loop. */
const maxBatchMs = 10

/**
 * Ticks of the event loop that a write waits for others to join. They take no time on an idle
 * server; on a busy one, more writes arrive.
 */
const ticks = 4

const waitTicks = async () => {
  for (let tick = 0; tick < ticks; tick++) await setImmediate()
}

/** Writes queued within this time (ms) wait for the same lock and fail together. */
const sameLockMs = 50

/**
 * Group commit: writes that wait at the same time share one transaction, and so one fsync, which
 * blocks the event loop. Each is answered after that fsync. When one of them fails, the transaction
 * is rolled back and each runs by itself, so that none fails because of another.
 */
export function shareCommits({ db, run, retryWhileBusy }: Tools) {
  let waiting: Write[] = []
  let writing = false

  /** Commits queued writes together; without results when one failed and all were rolled back. */
  function commitTogether() {
    const taken: Write[] = []
    return exclusive(db, () => {
      db.exec('BEGIN IMMEDIATE')
      const until = performance.now() + maxBatchMs
      const results: ResultSet[][] = []
      try {
        while (waiting.length && performance.now() < until) {
          taken.push(waiting.shift()!)
          results.push(taken.at(-1)!.statements.map(run))
        }
      } catch {
        return { taken }
      }
      try {
        db.exec('COMMIT')
        return { taken, results }
      } catch (error) {
        return { taken, error: toLibsqlError(error) }
      }
    })
  }

  /** On SQLITE_BUSY, rejects the writes queued as long as the oldest; on any other error, all. */
  function rejectQueued(error: unknown) {
    const late = (waiting[0]?.since ?? 0) + sameLockMs
    const busy = errorCode(error)?.startsWith('SQLITE_BUSY')
    const rejected = waiting.filter(({ since }) => !busy || since <= late)
    waiting = waiting.filter((write) => !rejected.includes(write))
    for (const { done } of rejected) done.reject(error)
  }

  const writeSeparately = ({ runSeparately, since, done }: Write) =>
    retryWhileBusy(runSeparately, since).then(done.resolve, done.reject)

  async function writeSome() {
    const [oldest] = waiting
    if (!oldest) return
    if (waiting.length === 1) return writeSeparately(waiting.shift()!)
    const { taken, results, error } = await retryWhileBusy(commitTogether, oldest.since)
    for (const [i, write] of taken.entries()) {
      if (error) write.done.reject(error)
      else if (results) write.done.resolve(results[i]!)
      else await writeSeparately(write)
    }
  }

  async function write() {
    while (waiting.length) {
      await waitTicks()
      await writeSome().catch(rejectQueued)
    }
    writing = false
  }

  return (statements: Statement[], runSeparately: () => ResultSet[]): Promise<ResultSet[]> => {
    const done = Promise.withResolvers<ResultSet[]>()
    waiting.push({ statements, runSeparately, since: performance.now(), done })
    if (!writing) void write()
    writing = true
    return done.promise
  }
}
