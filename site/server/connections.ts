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
const maxHeaders = 100

/**
 * Connections whose client makes no progress in three checks, while it sends a request or reads a
 * response, are closed (ms between two). Work of ours that takes long is not the client's fault.
 */
const sweepMs = 20_000

/**
 * Keep-alive timeouts in ms. The proxy must close idle connections first, or it may send a request
 * into one that is being closed: nginx waits 60 s, Caddy 120.
 */
const keepAlive = { direct: 5_000, proxied: 130_000 }

const maxConnections = 12_000
/** File descriptors reserved for files, database and outgoing connections. */
const spare = 300

/** The maximum number of connections, lower where the system allows fewer open files. */
export function connectionLimit(limits = readLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return Math.max(
    100,
    Math.min(maxConnections, Number(files ?? Number.NaN) - spare || maxConnections),
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

/** Node internals: the current response, and the bytes not yet taken by the system. */
type Asking = Socket & {
  _httpMessage?: { req?: { complete: boolean } } | null
  _handle?: { writeQueueSize: number } | null
}

const moved = ({ bytesRead, bytesWritten, _handle }: Asking) =>
  bytesRead + bytesWritten - (_handle?.writeQueueSize ?? 0)

/** The request has arrived, and the client has read what there is of the response. */
const waitsForUs = ({ _httpMessage, _handle, writableLength }: Asking) =>
  _httpMessage?.req?.complete === true && !_handle?.writeQueueSize && !writableLength

/**
 * Sets deadlines on servers that share one connection limit. Beyond it, the oldest connection
 * without a response in progress is closed: holding thousands open doesn't keep visitors out.
 */
export function guardConnections(
  servers: Server[],
  trustProxy: boolean,
  { max = connectionLimit(), every = sweepMs } = {},
) {
  /** In order of arrival: the progress at the last check, and the number of checks without any. */
  const open = new Map<Asking, { moved: number; looks: number }>()

  /** Not `server.timeout`, which would set a timer for each request. */
  function endStuck() {
    for (const [socket, seen] of open) {
      const now = moved(socket)
      const stuck = socket._httpMessage && now === seen.moved && !waitsForUs(socket)
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
    server.maxHeadersCount = maxHeaders
    server.keepAliveTimeout = trustProxy ? keepAlive.proxied : keepAlive.direct
    server.on('connection', (socket: Asking) => {
      if (open.size >= max) makeRoom()
      open.set(socket, { moved: 0, looks: 0 })
      socket.once('close', () => open.delete(socket))
    })
  }
  return {
    count: () => open.size,
    /** Closes connections without a response in progress, including half-received requests. */
    endIdle() {
      for (const socket of open.keys()) if (!socket._httpMessage) socket.destroy()
    },
  }
}
