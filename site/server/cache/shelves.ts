import { isMadeUp } from './cacheable.ts'
import type { KeptPage } from './kept-page.ts'
import { createShelf } from './shelf.ts'

/** A page of 60 jobs takes about 150 KB with its encodings; a search that fell off is made again in milliseconds. */
const limits = {
  pages: { pages: 5000, bytes: 64 * 1_048_576 },
  searches: { pages: 200, bytes: 8 * 1_048_576 },
}

/** Every kept page. Searches stand apart: however many are made up, they push out nothing but searches. */
export function createShelves({ pages, searches } = limits) {
  const shelves = { pages: createShelf(pages), searches: createShelf(searches) }
  const shelfOf = (key: string) => (isMadeUp(key) ? shelves.searches : shelves.pages)
  return {
    get: (key: string) => shelves.pages.get(key) ?? shelves.searches.get(key),
    drop: (key: string) => shelfOf(key).drop(key),
    put: (key: string, page: KeptPage) => shelfOf(key).put(key, page),
    /** What is worth rendering before anyone asks: no searches. */
    pages: () => shelves.pages.keys(),
    searches: () => shelves.searches.keys(),
    clear() {
      shelves.pages.clear()
      shelves.searches.clear()
    },
  }
}
