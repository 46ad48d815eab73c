import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { cacheKey } from './cacheable.ts'
import { type CachedPage, createCachedPage, sendPage } from './cached-page.ts'
import { createCaches } from './caches.ts'

/** Set by whoever renders, on a page that lacks something it should have shown. Never leaves the process. */
export const incomplete = 'x-incomplete'

/** Set on the page that says that the site is in maintenance: no failure, so no page of before stands in for it. Never leaves the process. */
export const maintenance = 'x-maintenance'

/** After a change so many pages are rendered again at once, before anyone asks; the others in a tenth of the time there is. */
const atOnce = 100

/** A closed job's page is kept as well; a missing page is not, or a scan would push out the real ones. */
const isCacheable = ({ status, headers }: Response) =>
  (status === 200 || status === 410) &&
  headers.get('cache-control') !== 'no-store' &&
  !headers.has('set-cookie')

/** A failure, or rendered while something that it shows could not be read: good enough for one visitor, not to keep. */
const isUncertain = ({ status, headers }: Response) => status >= 500 || headers.has(incomplete)

/** Where pages lie as files as well. Both are told in the same turn of the event loop in which the cache itself changes. */
export type PageFiles = {
  /** The page is new: its file may be there until the next `dropAll`. */
  put(key: string, page: CachedPage): void
  /** When this returns, no file of before is found any more. */
  dropAll(): void
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * The public pages as they were last rendered, in memory until `version` moves.
 * `render` gets the path and the query that matters, nothing of the visitor, so what is kept is
 * everyone's. It stands before Astro so that a hit costs a look-up and a write.
 */
export function createPageCache({
  render,
  readVersion,
  files,
}: {
  render: (key: string) => Promise<Response>
  readVersion: () => Promise<number>
  files?: PageFiles | undefined
}) {
  let version = -1
  /** Raised with every change seen: what was rendered in an earlier epoch is only for while it cannot be rendered again. */
  let epoch = 0
  /** How pages were answered, and how often one was made. */
  const counts = { hit: 0, notModified: 0, miss: 0, rendered: 0 }
  const caches = createCaches()
  let inFlight = new Map<string, Promise<CachedPage | Response>>()
  let warming: { keys: string[]; done: number } = { keys: [], done: 0 }

  function fresh(key: string) {
    const page = caches.get(key)
    return page?.epoch === epoch ? page : undefined
  }

  async function renderNow(key: string): Promise<CachedPage | Response> {
    const began = epoch
    counts.rendered++
    const response = await render(key)
    if (response.headers.has(maintenance)) {
      if (began === epoch) caches.clear()
      return response
    }
    if (isUncertain(response)) return caches.get(key) ?? response
    // Whatever it is now, unpublished or gone as well: the page of before must not come back.
    if (began === epoch) caches.drop(key)
    if (!isCacheable(response)) return response
    const page = await createCachedPage(response, began)
    if (began === epoch) {
      caches.put(key, page)
      files?.put(key, page)
    }
    return page
  }

  /** Equal requests wait for one rendering, but never for one that began before the last change. */
  function renderOnce(key: string) {
    const flights = inFlight
    const flying = flights.get(key)
    if (flying) return flying
    const flight = renderNow(key).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  /**
   * Renders what is not fresh, one after the other, and stops at the next change. It takes a third of
   * the time while nobody asks for anything, a tenth while everybody does.
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
    // Also those that it has not come to yet.
    const left = warming.keys.slice(warming.done)
    void warm([...new Set([...caches.pages(), ...left])])
  }

  return {
    warm,
    counts: counts as Readonly<typeof counts>,

    /**
     * Looks whether anything changed; when this returns, no older page is answered any more.
     * `afterWrite`: the same when the version cannot be read, since then it may have changed.
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

    /** Answers from memory, in the server's own listener; false when the page has to be made. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const url = request.url ?? ''
      const page = fresh(url) ?? (url.includes('?') ? fresh(cacheKey(url) ?? '') : undefined)
      if (!page) return false
      page.referenced = true
      if (sendPage(page, request, response) === 304) counts.notModified++
      else counts.hit++
      return true
    },

    /** Makes the page at a cacheable address. Writes it, or answers the Response of one that is not kept. */
    async render(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<Response | 'written'> {
      counts.miss++
      const rendered = await renderOnce(cacheKey(request.url ?? '') ?? '/')
      // A response that several wait for can be read only once.
      if (rendered instanceof Response) return rendered.clone()
      sendPage(rendered, request, response)
      return 'written'
    },
  }
}
