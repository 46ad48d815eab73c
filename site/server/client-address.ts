import type { IncomingMessage } from 'node:http'
import type { ServerBindings } from '#api/app.ts'

const last = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()

/**
 * The visitor's address and the host asked for. Of X-Forwarded-* only the last entry is believed,
 * the one that our own proxy wrote, and only when there is said to be a proxy.
 */
export function fromProxy(request: IncomingMessage, trustProxy: boolean): ServerBindings {
  const socket = request.socket.remoteAddress ?? ''
  if (!trustProxy) return { ip: socket }
  const host = last(request.headers['x-forwarded-host'])
  return {
    // Some proxies write the port behind the address.
    ip:
      last(request.headers['x-forwarded-for'])?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1') || socket,
    ...(host && { host }),
    overTls: cameOverTls(request, trustProxy),
  }
}

/** Whether our own proxy says that the visitor came to it over TLS. */
export const cameOverTls = (request: IncomingMessage, trustProxy: boolean) =>
  trustProxy && last(request.headers['x-forwarded-proto']) === 'https'

/** Scheme and host of the request as its sender knows them. The host is unchecked: a client may send anything. */
export function requestOrigin(request: IncomingMessage, trustProxy: boolean) {
  const { host = request.headers.host, overTls } = fromProxy(request, trustProxy)
  return `${overTls ? 'https' : 'http'}://${host}`
}
