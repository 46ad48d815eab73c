/**
 * Starts the server. Binds the port before anything else: if that fails, no database was touched
 * and no password created.
 */
import { basePath, cannotStart, originOf, readEnvironment } from '#api/core/environment/env.ts'
import { announce, listen, stopInOrder } from './listen.ts'
import { listenForMetrics } from './metrics-port.ts'

type ServerModule = typeof import('./server.ts')

function environment() {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    return cannotStart((error as Error).message)
  }
}

const env = environment()
const loading = Promise.withResolvers<Pick<ServerModule, 'answer' | 'metrics'>>()
// Requests that arrive during loading wait for it.
const { servers, port, connections } = await listen(env, async (request, response) =>
  (await loading.promise).answer(request, response),
)
const forMetrics = await listenForMetrics(env, async () => (await loading.promise).metrics.text())
const { answer, beginToClose, checkQueries, close, setOrigin, metrics, warmUp }: ServerModule =
  await import('./server.ts')
metrics.gauge('foyer_connections', 'Open connections.', connections.count)
const origin = originOf(env.HOST, port) + basePath
setOrigin(origin)
loading.resolve({ answer, metrics })
for (const server of servers) server.removeAllListeners('request').on('request', answer)
// Before the address is printed: a script that waits for it may stop the process at once.
stopInOrder([...servers, ...(forMetrics ? [forMetrics.server] : [])], connections, {
  begin: beginToClose,
  close,
})
announce(origin, forMetrics?.address)
// Rendering every page takes 0.1 s, which the first visitor need not wait for.
void checkQueries().then(warmUp)
