import { setTimeout as sleep } from 'node:timers/promises'
import { LibsqlError } from '@libsql/client/http'
import { createProbe, type Server } from './probe.ts'

/** In ms. */
const usual = {
  /** For each request: a server that answers, but not to this, may have that long. */
  deadline: 5_000,
  /** A request that takes longer makes us ask whether anybody is there at all … */
  impatience: 400,
  /** … and an answer to that must come within this time, or what the round trips seen call for. */
  probe: 450,
  /** Between two questions to a server that is away. */
  pause: 250,
}
export type Patience = typeof usual

/** In ms. Enough to connect over TLS to a server 600 ms away; longer would delay the end of an outage. */
const longestProbe = 2_500

/** In ms. Many servers close a connection that was idle for 5 s. */
const keepWarm = 3_000

/**
 * The line to a libSQL server, as a `fetch` that knows whether somebody is at the other end. While
 * nobody is, every request fails at once with SERVER_AWAY, and those under way are given up; a write
 * among these may have happened. No request is ever made twice.
 */
export function openLine(patience: Partial<Patience> = {}) {
  const { deadline, impatience, probe: floor, pause } = { ...usual, ...patience }
  const probe = createProbe({ initial: deadline, floor, ceiling: Math.max(floor, longestProbe) })
  const underWay = new Set<AbortController>()
  let server: Server | undefined
  let warmth: NodeJS.Timeout | undefined
  let examining = false
  let away = false
  let closed = false

  const giveUp = (name: string) => {
    for (const request of underWay) request.abort(new DOMException('No answer came', name))
  }

  async function examine(server: Server) {
    if (examining) return
    examining = true
    while (!closed && !(await probe.answers(server))) {
      away = true
      giveUp('TimeoutError')
      await sleep(pause, undefined, { ref: false })
    }
    away = examining = false
  }

  async function warm() {
    // One failure alone may be the connection's.
    if (server && !examining && !(await probe.answers(server))) void examine(server)
  }

  return {
    async fetch(request: Request): Promise<Response> {
      if (away) throw new LibsqlError('The database server is away', 'SERVER_AWAY')
      // Over TLS Node accepts brotli, and sqld takes 30 ms to compress the shortest answer with it.
      request.headers.set('accept-encoding', 'identity')
      server = serverOf(request)
      if (!warmth) {
        warmth = setInterval(warm, keepWarm).unref()
        void warm()
      }
      const doubt = () => void examine(serverOf(request))
      const mine = new AbortController()
      underWay.add(mine)
      const impatient = setTimeout(doubt, impatience)
      const late = setTimeout(
        () => mine.abort(new DOMException('Too late', 'TimeoutError')),
        deadline,
      )
      try {
        const answer = await fetch(request, { signal: mine.signal })
        // Read here, for a line may be cut in the middle of an answer as well.
        const body = await answer.arrayBuffer()
        return new Response(answer.status === 204 ? null : body, answer)
      } catch (error) {
        doubt()
        throw error
      } finally {
        clearTimeout(impatient)
        clearTimeout(late)
        underWay.delete(mine)
      }
    },
    close() {
      closed = true
      clearInterval(warmth)
      giveUp('AbortError')
      probe.close()
    },
  }
}

/** Where a request goes to, without what it says. */
const serverOf = ({ url, headers }: Request): Server => ({
  url: url.replace(/\/v\d(\/.*)?$/, '/v2/pipeline'),
  authorization: headers.get('authorization'),
})
