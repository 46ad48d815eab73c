import type { InStatement, ResultSet } from '@libsql/client/http'
import { isUnavailable } from '../errors.ts'

type Send = (statements: InStatement[]) => Promise<ResultSet[]>
type Reads = { statements: InStatement[] } & PromiseWithResolvers<ResultSet[]>

/** More statements start another request, since the server runs those of one in order. */
const maxStatements = 30

/**
 * Returns a function that sends reads to the server: those that begin in the same turn of the event
 * loop share one request, as each takes a round trip.
 */
export function createSharedReads(send: Send) {
  let waiting: Reads[] = []
  let count = 0

  async function sendTogether(all: Reads[]) {
    try {
      const results = await send(all.flatMap(({ statements }) => statements))
      let at = 0
      for (const { statements, resolve } of all) {
        resolve(results.slice(at, at + statements.length))
        at += statements.length
      }
    } catch (error) {
      const isShared = all.length > 1 && !isUnavailable(error)
      // Only one of them failed, and it must not fail the others.
      for (const reads of all)
        if (isShared) void sendTogether([reads])
        else reads.reject(error)
    }
  }

  function flush() {
    const all = waiting
    waiting = []
    count = 0
    if (all.length) void sendTogether(all)
  }

  return (statements: InStatement[]): Promise<ResultSet[]> => {
    const reads = { statements, ...Promise.withResolvers<ResultSet[]>() }
    if (!waiting.length) setImmediate(flush)
    waiting.push(reads)
    count += statements.length
    if (count >= maxStatements) flush()
    return reads.promise
  }
}
