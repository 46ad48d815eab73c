import type { CachedPage } from './cached-page.ts'

/**
 * Pages by address, no more than `pages` of them and no more than `bytes`. When it is full, those go
 * that were not asked for since their last turn: a scan of many addresses pushes out its own pages.
 */
export function createClockCache(limits: { pages: number; bytes: number }) {
  const cached = new Map<string, CachedPage>()
  let bytes = 0

  function drop(key: string) {
    const page = cached.get(key)
    if (page) bytes -= page.bytes
    cached.delete(key)
  }

  function dropOne() {
    for (const [key, page] of cached) {
      if (!page.referenced) return drop(key)
      // Another turn, at the end of the row; this loop gets there as well.
      page.referenced = false
      cached.delete(key)
      cached.set(key, page)
    }
  }

  return {
    get: (key: string) => cached.get(key),
    /** Every address, first those that were asked for. */
    keys() {
      const rank = (key: string) => (cached.get(key)?.referenced ? 0 : 1)
      return [...cached.keys()].sort((a, b) => rank(a) - rank(b))
    },
    drop,
    put(key: string, page: CachedPage) {
      drop(key)
      cached.set(key, page)
      bytes += page.bytes
      while (cached.size > limits.pages || bytes > limits.bytes) dropOne()
    },
    clear() {
      cached.clear()
      bytes = 0
    },
  }
}
