import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotStart, type Environment } from '#api/env.ts'
import { deadlines, guardConnections } from './connections.ts'

export const listenOn = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    // As many may knock at once as the system lets wait.
    server.listen({ port, host, backlog: 4096 }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })

export function cannotListen(port: number, error: NodeJS.ErrnoException, variable = 'PORT'): never {
  return cannotStart(
    error.code === 'EADDRINUSE'
      ? `port ${port} is taken. Stop what uses it, or set ${variable} to another.`
      : `it cannot listen on port ${port} (${error.message})`,
  )
}

/** A request without a body needs no stream that says so: a tenth of what a kept page costs. */
const options = { ...deadlines, optimizeEmptyRequests: true }

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
export async function listen({ HOST, PORT, TRUST_PROXY }: Environment, answer: RequestListener) {
  const listening = await open(HOST, PORT, answer).catch((error) => cannotListen(PORT, error))
  return { ...listening, connections: guardConnections(listening.servers, TRUST_PROXY) }
}

export function announce(origin: string, metrics?: string) {
  const more = metrics ? `\n  Metrics      ${metrics}` : ''
  console.log(`\n  Site         ${origin}\n  Back office  ${origin}/backoffice${more}\n`)
}

/** On SIGTERM or SIGINT: no new connection, open requests finish, then `close` is called. A second signal, or 30 seconds, end it at once. */
export function stopInOrder(
  servers: Server[],
  connections: ReturnType<typeof guardConnections>,
  close: () => Promise<void>,
) {
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
    connections.endUnasked()
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
