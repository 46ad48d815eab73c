import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Where a provider posts logout tokens: hands each to the function, which returns the status. */
export async function logoutReceiver() {
  let handle = async (_body: string) => 500
  let last = ''
  const server = createServer(async (req, res) => {
    last = await text(req)
    res.statusCode = await handle(last)
    res.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    answer(next: (body: string) => Promise<number>) {
      handle = next
    },
    /** The latest once more. */
    again: () => handle(last),
    /** The latest token. */
    token: () => new URLSearchParams(last).get('logout_token') ?? '',
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
