import { setTimeout as sleep } from 'node:timers/promises'
import { LibsqlError } from '@libsql/client/http'

/** In ms. */
const usual = {
  /** For each request: a server that answers, but not to this, may have that long. */
  deadline: 5_000,
  /** A request that takes longer makes us ask whether anybody is there at all … */
  impatience: 400,
  /** … and an answer to that must come within this time. Together less than a second. */
  probe: 450,
  /** Between two questions to a server that is away. */
  pause: 250,
}
export type Patience = typeof usual

/**
 * The line to a libSQL server, as a `fetch` that knows whether somebody is at the other end. While
 * nobody is, every request fails at once with SERVER_AWAY, and those under way are given up; a write
 * among these may have happened. No request is ever made twice.
 */
export function openLine(patience: Partial<Patience> = {}) {
  const { deadline, impatience, probe, pause } = { ...usual, ...patience }
  const underWay = new Set<AbortController>()
  let examining = false
  let away = false
  let closed = false

  const giveUp = (name: string) => {
    for (const request of underWay) request.abort(new DOMException('No answer came', name))
  }

  async function examine(server: Server) {
    if (examining) return
    examining = true
    while (!closed && !(await answers(server, probe))) {
      away = true
      giveUp('TimeoutError')
      await sleep(pause, undefined, { ref: false })
    }
    away = examining = false
  }

  return {
    async fetch(request: Request): Promise<Response> {
      if (away) throw new LibsqlError('The database server is away', 'SERVER_AWAY')
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
      giveUp('AbortError')
    },
  }
}

type Server = { url: string; authorization: string | null }

/** Where a request goes to, without what it says. */
const serverOf = ({ url, headers }: Request): Server => ({
  url: url.replace(/\/v\d(\/.*)?$/, '/v2/pipeline'),
  authorization: headers.get('authorization'),
})

/** Asks for nothing, but of the database: that something listens on the port would not be enough. */
async function answers({ url, authorization }: Server, within: number) {
  const given = new AbortController()
  // What has arrived while this process was busy with something else is read first.
  const timer = setTimeout(() => setImmediate(() => given.abort()), within)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({
        requests: [{ type: 'execute', stmt: { sql: 'SELECT 1' } }, { type: 'close' }],
      }),
      signal: given.signal,
    })
    await answer.arrayBuffer()
    return answer.status < 500
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
