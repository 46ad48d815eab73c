import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotStart } from '#api/env.ts'

const listenOn = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

function cannotListen(port: number, error: NodeJS.ErrnoException): never {
  return cannotStart(
    error.code === 'EADDRINUSE'
      ? `port ${port} is taken. Stop what uses it, or set PORT to another.`
      : `it cannot listen on port ${port} (${error.message})`,
  )
}

/** A request without a body needs no stream that says so: a tenth of what a kept page costs. */
const options = { optimizeEmptyRequests: true }

/** `localhost` means both loopback addresses; a machine without IPv6 does with one. */
async function open(host: string, wanted: number, answer: RequestListener) {
  const first = createServer(options, answer)
  const port = await listenOn(first, host === 'localhost' ? '127.0.0.1' : host, wanted)
  if (host !== 'localhost') return { servers: [first], port }
  const second = createServer(options, answer)
  const both = await listenOn(second, '::1', port).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) throw error
      return false
    },
  )
  return { servers: both ? [first, second] : [first], port }
}

/** Listens; port 0 picks a free one. When that cannot be, it says why in one line and ends the process. */
export const listen = ({ HOST, PORT }: { HOST: string; PORT: number }, answer: RequestListener) =>
  open(HOST, PORT, answer).catch((error) => cannotListen(PORT, error))

export function announce(origin: string) {
  console.log(`\n  Site         ${origin}\n  Back office  ${origin}/backoffice\n`)
}

/** On SIGTERM or SIGINT: no new connection, open requests finish, then `close` is called. A second signal, or 30 seconds, end it at once. */
export function stopInOrder(servers: Server[], close: () => Promise<void>) {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    let left = servers.length
    const closed = () => {
      left -= 1
      if (left > 0) return
      void close().finally(() => process.exit(0))
    }
    for (const server of servers) {
      server.close(closed)
      server.closeIdleConnections()
    }
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
