import http from 'node:http'
import https from 'node:https'
import { createRoundTrip, type TimeoutBounds } from './round-trip.ts'

export type Server = { url: string; authorization: string | null }

/** TCP, TLS 1.2 at worst, and the request itself. */
const roundTripsToConnect = 4

const question = JSON.stringify({
  requests: [{ type: 'execute', stmt: { sql: 'SELECT 1' } }, { type: 'close' }],
})

/**
 * Asks a libSQL server whether it answers, with a timeout that follows the round trips measured. It
 * has a connection of its own that stays open: the others may be busy, and a new one takes several
 * round trips. An open port is not enough, the database has to answer.
 */
export function createProbe(bounds: TimeoutBounds) {
  const roundTrip = createRoundTrip(bounds)
  const options = { keepAlive: true, maxFreeSockets: 1 }
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }
  let current: Promise<boolean> | undefined
  let isClosed = false

  function ask(server: Server): Promise<boolean> {
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

    const settle = (answered: boolean | Promise<boolean>) => {
      isSettled = true
      clearTimeout(timer)
      resolve(answered)
    }
    const giveUp = () => {
      if (isSettled) return
      roundTrip.timedOut()
      settle(false)
      request.destroy()
    }
    const timer = setTimeout(
      // What arrived while this process was busy is read first.
      () => setImmediate(giveUp),
      roundTrip.timeout(reusedSocket ? 1 : roundTripsToConnect),
    )
    request
      .on('socket', (socket) =>
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          sentAt = performance.now()
        }),
      )
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
        // An idle connection may have been closed by the server just as it was used again.
        settle(reusedSocket && !isClosed ? ask(server) : false)
      })
      .end(question)
    return promise
  }

  return {
    /** Requests made while one is under way share its answer. */
    answers(server: Server): Promise<boolean> {
      current ??= ask(server).finally(() => {
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
