import { isUnboundedKey } from './cacheable.ts'
import type { CachedPage } from './cached-page.ts'
import { createClockCache } from './clock-cache.ts'

/** 60 jobs take about 150 KB with their encodings; an evicted search renders again in ms. */
const limits = {
  pages: { pages: 5000, bytes: 64 * 1_048_576 },
  searches: { pages: 200, bytes: 8 * 1_048_576 },
}

/** Visitors can invent searches; in a cache of their own, those evict only other searches. */
export function createCaches({ pages, searches } = limits) {
  const caches = { pages: createClockCache(pages), searches: createClockCache(searches) }
  const cacheOf = (key: string) => (isUnboundedKey(key) ? caches.searches : caches.pages)
  return {
    get: (key: string) => caches.pages.get(key) ?? caches.searches.get(key),
    drop: (key: string) => cacheOf(key).drop(key),
    put: (key: string, page: CachedPage) => cacheOf(key).put(key, page),
    /** The pages worth rendering ahead: no searches. */
    pages: () => caches.pages.keys(),
    searches: () => caches.searches.keys(),
    clear() {
      caches.pages.clear()
      caches.searches.clear()
    },
  }
}
