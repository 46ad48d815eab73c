import http from 'node:http'
import https from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { LibsqlError } from '@libsql/client/http'
import { createProbe, type Server } from './probe.ts'

const defaults = {
  /** Timeout of each request while the server is responding. */
  deadline: 5_000,
  /** After this time without a response, the probe checks whether the server is there at all … */
  slowAfter: 400,
  /** … and its response must arrive within this time, or more if round trips are slow. */
  probeTimeout: 450,
  /** … and longer if it responded lately: a server whose disk is busy is slow, not away. */
  patience: 2_000,
  /** Between two probes of a server that is away. */
  probeInterval: 250,
}
export type RemoteTimeouts = typeof defaults

/** In ms. Enough to connect over TLS to a server 600 ms away; longer would prolong an outage. */
const maxProbeTimeout = 2_500

/** In ms. The probe asks twice in this time. */
const lately = 10_000

/** In ms. Many servers close connections that are idle for 5 s. */
const warmInterval = 4_000

export type RemoteConnection = ReturnType<typeof createConnection>

/**
 * Sends requests to a libSQL server, and knows whether it is there. While it is away, every request
 * fails at once with SERVER_AWAY and those in flight are aborted; a write among these may have
 * happened. Requests are never retried.
 */
export function createConnection(timeouts: Partial<RemoteTimeouts> = {}) {
  const { deadline, slowAfter, probeTimeout, patience, probeInterval } = {
    ...defaults,
    ...timeouts,
  }
  const probe = createProbe({
    initial: deadline,
    floor: probeTimeout,
    ceiling: Math.max(probeTimeout, maxProbeTimeout),
  })
  const agents = {
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  }
  const inFlight = new Set<(error: Error) => void>()
  let server: Server | undefined
  let keepWarmTimer: NodeJS.Timeout | undefined
  let isProbing = false
  let isAway = false
  let respondedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const abortAll = (name: string) => {
    for (const abort of inFlight) abort(new DOMException('No response', name))
  }

  async function responds(server: Server) {
    const isLate = performance.now() > respondedAt + lately
    const isThere = await probe.responds(server, isLate ? 0 : patience)
    if (isThere) respondedAt = performance.now()
    return isThere
  }

  async function probeUntilBack(server: Server) {
    if (isProbing) return
    isProbing = true
    while (!isClosed && !(await responds(server))) {
      isAway = true
      abortAll('TimeoutError')
      await sleep(probeInterval, undefined, { ref: false })
    }
    isAway = isProbing = false
  }

  async function probeOnce() {
    // A single failure may be the connection's.
    if (server && !isProbing && !(await responds(server))) void probeUntilBack(server)
  }

  /** `abort` ends it with an error. */
  function post({ url, authorization }: Server, body: string) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
    const isSecure = url.startsWith('https:')
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: isSecure ? agents.https : agents.http,
      // Without accept-encoding: sqld takes 30 ms to compress even the shortest response.
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(authorization && { authorization }),
      },
    })
    const failed = (cause: Error) =>
      reject(
        new LibsqlError(
          `No answer from the database server: ${cause.message}`,
          'HRANA_HTTP_ERROR',
          undefined,
          undefined,
          cause,
        ),
      )
    request
      .on('response', (response) => {
        // The connection may break in the middle of the body.
        textOf(response).then(
          (text) => resolve({ status: response.statusCode ?? 500, text }),
          failed,
        )
      })
      .on('error', failed)
      .end(body)
    const abort = (error: Error) => {
      reject(error)
      request.destroy()
    }
    return { promise, abort }
  }

  return {
    /** Sends the body of a request, and returns the response's once it has all arrived. */
    async send({ body, ...to }: Server & { body: string }) {
      if (isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
      if (isAway) throw new LibsqlError('The database server is away', 'SERVER_AWAY')
      server ??= to
      if (!keepWarmTimer) {
        keepWarmTimer = setInterval(probeOnce, warmInterval).unref()
        void probeOnce()
      }
      const startProbing = () => void probeUntilBack(to)
      const { promise, abort } = post(to, body)
      inFlight.add(abort)
      const slowTimer = setTimeout(startProbing, slowAfter)
      const deadlineTimer = setTimeout(
        () => abort(new DOMException('Too late', 'TimeoutError')),
        deadline,
      )
      try {
        const response = await promise
        respondedAt = performance.now()
        return response
      } catch (error) {
        startProbing()
        throw error
      } finally {
        clearTimeout(slowTimer)
        clearTimeout(deadlineTimer)
        inFlight.delete(abort)
      }
    },
    get isClosed() {
      return isClosed
    },
    close() {
      isClosed = true
      clearInterval(keepWarmTimer)
      abortAll('AbortError')
      probe.close()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
