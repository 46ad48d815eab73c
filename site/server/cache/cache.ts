import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { withLanguage } from '../../lib/language-paths.ts'
import { cacheKey } from './cacheable.ts'
import { type CachedPage, createCachedPage, sendPage } from './cached-page.ts'
import { createCaches } from './caches.ts'

type RenderedPage = {
  response: Response
  /** Whether data that the page should show could not be read. */
  incomplete: boolean
  /** Whether it is the maintenance page: no failure, so no older page replaces it. */
  maintenance: boolean
}

/** After a change this many pages are rendered again at once; the others in a tenth of the time. */
const atOnce = 100

/** Pages of closed jobs (410) are cached; 404s are not, or a scan would evict real pages. */
const isCacheable = ({ status, headers }: Response) =>
  (status === 200 || status === 410) &&
  headers.get('cache-control') !== 'no-store' &&
  !headers.has('set-cookie')

/** The key of what is asked for; null when it is not cacheable. */
function keyOf({ url = '', language }: IncomingMessage) {
  const key = cacheKey(url)
  return key && withLanguage(key, language)
}

/** A failure, or rendered without data that could not be read: not cached. */
const isUncertain = ({ response, incomplete }: RenderedPage) => response.status >= 500 || incomplete

type Flight = { page: CachedPage | Response; failed: boolean }

/** Cached pages as files. Called in the same tick in which the cache itself changes. */
export type PageFiles = {
  /** Writes the page, unless `dropAll` is called first. */
  put(key: string, page: CachedPage): void
  /** When this returns, no older file can be found. */
  dropAll(): void
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * The public pages, in memory until `version` changes. `render` gets only the normalized path and
 * query, nothing of the visitor, so pages are the same for everyone. Runs before Astro: a hit costs
 * a map lookup and a write.
 */
export function createPageCache({
  render,
  readVersion,
  files,
}: {
  render: (key: string) => Promise<RenderedPage>
  readVersion: () => Promise<number>
  files?: PageFiles | undefined
}) {
  let version = -1
  /** Raised with every change: pages of an earlier epoch are served only while rendering fails. */
  let epoch = 0
  /** Counts of responses by result, and of renderings. */
  const counts = { hit: 0, notModified: 0, miss: 0, rendered: 0 }
  const caches = createCaches()
  let inFlight = new Map<string, Promise<Flight>>()
  let warming: { keys: string[]; done: number } = { keys: [], done: 0 }

  function fresh(key: string) {
    const page = caches.get(key)
    return page?.epoch === epoch ? page : undefined
  }

  async function renderNow(key: string): Promise<Flight> {
    const began = epoch
    counts.rendered++
    const rendered = await render(key)
    const { response } = rendered
    if (rendered.maintenance) {
      if (began === epoch) caches.clear()
      return { page: response, failed: false }
    }
    if (isUncertain(rendered)) return { page: caches.get(key) ?? response, failed: true }
    // Whatever the page is now, the older one must not come back.
    if (began === epoch) caches.drop(key)
    if (!isCacheable(response)) return { page: response, failed: false }
    const page = await createCachedPage(response, began)
    if (began === epoch) {
      caches.put(key, page)
      files?.put(key, page)
    }
    return { page, failed: false }
  }

  /** The rendering that runs now, or a new one. */
  function join(key: string) {
    const flights = inFlight
    const flying = flights.get(key)
    if (flying) return flying
    const flight = renderNow(key).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  /**
   * Single flight: concurrent requests share a rendering, but none from before the last change, and
   * no failure that began before the request: its cause may have ended in between.
   */
  async function renderOnce(key: string): Promise<CachedPage | Response> {
    const earlier = await inFlight.get(key)?.catch(() => undefined)
    return (earlier && !earlier.failed ? earlier : await join(key)).page
  }

  /**
   * Renders stale pages one after the other and stops at the next change. Uses a third of the time
   * while the server is idle, a tenth while it is busy.
   */
  async function warm(keys: string[]) {
    const began = epoch
    const mine = { keys, done: 0 }
    warming = mine
    let left = 9
    for (const [index, key] of keys.entries()) {
      const start = performance.now()
      if (!fresh(key)) await renderOnce(key).catch(() => undefined)
      const spent = performance.now() - start
      if (index >= atOnce) {
        const before = performance.eventLoopUtilization()
        await pause(left * spent, undefined, { ref: false })
        left = 2 + 7 * performance.eventLoopUtilization(before).utilization
      }
      if (began !== epoch) return
      mine.done = index + 1
    }
  }

  function changed() {
    epoch++
    inFlight = new Map()
    files?.dropAll()
    // Include pages that warming has not reached yet.
    const left = warming.keys.slice(warming.done)
    void warm([...new Set([...caches.pages(), ...left])])
  }

  return {
    warm,
    counts: counts as Readonly<typeof counts>,

    /**
     * Checks for changes; when this returns, no older page is served.
     * `afterWrite`: assumes a change when the version cannot be read.
     */
    async follow({ afterWrite = false } = {}) {
      const current = await readVersion().catch((error: unknown) => {
        if (afterWrite) changed()
        throw error
      })
      if (current === version) return
      version = current
      changed()
    },

    /** The page, rendered if it is not fresh; a Response is one that is not cached. */
    page: async (key: string): Promise<CachedPage | Response> => fresh(key) ?? renderOnce(key),

    /** Answers from memory; false when the page has to be rendered. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const { url = '', language } = request
      const page =
        fresh(withLanguage(url, language)) ??
        (url.includes('?') ? fresh(keyOf(request) ?? '') : undefined)
      if (!page) return false
      page.referenced = true
      if (sendPage(page, request, response) === 304) counts.notModified++
      else counts.hit++
      return true
    },

    /** Renders a cacheable address. Sends the page, or returns a Response that is not cached. */
    async render(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<Response | 'written'> {
      counts.miss++
      const rendered = await renderOnce(keyOf(request) ?? '/')
      // Several requests may share this response, and each can be read only once.
      if (rendered instanceof Response) return rendered.clone()
      sendPage(rendered, request, response)
      return 'written'
    },
  }
}
