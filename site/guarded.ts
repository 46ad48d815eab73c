import { maintenance } from './cache.ts'
import { nothingAllowed, securityHeaders } from './security-headers.ts'

/** The response with every security header. One that is for one visitor alone gets its request's id. */
export function guarded(response: Response, requestId?: string): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', nothingAllowed)
  if (requestId) {
    headers.set('X-Request-Id', requestId)
    headers.delete(maintenance)
  }
  return new Response(response.body, { status: response.status, headers })
}
