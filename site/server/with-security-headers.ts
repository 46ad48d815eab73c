import { nothingAllowed, securityHeaders } from './security-headers.ts'

/**
 * Adds the security headers that the response lacks, and the request id unless the page is cached.
 * Sets them in place: a copy would turn a text that can be written at once into a stream.
 */
export function withSecurityHeaders(response: Response, requestId?: string): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(securityHeaders))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', nothingAllowed)
  if (headers.get('Content-Type') === 'text/html')
    headers.set('Content-Type', 'text/html; charset=utf-8')
  if (requestId) headers.set('X-Request-Id', requestId)
  return response
}
