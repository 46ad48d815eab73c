import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Options = {
  servers: () => Server
  host: string
  /** 0 picks a free one. */
  port: number
  /** Called once no request is open any more. */
  close: () => void
}

const listenOn = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

function stopsAt(port: number, error: NodeJS.ErrnoException): never {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Foyer cannot start: port ${port} is taken. Stop what uses it, or set PORT to another.`
      : `Foyer cannot start: it cannot listen on port ${port} (${error.message})`,
  )
  process.exit(1)
}

/** `localhost` means both loopback addresses; a machine without IPv6 does with one. */
async function open({ servers, host, port }: Options): Promise<{ open: Server[]; port: number }> {
  const first = servers()
  const chosen = await listenOn(first, host === 'localhost' ? '127.0.0.1' : host, port)
  if (host !== 'localhost') return { open: [first], port: chosen }
  const second = servers()
  const missing = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']
  const both = await listenOn(second, '::1', chosen).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!missing.includes(error.code ?? '')) throw error
      return false
    },
  )
  return { open: both ? [first, second] : [first], port: chosen }
}

function announce(host: string, port: number) {
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  console.log(`
  Site         ${origin}
  Back office  ${origin}/backoffice
`)
}

/** Listens, prints where, and stops in order: no new connection, open requests finish, then the database closes. */
export async function listen(options: Options) {
  const { open: servers, port } = await open(options).catch((error) => stopsAt(options.port, error))
  announce(options.host, port)
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    let left = servers.length
    const closed = () => {
      left -= 1
      if (left > 0) return
      options.close()
      process.exit(0)
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
