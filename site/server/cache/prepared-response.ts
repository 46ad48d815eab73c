import type { ServerResponse } from 'node:http'
import { transportSecurity } from '../security-headers.ts'

/** A response serialized ahead, except for headers that depend on time and connection. */
export type PreparedResponse = {
  readonly status: 200 | 304 | 410
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  /** Status line and headers, serialized. */
  readonly head: string
  readonly body: Buffer
  /** Head, Date and body serialized, as of the second `at`. */
  bytes: string | Buffer
  at: number
  /** The variant for TLS, created on first use. */
  secure?: PreparedResponse
}

/** Internals of `node:http`: the serialized head, null until there is one. */
type Head = { _header?: string | null; _headerSent?: boolean; _keepAliveTimeout?: number }

/** Node writes strings up to this size to the socket from its stack, and copies longer ones. */
const stringLimit = 16_384

let second = 0
let date = ''

export function prepareResponse(
  status: PreparedResponse['status'],
  headers: readonly string[],
  body: Buffer,
) {
  let head = `HTTP/1.1 ${status} ${{ 200: 'OK', 304: 'Not Modified', 410: 'Gone' }[status]}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  const prepared: PreparedResponse = { status, headers, head, body, bytes: '', at: 0 }
  return prepared
}

/** The response with Strict-Transport-Security. */
export function overTls(prepared: PreparedResponse): PreparedResponse {
  const headers = [...transportSecurity, ...prepared.headers]
  prepared.secure ??= prepareResponse(prepared.status, headers, prepared.body)
  return prepared.secure
}

function serialize(prepared: PreparedResponse, keepAliveMs: number) {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = new Date(now * 1000).toUTCString()
  }
  if (prepared.at === second) return prepared.bytes
  const rest = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(prepared.head + rest, 'latin1'), prepared.body])
  prepared.bytes = bytes.length > stringLimit ? bytes : bytes.toString('latin1')
  prepared.at = second
  return prepared.bytes
}

/**
 * Answers a GET. On an ordinary connection this is a single write of prepared bytes: `writeHead`
 * would validate and join the headers for each visitor, which costs as much as everything else.
 * Falls back to it if the connection will close, or if Node no longer keeps the head in `_header`.
 */
export function send(prepared: PreparedResponse, response: ServerResponse) {
  const inner = response as ServerResponse & Head
  if (inner._header !== null || !response.shouldKeepAlive || !inner._keepAliveTimeout) {
    response.writeHead(prepared.status, prepared.headers as string[]).end(prepared.body)
    return
  }
  response.statusCode = prepared.status
  const bytes = serialize(prepared, inner._keepAliveTimeout)
  inner._header = prepared.head
  inner._headerSent = true
  response.end(bytes, 'latin1')
}

export function sendHead(prepared: PreparedResponse, response: ServerResponse) {
  response.writeHead(prepared.status, prepared.headers as string[]).end()
}
