import { joinReads, type StreamRequest, type StreamResult } from './hrana.ts'
import { isNotUnderstood } from './streams.ts'

type Send = (requests: StreamRequest[]) => Promise<StreamResult[]>
type Read = { request: StreamRequest } & PromiseWithResolvers<StreamResult>

/** More reads start another request, since the server runs those of one in order. */
const maxReads = 30

/**
 * Returns a function that sends reads to the server: those that begin in the same turn of the event
 * loop share one request, as each takes a round trip. Each has its own result or error.
 */
export function createSharedReads(send: Send) {
  let waiting: Read[] = []

  async function flush() {
    const all = waiting
    waiting = []
    try {
      const results = await sendTogether(
        all.map(({ request }) => request),
        send,
      )
      for (const [n, { resolve }] of all.entries()) resolve(results[n]!)
    } catch (error) {
      const isOfOne = all.length > 1 && isNotUnderstood(error)
      for (const { request, resolve, reject } of all)
        if (isOfOne) send([request]).then(([result]) => resolve(result!), reject)
        else reject(error)
    }
  }

  return (request: StreamRequest): Promise<StreamResult> => {
    const read = { request, ...Promise.withResolvers<StreamResult>() }
    if (!waiting.length) setImmediate(() => void (waiting.length && flush()))
    waiting.push(read)
    if (waiting.length >= maxReads) void flush()
    return read.promise
  }
}

/**
 * Sends reads as one batch, behind a write if there is one: sqld takes 0.3 ms of CPU to begin each
 * request of a stream.
 */
export async function sendTogether(
  reads: StreamRequest[],
  send: Send,
  write: StreamRequest[] = [],
): Promise<StreamResult[]> {
  const joined = reads.length > 1 && joinReads(reads)
  if (!joined) return send([...write, ...reads])
  const results = await send([...write, joined.request])
  const batch = results.pop()!
  // All of them at once may be more than the server sends. What was written stays so if they then fail.
  const alone = () =>
    send(reads).catch((error) => {
      if (!write.length) throw error
      return reads.map(() => batch)
    })
  return [...results, ...(joined.resultsOf(batch) ?? (await alone()))]
}
