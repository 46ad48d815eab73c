import { addressOf, readSearch } from '../../lib/job-search.ts'

/** Keeps a single numeric parameter. */
const withNumber = (name: string) => (query: URLSearchParams, path: string) => {
  const value = query.get(name) ?? ''
  return /^[1-9]\d{0,15}$/.test(value) ? `${path}?${name}=${value}` : path
}

/**
 * Pages that are the same for every visitor, and how the parameters that matter are normalized. All
 * other addresses are rendered for each request.
 */
const cacheable: { path: RegExp; spelled?: (query: URLSearchParams, path: string) => string }[] = [
  { path: /^\/$/ },
  { path: /^\/jobs$/, spelled: (query) => addressOf(readSearch(query)) },
  { path: /^\/jobs\/[1-9]\d{0,15}\/apply$/ },
  { path: /^\/page\/[a-z0-9-]{1,100}$/ },
  { path: /^\/application\/success$/, spelled: withNumber('jobId') },
  { path: /^\/(login|forgot-password|reset-password)$/ },
]

/** The cache key of an address: path and normalized parameters. Null when it is not cacheable. */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const page = cacheable.find((candidate) => candidate.path.test(path))
  if (!page) return null
  if (mark < 0 || !page.spelled) return path
  return page.spelled(new URLSearchParams(url.slice(mark)), path)
}

/** Whether visitors can invent any number of such addresses with a cacheable page. */
export const isUnboundedKey = (key: string): boolean => /[?&](q|location)=/.test(key)
