import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { nothingAllowed, securityHeaders } from './security-headers.ts'

/**
 * Answers before any work is done: 400 for two Host headers, 404 outside BASE_PATH, 408 for slow
 * requests, 503 on overload. Once a response has begun, closes the connection instead.
 */
export function rejectEarly(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 404 | 408 | 503,
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
    // While a body is still arriving, only closing the connection stops the client from sending it.
    ...(!request.complete && { Connection: 'close' }),
  }
  response.writeHead(status, headers).end(isApi ? JSON.stringify({ error: sentence }) : sentence)
}
