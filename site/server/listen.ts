import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotStart, type Environment } from '#api/env.ts'
import { deadlines, guardConnections } from './connections.ts'

/** Answers the port, which the system picks when `port` is 0. Rejects when it is taken. */
export const listenOn = (server: Server, host: string, port: number, reusePort = false) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    // As many may knock at once as the system lets wait.
    server.listen({ port, host, reusePort, backlog: 4096 }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })

/** Says in one line why not, and ends the process. `prefix` is what stands before HOST and PORT in the names of the variables. */
export function cannotListen(
  { host, port, prefix = '' }: { host: string; port: number; prefix?: string },
  { code = '', message }: NodeJS.ErrnoException,
): never {
  if (code === 'EADDRINUSE')
    return cannotStart(`port ${port} is taken. Stop what uses it, or set ${prefix}PORT to another.`)
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code))
    return cannotStart(
      `${prefix}HOST is ${JSON.stringify(host)}, but must be an address of this machine`,
    )
  return cannotStart(`it cannot listen on port ${port} (${message})`)
}

/** A request without a body needs no stream that says so: a tenth of what a kept page costs. */
const options = { ...deadlines, optimizeEmptyRequests: true }

/**
 * Node accepts one connection of each socket in a turn of its event loop, and a turn may last some ms.
 * So there are several, among which Linux shares out whoever knocks.
 */
const sockets = process.platform === 'linux' ? 8 : 1

/** Throws when the port is taken: sockets that share a port do not notice others that share it. */
async function refuseTaken(host: string, port: number) {
  const probe = createServer()
  await listenOn(probe, host, port)
  await new Promise((closed) => probe.close(closed))
}

async function openAt(host: string, wanted: number, answer: RequestListener) {
  if (wanted) await refuseTaken(host, wanted)
  const servers = Array.from({ length: sockets }, () => createServer(options, answer))
  let port = wanted
  for (const server of servers) port = await listenOn(server, host, port, sockets > 1)
  return { servers, port }
}

/** `localhost` means both loopback addresses; a machine without IPv6 does with one. */
async function open(host: string, wanted: number, answer: RequestListener) {
  if (host !== 'localhost') return openAt(host, wanted, answer)
  const { servers, port } = await openAt('127.0.0.1', wanted, answer)
  const others = await openAt('::1', port, answer).catch((error: NodeJS.ErrnoException) => {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) throw error
    return { servers: [] }
  })
  return { servers: [...servers, ...others.servers], port }
}

/** Listens; port 0 picks a free one. When that cannot be, it says why in one line and ends the process. */
export async function listen({ HOST, PORT, TRUST_PROXY }: Environment, answer: RequestListener) {
  const listening = await open(HOST, PORT, answer).catch((error) =>
    cannotListen({ host: HOST, port: PORT }, error),
  )
  return { ...listening, connections: guardConnections(listening.servers, TRUST_PROXY) }
}

/** Prints where everything is, for whoever started it. */
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
    const endIdle = () => {
      for (const server of servers) server.closeIdleConnections()
      connections.endIdle()
    }
    for (const server of servers) server.close(closed)
    endIdle()
    // A proxy would keep for minutes what has been answered meanwhile.
    setInterval(endIdle, 100).unref()
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
