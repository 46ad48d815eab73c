import { isLanguage } from '#api/core/words/contract/names.ts'
import { addressOf, readSearch } from '#api/website/jobs/contract/job-search.ts'
import { readBoard } from '../../jobs/boards/board-name.ts'
import { withoutPrefix } from '../../lib/language-paths.ts'

/** How many values of a query parameter have their own page: one per row, or any number. */
type Bound = 'bounded' | 'unbounded'

type Page = {
  path: RegExp
  /** An address of it, rendered at start to find undeclared parameters. */
  sample: string
  /** Every query parameter that the page reads. */
  query?: Record<string, Bound>
  /** The address with only the parameters that change the page, normalized. */
  normalize?: (query: URLSearchParams, path: string) => string
}

/** Keeps a single numeric parameter. */
const withNumber = (name: string) => (query: URLSearchParams, path: string) => {
  const value = query.get(name) ?? ''
  return /^[1-9]\d{0,15}$/.test(value) ? `${path}?${name}=${value}` : path
}

const jobSearch = {
  q: 'unbounded',
  team: 'unbounded',
  type: 'unbounded',
  workplace: 'unbounded',
  place: 'unbounded',
  location: 'unbounded',
  page: 'bounded',
} satisfies Page['query']

/** The pages that are the same for every visitor. All others are rendered for each request. */
const pages: Page[] = [
  {
    path: /^\/$/,
    sample: '/',
    query: { all: 'bounded' },
    normalize: (query) => (query.get('all') === '1' ? '/?all=1' : '/'),
  },
  {
    path: /^\/jobs$/,
    sample: '/jobs',
    query: jobSearch,
    // Old addresses, with a location, redirect to the normalized one.
    normalize: (query) => (query.has('location') ? `/jobs?${query}` : addressOf(readSearch(query))),
  },
  {
    path: /^\/feed\.xml$/,
    sample: '/feed.xml',
    query: jobSearch,
    normalize: (query, path) => addressOf(readSearch(query), path),
  },
  {
    path: /^\/jobs\.json$/,
    sample: '/jobs.json',
    query: { ...jobSearch, lang: 'bounded' },
    // All jobs are on one page.
    normalize(query, path) {
      const address = addressOf({ ...readSearch(query), page: 1 }, path)
      const lang = query.get('lang') ?? ''
      return isLanguage(lang)
        ? `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`
        : address
    },
  },
  {
    path: /^\/jobs\.xml$/,
    sample: '/jobs.xml',
    query: { source: 'unbounded' },
    normalize(query, path) {
      const source = readBoard(query)
      return source ? `${path}?source=${source}` : path
    },
  },
  { path: /^\/embed\.js$/, sample: '/embed.js' },
  { path: /^\/sitemap\.xml$/, sample: '/sitemap.xml' },
  { path: /^\/robots\.txt$/, sample: '/robots.txt' },
  { path: /^\/manifest\.webmanifest$/, sample: '/manifest.webmanifest' },
  { path: /^\/jobs\/[1-9]\d{0,15}\/apply$/, sample: '/jobs/1/apply' },
  { path: /^\/page\/[a-z0-9-]{1,100}$/, sample: '/page/about' },
  {
    path: /^\/application\/success$/,
    sample: '/application/success',
    // Unknown jobs are answered with no-store.
    query: { jobId: 'bounded' },
    normalize: withNumber('jobId'),
  },
  { path: /^\/accessibility$/, sample: '/accessibility' },
  { path: /^\/login$/, sample: '/login' },
  { path: /^\/forgot-password$/, sample: '/forgot-password' },
  { path: /^\/reset-password$/, sample: '/reset-password' },
]

const pageOf = (path: string) => pages.find((page) => page.path.test(path))

/** The query parameters that the cached page at this path reads. */
export const ownParameters = (path: string) => Object.keys(pageOf(path)?.query ?? {})

export const samples = pages.map(({ sample }) => sample)

/** The cache key of an address: path and normalized parameters. Null when it is not cacheable. */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const page = pageOf(path)
  if (!page) return null
  if (mark < 0 || !page.normalize) return path
  return page.normalize(new URLSearchParams(url.slice(mark)), path)
}

/** Whether visitors can invent any number of such keys: true unless all parameters are bounded. */
export function isUnboundedKey(prefixed: string): boolean {
  const key = withoutPrefix(prefixed)
  const mark = key.indexOf('?')
  if (mark < 0) return false
  const query = pageOf(key.slice(0, mark))?.query
  return [...new URLSearchParams(key.slice(mark)).keys()].some(
    (name) => query?.[name] !== 'bounded',
  )
}

/** Reads of undeclared parameters, as `/jobs?city`. */
export const undeclaredReads = new Set<string>()

/**
 * Makes reading an undeclared query parameter of a cached page throw. The cache would drop the
 * parameter and show everyone the same page.
 */
export function guardQuery({ pathname, searchParams }: URL): void {
  const page = pageOf(pathname)
  if (!page) return
  for (const method of ['get', 'getAll', 'has'] as const) {
    const read = searchParams[method].bind(searchParams) as (name: string) => unknown
    Object.defineProperty(searchParams, method, {
      value(name: string) {
        // Astro itself looks for `_action`.
        if (name.startsWith('_') || Object.hasOwn(page.query ?? {}, name)) return read(name)
        undeclaredReads.add(`${page.sample}?${name}`)
        throw new Error(
          `Query parameter ${name} of ${page.sample} isn't declared in site/server/cache/cacheable.ts`,
        )
      },
    })
  }
}
