import { addressOf, readSearch } from '../../lib/job-search.ts'

/** The address with the one number that matters, whatever else was asked. */
const withNumber = (name: string) => (query: URLSearchParams, path: string) => {
  const value = query.get(name) ?? ''
  return /^[1-9]\d{0,15}$/.test(value) ? `${path}?${name}=${value}` : path
}

/**
 * The pages that are the same for every visitor, and how the query that changes what they show is
 * spelled. Only what stands here is kept; every other address is rendered for each request.
 */
const cacheable: { path: RegExp; spelled?: (query: URLSearchParams, path: string) => string }[] = [
  { path: /^\/$/ },
  { path: /^\/jobs$/, spelled: (query) => addressOf(readSearch(query)) },
  { path: /^\/jobs\/[1-9]\d{0,15}\/apply$/ },
  { path: /^\/page\/[a-z0-9-]{1,100}$/ },
  { path: /^\/application\/success$/, spelled: withNumber('jobId') },
  { path: /^\/(login|forgot-password|reset-password)$/ },
]

/**
 * The address under which a page is kept: path and the query that matters in its one spelling,
 * whatever else was asked. Null for what is not kept.
 */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const page = cacheable.find((candidate) => candidate.path.test(path))
  if (!page) return null
  if (mark < 0 || !page.spelled) return path
  return page.spelled(new URLSearchParams(url.slice(mark)), path)
}

/** Whether anybody can make up any number of such addresses that all have an answer worth keeping. */
export const isUnboundedKey = (key: string): boolean => /[?&](q|location)=/.test(key)
