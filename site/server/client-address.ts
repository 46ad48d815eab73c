import type { IncomingMessage } from 'node:http'
import type { ServerBindings } from '#api/app.ts'

const last = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()

/**
 * The visitor's address and requested host. Uses only the last entry of X-Forwarded-*, which our
 * own proxy wrote, and only with TRUST_PROXY.
 */
export function fromProxy(request: IncomingMessage, trustProxy: boolean): ServerBindings {
  const socket = request.socket.remoteAddress ?? ''
  if (!trustProxy) return { ip: socket }
  const host = last(request.headers['x-forwarded-host'])
  return {
    // Some proxies append the port.
    ip:
      last(request.headers['x-forwarded-for'])?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1') || socket,
    ...(host && { host }),
    overTls: cameOverTls(request, trustProxy),
  }
}

/** Whether our own proxy received the request over TLS. */
export const cameOverTls = (request: IncomingMessage, trustProxy: boolean) =>
  trustProxy && last(request.headers['x-forwarded-proto']) === 'https'

/** Scheme and host as the client sees them. Unchecked: a client may send any host. */
export function requestOrigin(request: IncomingMessage, trustProxy: boolean) {
  const { host = request.headers.host, overTls } = fromProxy(request, trustProxy)
  return `${overTls ? 'https' : 'http'}://${host}`
}
