import { createServer, type Server } from 'node:http'
import { type Environment, originOf } from '#api/core/environment/env.ts'
import { deadlines } from './connections.ts'
import { cannotListen, listenOn } from './listen.ts'

/** Serves `/metrics` on its own port, if one is set: metrics are for the operator only. */
export async function listenForMetrics(
  { METRICS_PORT, METRICS_HOST }: Environment,
  text: () => Promise<string>,
): Promise<{ server: Server; address: string } | undefined> {
  if (METRICS_PORT === undefined) return undefined
  const server = createServer(deadlines, async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
    return response.end(await text())
  })
  const port = await listenOn(server, METRICS_HOST, METRICS_PORT).catch((error) =>
    cannotListen({ host: METRICS_HOST, port: METRICS_PORT, prefix: 'METRICS_' }, error),
  )
  return { server, address: `${originOf(METRICS_HOST, port)}/metrics` }
}
