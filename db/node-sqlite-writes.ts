import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { ResultSet } from '@libsql/client/http'
import { errorCode } from './errors.ts'
import { toLibsqlError } from './node-sqlite-errors.ts'
import type { Statement } from './node-sqlite-statements.ts'
import { alone } from './node-sqlite-transactions.ts'

type Write = {
  statements: Statement[]
  /** Does the same by itself, in a transaction of its own. */
  apart: () => ResultSet[]
  /** When it was asked for (performance.now). */
  since: number
  done: PromiseWithResolvers<ResultSet[]>
}

type Tools = {
  db: DatabaseSync
  run: (statement: Statement) => ResultSet
  /** Tries again while another process holds the lock, counted from `since`; then throws SQLITE_BUSY. */
  patiently: <T>(work: () => T, since: number) => Promise<T>
}

/** How long one transaction may go on taking what waits, in ms: nothing else runs meanwhile. */
const longest = 10

/**
 * So many turns of the event loop a write waits for others. On a server with little to do they take
 * no time; on a busy one, others arrive meanwhile.
 */
const turns = 4

const someTurns = async () => {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}

/** Refused by the same lock at the same time, in ms. */
const together = 50

/**
 * Writes that wait at the same time share one transaction, and so the one fsync for which an event
 * loop stands still. Each is answered after that fsync, and none for another's fault: when one of
 * them is refused, all are taken back and done one by one.
 */
export function shareCommits({ db, run, patiently }: Tools) {
  let waiting: Write[] = []
  let writing = false

  /** Takes from what waits; without results when something was refused and all is as before. */
  function commitTogether() {
    const taken: Write[] = []
    return alone(db, () => {
      db.exec('BEGIN IMMEDIATE')
      const until = performance.now() + longest
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

  /** Who has waited as long as whoever waits longest; everyone, when it is not for a lock. */
  function refuse(error: unknown) {
    const late = (waiting[0]?.since ?? 0) + together
    const busy = errorCode(error)?.startsWith('SQLITE_BUSY')
    const refused = waiting.filter(({ since }) => !busy || since <= late)
    waiting = waiting.filter((write) => !refused.includes(write))
    for (const { done } of refused) done.reject(error)
  }

  const writeApart = ({ apart, since, done }: Write) =>
    patiently(apart, since).then(done.resolve, done.reject)

  async function writeSome() {
    const [oldest] = waiting
    if (!oldest) return
    if (waiting.length === 1) return writeApart(waiting.shift()!)
    const { taken, results, error } = await patiently(commitTogether, oldest.since)
    for (const [i, write] of taken.entries()) {
      if (error) write.done.reject(error)
      else if (results) write.done.resolve(results[i]!)
      else await writeApart(write)
    }
  }

  async function write() {
    while (waiting.length) {
      await someTurns()
      await writeSome().catch(refuse)
    }
    writing = false
  }

  return (statements: Statement[], apart: () => ResultSet[]): Promise<ResultSet[]> => {
    const done = Promise.withResolvers<ResultSet[]>()
    waiting.push({ statements, apart, since: performance.now(), done })
    if (!writing) void write()
    writing = true
    return done.promise
  }
}
