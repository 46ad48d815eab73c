import type { ServerResponse } from 'node:http'
import { transportSecurity } from '../security-headers.ts'

/** An answer as far as it can be prepared: its head but for what depends on time and connection, and its body. */
export type PreparedResponse = {
  readonly status: 200 | 304 | 410
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  /** Status line and headers as they go over the wire. */
  readonly head: string
  readonly body: Buffer
  /** Head, Date and body in one piece, as of the second `at`. */
  bytes: string | Buffer
  at: number
  /** The same for who came over TLS, once somebody has. */
  secure?: PreparedResponse
}

/** What `node:http` keeps of an answer's head; null until there is one. */
type Head = { _header?: string | null; _headerSent?: boolean; _keepAliveTimeout?: number }

/** Up to here Node writes a string straight to the socket, from its stack; more of it is copied first. */
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

/** The same answer for who came over TLS. */
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
 * Sends the answer to a GET. On an ordinary connection all of it is one write of what is ready:
 * `writeHead` would check and join each header again for each visitor, which costs as much as all
 * the rest. Where Node keeps the head elsewhere than in `_header`, or the connection ends with this
 * answer, it goes the ordinary way.
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

/** Sends the head alone, to who asked with HEAD. */
export function sendHead(prepared: PreparedResponse, response: ServerResponse) {
  response.writeHead(prepared.status, prepared.headers as string[]).end()
}
