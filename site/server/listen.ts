import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotStart, type Environment } from '#api/core/environment/env.ts'
import { deadlines, guardConnections } from './connections.ts'

/** Resolves to the port, which the system picks for `port` 0. Rejects when it is taken. */
export const listenOn = (server: Server, host: string, port: number, reusePort = false) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    // Capped by the system's own limit.
    server.listen({ port, host, reusePort, backlog: 4096 }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })

/** Exits with a one-line message. `prefix` is that of the variables' names. */
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

/** Bodyless requests need no stream, which would cost a tenth of a cached page. */
const options = { ...deadlines, optimizeEmptyRequests: true }

/**
 * Node accepts one connection per listening socket and tick, and a tick may take some ms. So there
 * are several sockets, among which Linux distributes connections.
 */
const sockets = process.platform === 'linux' ? 8 : 1

/** Throws when the port is taken: with reusePort, sockets can share a port unnoticed. */
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

/** `localhost` means both loopback addresses; without IPv6, just one. */
async function open(host: string, wanted: number, answer: RequestListener) {
  if (host !== 'localhost') return openAt(host, wanted, answer)
  const { servers, port } = await openAt('127.0.0.1', wanted, answer)
  const others = await openAt('::1', port, answer).catch((error: NodeJS.ErrnoException) => {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) throw error
    return { servers: [] }
  })
  return { servers: [...servers, ...others.servers], port }
}

/** Listens on HOST and PORT; exits with a one-line message when that fails. */
export async function listen({ HOST, PORT, TRUST_PROXY }: Environment, answer: RequestListener) {
  const listening = await open(HOST, PORT, answer).catch((error) =>
    cannotListen({ host: HOST, port: PORT }, error),
  )
  return { ...listening, connections: guardConnections(listening.servers, TRUST_PROXY) }
}

export function announce(origin: string, metrics?: string) {
  const more = metrics ? `\n  Metrics      ${metrics}` : ''
  console.log(`\n  Site         ${origin}\n  Back office  ${origin}/backoffice${more}\n`)
}

/**
 * On SIGTERM or SIGINT calls `begin`, finishes open requests, then calls `close`. A second signal,
 * or 30 seconds, end the process at once.
 */
export function stopInOrder(
  servers: Server[],
  connections: ReturnType<typeof guardConnections>,
  { begin, close }: { begin: (signal: string) => void; close: () => Promise<void> },
) {
  let stopping = false
  const stop = (signal: string) => {
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
    begin(signal)
    for (const server of servers) server.close(closed)
    endIdle()
    // Repeatedly, since a proxy would keep connections open that have become idle.
    setInterval(endIdle, 100).unref()
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
