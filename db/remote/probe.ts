import http from 'node:http'
import https from 'node:https'
import { createRoundTrip, type TimeoutBounds } from './round-trip.ts'

export type Server = { url: string; authorization: string | null }

/** TCP, at worst TLS 1.2, and the request itself. */
const roundTripsToConnect = 4

const pingBody = JSON.stringify({
  requests: [{ type: 'execute', stmt: { sql: 'SELECT 1' } }, { type: 'close' }],
})

/**
 * Checks whether a libSQL server responds, with a timeout that follows measured round trips. It
 * keeps a connection of its own open: the others may be busy, and a new one takes several round
 * trips. An open port is not enough, so it runs a query.
 */
export function createProbe(bounds: TimeoutBounds) {
  const roundTrip = createRoundTrip(bounds)
  const options = { keepAlive: true, maxFreeSockets: 1 }
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }
  let current: Promise<boolean> | undefined
  let isClosed = false

  function send(server: Server, atLeast: number): Promise<boolean> {
    const { url, authorization } = server
    const isSecure = url.startsWith('https:')
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: isSecure ? agents.https : agents.http,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
    const { reusedSocket } = request
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let isSettled = false
    let sentAt = performance.now()

    const settle = (responded: boolean | Promise<boolean>) => {
      isSettled = true
      clearTimeout(timer)
      resolve(responded)
    }
    const giveUp = () => {
      if (isSettled) return
      roundTrip.timedOut()
      settle(false)
      request.destroy()
    }
    const timer = setTimeout(
      // Read responses that arrived while this process was busy first.
      () => setImmediate(giveUp),
      Math.max(roundTrip.timeout(reusedSocket ? 1 : roundTripsToConnect), atLeast),
    )
    request
      .on('socket', (socket) => {
        // A connection that is open never emits it, and would collect listeners.
        if (reusedSocket) return
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          sentAt = performance.now()
        })
      })
      .on('response', (response) => {
        const ms = performance.now() - sentAt
        response.resume().on('end', () => {
          roundTrip.measured(ms)
          settle((response.statusCode ?? 500) < 500)
        })
      })
      .on('error', () => {})
      .on('close', () => {
        if (isSettled) return
        // The server may have closed an idle connection just as it was reused.
        settle(reusedSocket && !isClosed ? send(server, atLeast) : false)
      })
      .end(pingBody)
    return promise
  }

  return {
    /** Waits `atLeast` ms for the response. Concurrent calls share one request. */
    responds(server: Server, atLeast = 0): Promise<boolean> {
      current ??= send(server, atLeast).finally(() => {
        current = undefined
      })
      return current
    },
    close() {
      isClosed = true
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
