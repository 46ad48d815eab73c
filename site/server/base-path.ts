import { basePath } from '#api/core/environment/env.ts'

const isBelow = (path: string) => path.startsWith(`${basePath}/`)

/** The path that the site knows of an address below BASE_PATH; undefined for any other address. */
export function withoutBasePath(url: string): string | undefined {
  if (!basePath) return url
  return isBelow(url) ? url.slice(basePath.length) : undefined
}

/** The address of a path of the site. */
export const withBasePath = (path: string): string =>
  basePath && /^\/(?!\/)/.test(path) && !isBelow(path) ? basePath + path : path

const addresses = / (href|src|action|poster|component-url|renderer-url)="(\/[^"]*)"/g
const candidates = / (srcset|imagesrcset)="([^"]*)"/g

/** A page whose own addresses are below BASE_PATH. Scripts and styles stay as their hashes say. */
const pageBelow = (html: string): string =>
  html
    .replace(addresses, (_, name, path) => ` ${name}="${withBasePath(path)}"`)
    .replace(
      candidates,
      (_, name, files: string) => ` ${name}="${files.split(', ').map(withBasePath).join(', ')}"`,
    )

/** The response with its redirect below BASE_PATH, and, if it is a page, its addresses too. */
export async function belowBasePath(response: Response): Promise<Response> {
  if (!basePath) return response
  moveHeaders(response)
  const { status, headers, body } = response
  if (!body || !headers.get('Content-Type')?.startsWith('text/html')) return response
  // Of the page without the path.
  headers.delete('Content-Length')
  return new Response(pageBelow(await response.text()), { status, headers })
}

/**
 * Moves redirect, links and cookies below BASE_PATH, in place: a copy would turn a text that can be written
 * at once into a stream.
 */
export function moveHeaders({ headers }: Response) {
  if (!basePath) return
  const location = headers.get('Location')
  if (location) headers.set('Location', withBasePath(location))
  const links = headers.get('Link')
  if (links)
    headers.set(
      'Link',
      links.replace(/<(\/[^>]*)>/g, (_, path) => `<${withBasePath(path)}>`),
    )
  const cookies = headers.getSetCookie()
  headers.delete('Set-Cookie')
  for (const cookie of cookies)
    headers.append(
      'Set-Cookie',
      cookie.replace(/(; *Path=)([^;]*)/i, (_, name, path) => name + withBasePath(path)),
    )
}
