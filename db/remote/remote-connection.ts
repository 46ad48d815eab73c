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

/**
 * A `fetch` to a libSQL server that knows whether the server is there. While it is away, every
 * request fails at once with SERVER_AWAY and those in flight are aborted; a write among these may
 * have happened. Requests are never retried.
 */
export function createRemoteConnection(timeouts: Partial<RemoteTimeouts> = {}) {
  const { deadline, slowAfter, probeTimeout, patience, probeInterval } = {
    ...defaults,
    ...timeouts,
  }
  const probe = createProbe({
    initial: deadline,
    floor: probeTimeout,
    ceiling: Math.max(probeTimeout, maxProbeTimeout),
  })
  const inFlight = new Set<AbortController>()
  let server: Server | undefined
  let keepWarmTimer: NodeJS.Timeout | undefined
  let isProbing = false
  let isAway = false
  let respondedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const abortAll = (name: string) => {
    for (const request of inFlight) request.abort(new DOMException('No response', name))
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

  return {
    async fetch(request: Request): Promise<Response> {
      if (isAway) throw new LibsqlError('The database server is away', 'SERVER_AWAY')
      // Over TLS Node accepts brotli, and sqld takes 30 ms to compress even the shortest response.
      request.headers.set('accept-encoding', 'identity')
      server = serverOf(request)
      if (!keepWarmTimer) {
        keepWarmTimer = setInterval(probeOnce, warmInterval).unref()
        void probeOnce()
      }
      const startProbing = () => void probeUntilBack(serverOf(request))
      const controller = new AbortController()
      inFlight.add(controller)
      const slowTimer = setTimeout(startProbing, slowAfter)
      const deadlineTimer = setTimeout(
        () => controller.abort(new DOMException('Too late', 'TimeoutError')),
        deadline,
      )
      try {
        const response = await fetch(request, { signal: controller.signal })
        // Read the body here, since the connection may break in the middle of it.
        const body = await response.arrayBuffer()
        respondedAt = performance.now()
        return new Response(response.status === 204 ? null : body, response)
      } catch (error) {
        startProbing()
        throw error
      } finally {
        clearTimeout(slowTimer)
        clearTimeout(deadlineTimer)
        inFlight.delete(controller)
      }
    },
    close() {
      isClosed = true
      clearInterval(keepWarmTimer)
      abortAll('AbortError')
      probe.close()
    },
  }
}

/** The server that a request goes to. */
const serverOf = ({ url, headers }: Request): Server => ({
  url: url.replace(/\/v\d(\/.*)?$/, '/v2/pipeline'),
  authorization: headers.get('authorization'),
})
