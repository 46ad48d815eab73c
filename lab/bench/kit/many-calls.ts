import http from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { processorTime } from './tools.ts'

export type Call = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Node's own client: `fetch` would take as long as the servers. Throws when the answer is not 2xx. */
function send(url: string, { path, body, ...how }: Call, agent: http.Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { ...how.headers, ...(body && { 'content-length': body.length }) }
  http
    .request(url + path, { ...how, headers, agent }, (response) => {
      textOf(response).then((text) => {
        if (response.statusCode! < 300) resolve()
        else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      }, reject)
    })
    .on('error', reject)
    .end(body)
  return promise
}

/** Calls a second, ms of CPU that each takes of the processes together, and the ms of the fastest. */
export async function manyCalls(
  url: string,
  next: () => Call,
  { atOnce = 1, seconds, pids = [] }: { atOnce?: number; seconds: number; pids?: number[] },
) {
  const used = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0)
  // Servers close connections that are idle for some seconds.
  const agent = new http.Agent({ keepAlive: true })
  const before = used()
  const began = performance.now()
  let count = 0
  let best = Number.POSITIVE_INFINITY
  let ends = began + seconds * 1000
  async function one() {
    for (; performance.now() < ends; count++) {
      const sent = performance.now()
      await send(url, next(), agent)
      best = Math.min(best, performance.now() - sent)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, one))
  } finally {
    ends = 0
    agent.destroy()
  }
  const took = (performance.now() - began) / 1000
  return { perSecond: count / took, cpu: ((used() - before) * 1000) / count, best }
}
