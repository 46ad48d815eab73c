import type { IncomingMessage, ServerResponse } from 'node:http'
import { languages } from '#api/core/words/contract.ts'
import { rejectEarly } from './reject-early.ts'

const usual = {
  /** How long an upload may stall or stay below `rate` (ms). */
  patienceMs: 20_000,
  /** Minimum rate in bytes per ms. The slowest mobile networks reach ten times as much. */
  rate: 1,
  /** Interval between checks (ms). */
  everyMs: 5_000,
  /** Maximum number of concurrent uploads. */
  maxSenders: 500,
}

type Sender = {
  request: IncomingMessage
  response: ServerResponse
  begun: number
  /** Bytes read from the connection at the start, and at the last check. */
  first: number
  read: number
  looked: number
  /** Remaining patience in ms at the last check. */
  left: number
}

/**
 * Protects against slow uploads. A steady one may take minutes; one that stalls gets 408. At the
 * limit the slowest is dropped, so that slow senders can't keep others out.
 */
export function watchBodies(limits: Partial<typeof usual> = {}, words = () => languages.en.server) {
  const { patienceMs, rate, everyMs, maxSenders } = { ...usual, ...limits }
  const senders = new Set<Sender>()
  const counts = { dismissed: 0, refused: 0 }

  function check() {
    const now = performance.now()
    for (const sender of senders) {
      const { request, looked, read } = sender
      const { bytesRead } = request.socket
      sender.read = bytesRead
      sender.looked = now
      // Unread data means that we are the slow ones.
      if (request.readableLength) continue
      const earned = (bytesRead - read) / rate
      sender.left = Math.min(patienceMs, sender.left + earned - (now - looked))
      if (sender.left <= 0) dismiss(sender)
    }
  }

  function dismiss(sender: Sender) {
    senders.delete(sender)
    counts.dismissed++
    rejectEarly(sender.request, sender.response, 408, words().tooSlow)
  }

  /** Ignores uploads that have just begun. */
  function slowest() {
    const now = performance.now()
    const pace = ({ request, first, begun }: Sender) =>
      (request.socket.bytesRead - first) / (now - begun)
    const seasoned = [...senders].filter(({ begun }) => now - begun > 1_000)
    return seasoned.sort((a, b) => pace(a) - pace(b))[0]
  }

  const timer = setInterval(check, everyMs).unref()
  return {
    count: () => senders.size,
    dismissed: () => counts.dismissed,
    refused: () => counts.refused,
    stop: () => clearInterval(timer),
    /** Registers a request with a body; false when it was rejected with 503. */
    admit(request: IncomingMessage, response: ServerResponse): boolean {
      const begun = performance.now()
      const first = request.socket.bytesRead
      const sender = {
        request,
        response,
        begun,
        first,
        read: first,
        looked: begun,
        left: patienceMs,
      }
      if (senders.size >= maxSenders) {
        const victim = slowest()
        if (!victim) {
          counts.refused++
          rejectEarly(request, response, 503, words().tooManyUploads)
          return false
        }
        dismiss(victim)
      }
      senders.add(sender)
      request.once('close', () => senders.delete(sender))
      return true
    },
  }
}
