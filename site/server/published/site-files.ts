import path from 'node:path'
import { nothingAllowed, pagePolicy, securityHeaders } from '../security-headers.ts'

/**
 * Where the file of an address is: PATH/index.html, PATH/QUERY/index.html, or PATH if it has an
 * extension. Null when no file can have that name.
 */
export function fileOf(address: string): string | null {
  const [place = '', query = ''] = address.split('?', 2)
  const name = place.slice(1)
  if (!/^[\w/.%*+=&-]*$/.test(name + query) || /(^|\/)\./.test(name) || query.length > 200)
    return null
  if (path.posix.extname(name)) return query ? null : name
  return path.posix.join(name, query, 'index.html')
}

/** Response headers of a file: what a response has, and what each has. */
export function headersOf(headers: Iterable<[string, string]>): Record<string, string> {
  const own = Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  const { etag: _, 'content-length': __, vary: ___, 'content-security-policy': ____, ...rest } = own
  const isPage = own['content-type']?.startsWith('text/html')
  const each = Object.entries(securityHeaders).map(([name, value]) => [name.toLowerCase(), value])
  const policy = isPage ? pagePolicy : nothingAllowed
  return { ...Object.fromEntries(each), 'content-security-policy': policy, ...rest }
}

/** Addresses of the pages' images, in their HTML or JSON. */
export const imagesIn = (text: string) =>
  new Set(text.match(/\/(?:media|share|icons)\/[\w/-]+\.(?:avif|webp|jpg|png)/g))
