import { maintenance } from './cache/cache.ts'
import { nothingAllowed, securityHeaders } from './security-headers.ts'

/**
 * Gives the response every security header that it does not set itself, and answers it. One that is
 * for one visitor alone gets its request's id. A copy would make a stream of a text that could be
 * written at once.
 */
export function withSecurityHeaders(response: Response, requestId?: string): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(securityHeaders))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', nothingAllowed)
  if (headers.get('Content-Type') === 'text/html')
    headers.set('Content-Type', 'text/html; charset=utf-8')
  if (requestId) {
    headers.set('X-Request-Id', requestId)
    headers.delete(maintenance)
  }
  return response
}
