import { setTimeout as sleep } from 'node:timers/promises'
import { type StreamRequest, type StreamResult, textOf } from './hrana.ts'
import { isNotUnderstood } from './streams.ts'

type Run = (requests: StreamRequest[], how: { once: boolean }) => Promise<StreamResult[]>

type Write = {
  /** The write, and the reads behind it. */
  requests: StreamRequest[]
  once: boolean
  /** Not with others. */
  isAlone: boolean
  /** Characters to be sent. */
  size: number
  /** Until when it is sent again if the database is locked; from when it was first sent. */
  until?: number
} & PromiseWithResolvers<StreamResult[]>

/** In ms, as on a file. */
const busyTimeout = 1_000

/** Of one request: its last write is answered no earlier than its first. */
const maxWrites = 8
const maxSize = 64 * 1024

/**
 * Returns a function that sends writes one request after another: those that arrive in the
 * meantime share the next, each a transaction of its own. sqld runs one at a time anyway. Those that wait
 * there mostly sleep for 10 ms, and now and then none is woken for five seconds (decision 177).
 */
export function createWriteQueue(run: Run) {
  let waiting: Write[] = []
  let isSending = false

  /** Those that come first; at least one. */
  function takeTogether() {
    let size = 0
    const end = waiting.findIndex((one, n) => {
      size += one.size
      return n > 0 && (n >= maxWrites || size > maxSize || one.isAlone || waiting[0]!.isAlone)
    })
    return waiting.splice(0, end < 0 ? waiting.length : end)
  }

  /** Returns those to send again, as nothing was written: the database was locked, or one can't be read. */
  async function send(together: Write[]): Promise<Write[]> {
    const requests = together.flatMap((one) => one.requests)
    for (const one of together) one.until ??= performance.now() + busyTimeout
    try {
      const results = await run(requests, { once: together[0]!.once })
      const now = performance.now()
      return together.filter(({ requests, until, resolve }) => {
        const own = results.splice(0, requests.length)
        if (foundLocked(own[0]!) && now < until!) return true
        resolve(own)
        return false
      })
    } catch (error) {
      if (together.length > 1 && isNotUnderstood(error)) {
        for (const one of together) one.isAlone = true
        return together
      }
      for (const { reject } of together) reject(error)
      return []
    }
  }

  async function sendAll() {
    isSending = true
    // Writes that begin in the same turn of the event loop share a request.
    await new Promise(setImmediate)
    for (let pause = 1; waiting.length; ) {
      const again = await send(takeTogether())
      waiting = [...again, ...waiting]
      if (again.length) await sleep(pause)
      pause = again.length ? Math.min(2 * pause, 50) : 1
    }
    isSending = false
  }

  /** @param once on a stream of its own, for what changes the connection */
  return (requests: StreamRequest[], once: boolean): Promise<StreamResult[]> => {
    const size = requests.reduce((sum, request) => sum + textOf(request).length, 0)
    const { promise, ...ends } = Promise.withResolvers<StreamResult[]>()
    waiting.push({ requests, once, isAlone: once, size, promise, ...ends })
    if (!isSending) void sendAll()
    return promise
  }
}

function foundLocked(result: StreamResult): boolean {
  if (result.type === 'error') return result.error.code === 'SQLITE_BUSY'
  const { response } = result
  return response.type === 'batch' && response.result.step_errors[0]?.code === 'SQLITE_BUSY'
}
