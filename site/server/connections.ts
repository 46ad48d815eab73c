import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long things may take, in ms, and how many there may be: options of `http.createServer`. */
export const deadlines = {
  /** Until the head of a request is there; whoever sends it byte by byte is then answered 408. */
  headersTimeout: 15_000,
  /** Until all of a request is there. Bodies have a tighter rule of their own in `bodies.ts`. */
  requestTimeout: 15 * 60_000,
  /** How often Node looks for those that are late. */
  connectionsCheckingInterval: 5_000,
  /** Of a request's head, in bytes. */
  maxHeaderSize: 16_384,
}

/** In a request's head; those beyond are not seen. */
const mostHeaders = 100

/** A connection on which an answer makes no way at all for three looks is ended (ms between two). */
const look = 20_000

/**
 * For how long a connection is kept for another request (ms). A proxy must be the first to close its
 * own, or a form is sent into a connection that is just being closed: nginx waits for 60 s, Caddy 120.
 */
const keepAlive = { direct: 5_000, proxied: 130_000 }

const mostConnections = 12_000
/** Files, database and the way out to others need some as well. */
const spare = 300

/** So many connections as there may be; fewer where the system allows fewer descriptors. */
export function connectionLimit(limits = readLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return Math.max(
    100,
    Math.min(mostConnections, Number(files ?? Number.NaN) - spare || mostConnections),
  )
}

/** Linux alone tells. */
function readLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/** What Node keeps on a socket: the answer that is being made, and how much of it the system has not taken yet. */
type Asking = Socket & {
  _httpMessage?: object | null
  _handle?: { writeQueueSize: number } | null
}

const moved = ({ bytesRead, bytesWritten, _handle }: Asking) =>
  bytesRead + bytesWritten - (_handle?.writeQueueSize ?? 0)

/**
 * Sets the deadlines of servers that share one limit of connections. Beyond it, the oldest one on
 * which nothing is being answered has to go: whoever holds thousands open only pushes out their own,
 * and a visitor always gets in.
 */
export function guardConnections(
  servers: Server[],
  trustProxy: boolean,
  { most = connectionLimit(), every = look } = {},
) {
  /** In the order in which they came, with how far each was at the last look, and for how many looks. */
  const open = new Map<Asking, { moved: number; looks: number }>()

  /** Not by `server.timeout`, which would set a timer for each request. */
  function endStuck() {
    for (const [socket, seen] of open) {
      const now = moved(socket)
      const stuck = socket._httpMessage && now === seen.moved
      seen.looks = stuck ? seen.looks + 1 : 0
      seen.moved = now
      if (seen.looks === 3) socket.destroy()
    }
  }
  setInterval(endStuck, every).unref()

  function makeRoom() {
    let victim: Asking | undefined
    for (const socket of open.keys()) {
      victim ??= socket
      if (socket._httpMessage) continue
      victim = socket
      break
    }
    if (!victim) return
    open.delete(victim)
    victim.destroy()
  }

  for (const server of servers) {
    server.maxHeadersCount = mostHeaders
    server.keepAliveTimeout = trustProxy ? keepAlive.proxied : keepAlive.direct
    server.on('connection', (socket: Asking) => {
      if (open.size >= most) makeRoom()
      open.set(socket, { moved: 0, looks: 0 })
      socket.once('close', () => open.delete(socket))
    })
  }
  return {
    count: () => open.size,
    /** Ends those on which nothing is being answered, also where a request has only half arrived. */
    endIdle() {
      for (const socket of open.keys()) if (!socket._httpMessage) socket.destroy()
    },
  }
}
