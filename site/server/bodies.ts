import type { IncomingMessage, ServerResponse } from 'node:http'
import { rejectEarly } from './reject-early.ts'

const usual = {
  /** For how long a sender may deliver nothing, or too little (ms). */
  patience: 20_000,
  /** Bytes per ms below which patience runs out. The slowest telephone sends ten times as much. */
  rate: 1,
  /** Between two looks at them (ms). */
  every: 5_000,
  /** So many bodies may arrive at once. */
  most: 500,
}

type Sender = {
  request: IncomingMessage
  response: ServerResponse
  begun: number
  /** What the connection had brought when it began, and at the last look. */
  first: number
  read: number
  looked: number
  /** What was left of our patience then. */
  left: number
}

const tooSlow = 'The rest of your request did not arrive in time. Please send it again.'
const tooMany = 'Too many people are sending something just now. Please try again in a moment.'

/**
 * Makes the watch over bodies that are arriving. An upload over a bad line may take its minutes, but
 * who sends nothing, or hardly anything, is answered 408. When too many arrive at once the slowest
 * has to go, so that nobody keeps others out by being slow.
 */
export function watchBodies(limits: Partial<typeof usual> = {}) {
  const { patience, rate, every, most } = { ...usual, ...limits }
  const senders = new Set<Sender>()
  const counts = { dismissed: 0, refused: 0 }

  function look() {
    const now = performance.now()
    for (const sender of senders) {
      const { request, looked, read } = sender
      const { bytesRead } = request.socket
      sender.read = bytesRead
      sender.looked = now
      // What lies here unread is our own slowness.
      if (request.readableLength) continue
      const earned = (bytesRead - read) / rate
      sender.left = Math.min(patience, sender.left + earned - (now - looked))
      if (sender.left <= 0) dismiss(sender)
    }
  }

  function dismiss(sender: Sender) {
    senders.delete(sender)
    counts.dismissed++
    rejectEarly(sender.request, sender.response, 408, tooSlow)
  }

  /** Who has only begun is not slow yet. */
  function slowest() {
    const now = performance.now()
    const pace = ({ request, first, begun }: Sender) =>
      (request.socket.bytesRead - first) / (now - begun)
    const seasoned = [...senders].filter(({ begun }) => now - begun > 1_000)
    return seasoned.sort((a, b) => pace(a) - pace(b))[0]
  }

  const timer = setInterval(look, every).unref()
  return {
    /** How many are arriving. */
    count: () => senders.size,
    /** How many were too slow, and how many were too many. */
    dismissed: () => counts.dismissed,
    refused: () => counts.refused,
    stop: () => clearInterval(timer),
    /** Takes on a request whose body is to come; false when it was refused and answered (503). */
    admit(request: IncomingMessage, response: ServerResponse): boolean {
      const begun = performance.now()
      const first = request.socket.bytesRead
      const sender = { request, response, begun, first, read: first, looked: begun, left: patience }
      if (senders.size >= most) {
        const victim = slowest()
        if (!victim) {
          counts.refused++
          rejectEarly(request, response, 503, tooMany)
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
