import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { nothingAllowed, securityHeaders } from './security-headers.ts'

/**
 * Answers before anything was computed: 400 to who asks for two hosts at once, 408 to who is too slow,
 * 503 to who comes when there is too much to do. Half an answer cannot become another one: then the connection is cut.
 */
export function rejectEarly(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 408 | 503,
  sentence: string,
) {
  if (response.headersSent) return void request.socket.destroy()
  const isApi = request.url?.startsWith('/api/')
  const headers = {
    ...securityHeaders,
    'Content-Security-Policy': nothingAllowed,
    'Content-Type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    ...(status === 503 && { 'Retry-After': '2' }),
    // Where a body is still to come, only the end of the connection says that nobody waits for it.
    ...(!request.complete && { Connection: 'close' }),
  }
  response.writeHead(status, headers).end(isApi ? JSON.stringify({ error: sentence }) : sentence)
}
