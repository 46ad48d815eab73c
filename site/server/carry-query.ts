import { ownParameters } from './cache/cacheable.ts'

/** The address with the parameters of a query that it doesn't have itself. */
export function withQuery(address: string, query: Iterable<[string, string]>): string {
  const own = URL.parse(address, 'http://site')
  if (!own) return address
  const more = new URLSearchParams([...query].filter(([name]) => !own.searchParams.has(name)))
  if (!more.size) return address
  const mark = address.indexOf('#')
  const start = mark < 0 ? address : address.slice(0, mark)
  return `${start}${start.includes('?') ? '&' : '?'}${more}${address.slice(start.length)}`
}

/**
 * Adds the query of the request to where it is redirected, or visits would lose where they came
 * from. Not what the page itself reads: its redirect is made of that.
 */
export function carryQuery(request: Request, response: Response): void {
  const location = response.headers.get('Location')
  if (!location || ![301, 302, 307, 308].includes(response.status)) return
  const { pathname, searchParams } = new URL(request.url)
  if (!searchParams.size) return
  const own = ownParameters(pathname)
  const others = [...searchParams].filter(([name]) => !own.includes(name))
  response.headers.set('Location', withQuery(location, others))
}
