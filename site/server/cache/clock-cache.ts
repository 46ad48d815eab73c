import type { CachedPage } from './cached-page.ts'

/**
 * Pages by address, limited in number and bytes, with CLOCK eviction: pages that were not
 * referenced since the last pass go first, so a scan of many addresses evicts its own pages.
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
      // Second chance: clear the bit, move to the back.
      page.referenced = false
      cached.delete(key)
      cached.set(key, page)
    }
  }

  return {
    get: (key: string) => cached.get(key),
    /** All keys, referenced ones first. */
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
