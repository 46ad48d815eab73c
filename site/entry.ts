/**
 * Where the process starts in production. It takes its port before anything else: when that is not
 * to be had, no database was touched and no password made.
 */
import { setFlagsFromString } from 'node:v8'
import { cannotStart, originOf, readEnvironment } from '#api/env.ts'
import { announce, listen, stopInOrder } from './listen.ts'
import { listenForMetrics } from './metrics-port.ts'

type Door = typeof import('./door.ts')

function environment() {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    return cannotStart((error as Error).message)
  }
}

/** How V8's room for what lives shortly grows: by this factor, each time it was too small. */
const growRoom = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

const env = environment()
// What a start leaves behind would make it 16 MB, and they would be kept. Load may have them later.
growRoom(1)
const door = Promise.withResolvers<Pick<Door, 'answer' | 'metrics'>>()
// Who comes while the rest is loading waits for it.
const { servers, port, connections } = await listen(env, async (request, response) =>
  (await door.promise).answer(request, response),
)
const forMetrics = await listenForMetrics(env, async () => (await door.promise).metrics.text())
const { answer, close, livesAt, metrics, warmUp }: Door = await import('./door.ts')
metrics.ask('gauge', 'foyer_connections', 'Connections that are open.', connections.count)
const origin = originOf(env.HOST, port)
livesAt(origin)
door.resolve({ answer, metrics })
for (const server of servers) server.removeAllListeners('request').on('request', answer)
announce(origin, forMetrics?.address)
stopInOrder([...servers, ...(forMetrics ? [forMetrics.server] : [])], connections, close)
void warmUp().finally(() => growRoom(2))
