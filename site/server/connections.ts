import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Options of `http.createServer`; times in ms. */
export const deadlines = {
  /** Slow request heads get 408 after this time. */
  headersTimeout: 15_000,
  /** For the whole request. `bodies.ts` has a stricter rule for bodies. */
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

/** Node ignores headers beyond this number. */
const mostHeaders = 100

/** Connections are closed when no byte moves for this long during a response (ms). */
const stuckAfter = 60_000

/**
 * Keep-alive timeouts in ms. The proxy must close idle connections first, or it may send a request
 * into one that is being closed: nginx waits 60 s, Caddy 120.
 */
const keepAlive = { direct: 5_000, proxied: 130_000 }

const mostConnections = 12_000
/** File descriptors reserved for files, database and outgoing connections. */
const spare = 300

/** The maximum number of connections, lower where the system allows fewer open files. */
export function connectionLimit(limits = readLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return Math.max(
    100,
    Math.min(mostConnections, Number(files ?? Number.NaN) - spare || mostConnections),
  )
}

/** Available on Linux only. */
function readLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Sets deadlines on servers that share one connection limit. Beyond it, the oldest connection
 * without a response in progress is closed: holding thousands open doesn't keep visitors out.
 */
export function guardConnections(
  servers: Server[],
  trustProxy: boolean,
  { most = connectionLimit(), timeout = stuckAfter } = {},
) {
  /** In order of arrival, with the number of responses in progress. */
  const open = new Map<Socket, number>()

  function count(socket: Socket, change: 1 | -1) {
    const responses = open.get(socket)
    if (responses !== undefined) open.set(socket, responses + change)
  }

  function makeRoom() {
    let victim: Socket | undefined
    for (const [socket, responses] of open) {
      victim ??= socket
      if (responses) continue
      victim = socket
      break
    }
    if (!victim) return
    open.delete(victim)
    victim.destroy()
  }

  for (const server of servers) {
    server.maxHeadersCount = mostHeaders
    server.timeout = timeout
    server.keepAliveTimeout = trustProxy ? keepAlive.proxied : keepAlive.direct
    server.on('connection', (socket: Socket) => {
      if (open.size >= most) makeRoom()
      open.set(socket, 0)
      socket.once('close', () => open.delete(socket))
    })
    // First, since an answer from memory may end the response at once.
    server.prependListener('request', ({ socket }, response) => {
      count(socket, 1)
      response.once('close', () => count(socket, -1))
    })
  }
  return {
    count: () => open.size,
    /** Closes connections without a response in progress, including half-received requests. */
    endIdle() {
      for (const [socket, responses] of open) if (!responses) socket.destroy()
    },
  }
}
