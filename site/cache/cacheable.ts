/**
 * The pages that are the same for every visitor, and the query that changes what they show. Only
 * what stands here is kept; every other address is rendered for each request.
 */
const cacheable: { path: RegExp; query?: string }[] = [
  { path: /^\/$/ },
  { path: /^\/jobs$/, query: 'page' },
  { path: /^\/jobs\/[1-9]\d{0,15}\/apply$/ },
  { path: /^\/page\/[a-z0-9-]{1,100}$/ },
  { path: /^\/application\/success$/, query: 'jobId' },
  { path: /^\/(login|forgot-password|reset-password)$/ },
]

/**
 * The address under which a page is kept: path and the one query that matters, whatever else was
 * asked. Null for what is not kept.
 */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const page = cacheable.find((candidate) => candidate.path.test(path))
  if (!page) return null
  if (mark < 0 || !page.query) return path
  const value = new URLSearchParams(url.slice(mark)).get(page.query)
  return value && /^[1-9]\d{0,15}$/.test(value) ? `${path}?${page.query}=${value}` : path
}
