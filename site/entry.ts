/**
 * Where the process starts in production. It takes its port before anything else: when that is not
 * to be had, no database was touched and no password made.
 */
import { cannotStart, originOf, readEnvironment } from '#api/env.ts'
import { announce, listen, stopInOrder } from './listen.ts'

type Door = typeof import('./door.ts')

function environment() {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    return cannotStart((error as Error).message)
  }
}

const env = environment()
const door = Promise.withResolvers<Pick<Door, 'answer'>>()
// Who comes while the rest is loading waits for it.
const { servers, port } = await listen(env, async (request, response) =>
  (await door.promise).answer(request, response),
)
const { answer, close, livesAt, warmUp }: Door = await import('./door.ts')
const origin = originOf(env.HOST, port)
livesAt(origin)
door.resolve({ answer })
for (const server of servers) server.removeAllListeners('request').on('request', answer)
announce(origin)
stopInOrder(servers, close)
void warmUp()
