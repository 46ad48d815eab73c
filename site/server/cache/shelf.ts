import type { KeptPage } from './kept-page.ts'

/**
 * Pages by address, no more than `pages` of them and no more than `bytes`. When it is full, those go
 * that were not asked for since their last turn: a scan of many addresses pushes out its own pages.
 */
export function createShelf(limits: { pages: number; bytes: number }) {
  const kept = new Map<string, KeptPage>()
  let bytes = 0

  function drop(key: string) {
    const page = kept.get(key)
    if (page) bytes -= page.bytes
    kept.delete(key)
  }

  function dropOne() {
    for (const [key, page] of kept) {
      if (!page.asked) return drop(key)
      // Another turn, at the end of the row; this loop gets there as well.
      page.asked = false
      kept.delete(key)
      kept.set(key, page)
    }
  }

  return {
    get: (key: string) => kept.get(key),
    /** Every address, first those that were asked for. */
    keys() {
      const rank = (key: string) => (kept.get(key)?.asked ? 0 : 1)
      return [...kept.keys()].sort((a, b) => rank(a) - rank(b))
    },
    drop,
    put(key: string, page: KeptPage) {
      drop(key)
      kept.set(key, page)
      bytes += page.bytes
      while (kept.size > limits.pages || bytes > limits.bytes) dropOne()
    },
    clear() {
      kept.clear()
      bytes = 0
    },
  }
}
