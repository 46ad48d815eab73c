import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cacheKey } from './cacheable.ts'
import { type Encoding, encodingFor } from './encoding.ts'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Set by whoever renders, on a page that lacks something it should have shown. Never leaves the process. */
export const incomplete = 'x-incomplete'

/** Set on the page that says that the site is in maintenance: no failure, so no page of before stands in for it. Never leaves the process. */
export const maintenance = 'x-maintenance'

type Page = {
  status: number
  etag: string
  body: Record<Encoding, Buffer>
  headers: Record<Encoding, string[]>
}

/** The bound of what is kept; the oldest goes first. */
const capacity = 2000
/** After a change this many of the latest pages are rendered again at once, before anyone asks. */
const refreshed = 100

/** A closed job's page is kept as well; a missing page is not, or a scan would push out the real ones. */
const worthKeeping = ({ status, headers }: Response) =>
  (status === 200 || status === 410) && !isPrivate(headers)

const isPrivate = (headers: Headers) => headers.get('cache-control') === 'no-store'

/** Rendered while something that it shows could not be read: good enough for one visitor, not to keep. */
const isUncertain = ({ headers }: Response) => headers.has(incomplete)

async function pack(response: Response): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const body = {
    identity,
    gzip: await gzipped(identity, { level: 9 }),
    br: await brotlied(identity, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  }
  const own = ['cache-control', 'content-length', 'content-type']
  const shared = [...response.headers].filter(([name]) => !own.includes(name)).flat()
  shared.push('content-type', 'text/html; charset=utf-8')
  shared.push('etag', etag, 'vary', 'Accept-Encoding', 'cache-control', 'no-cache')
  const headersFor = (encoding: Encoding) => [
    ...shared,
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    'content-length',
    String(body[encoding].length),
  ]
  return {
    status: response.status,
    etag,
    body,
    headers: {
      identity: headersFor('identity'),
      gzip: headersFor('gzip'),
      br: headersFor('br'),
    },
  }
}

function write(page: Page, request: IncomingMessage, response: ServerResponse) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  // RFC 9110 §13.2.1: conditions are for what would be a success.
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    const again = ['etag', page.etag, 'vary', 'Accept-Encoding', 'cache-control', 'no-cache']
    response.writeHead(304, again).end()
    return
  }
  response.writeHead(page.status, page.headers[encoding])
  response.end(request.method === 'HEAD' ? undefined : page.body[encoding])
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
}: {
  render: (key: string) => Promise<Response>
  readVersion: () => Promise<number>
}) {
  let version = -1
  /** Raised with every change seen: a page whose rendering began in an earlier epoch is not kept. */
  let epoch = 0
  let fresh = new Map<string, Page>()
  /** What was fresh before the last change: only for while the page cannot be rendered. */
  let lastGood = new Map<string, Page>()
  let inFlight = new Map<string, Promise<Page | Response>>()

  async function renderNow(key: string): Promise<Page | Response> {
    const began = epoch
    const response = await render(key)
    if (response.headers.has(maintenance)) {
      if (began === epoch) lastGood = new Map()
      return response
    }
    const failed = response.status >= 500
    if (failed || isUncertain(response)) return lastGood.get(key) ?? response
    // Whatever it is now, unpublished or gone as well: the page of before must not come back.
    if (began === epoch) lastGood.delete(key)
    if (!worthKeeping(response) || response.headers.has('set-cookie')) return response
    const page = await pack(response)
    if (began === epoch) {
      fresh.set(key, page)
      const oldest = fresh.keys().next()
      if (fresh.size > capacity && !oldest.done) fresh.delete(oldest.value)
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

  async function refresh(keys: string[], began: number) {
    for (const key of keys) {
      if (began !== epoch) return
      await renderOnce(key).catch(() => undefined)
    }
  }

  function changed() {
    epoch++
    inFlight = new Map()
    lastGood = new Map([...lastGood, ...fresh].slice(-capacity))
    fresh = new Map()
    void refresh([...lastGood.keys()].slice(-refreshed), epoch)
  }

  return {
    /** Looks whether anything changed; when this returns, no older page is answered any more. */
    async follow() {
      const current = await readVersion()
      if (current === version) return
      version = current
      changed()
    },

    /** Answers from memory, in the server's own listener; false when the page has to be made. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const key = cacheKey(request.url ?? '')
      const page = key === null ? undefined : fresh.get(key)
      if (page) write(page, request, response)
      return page !== undefined
    },

    /** Makes the page at a cacheable address. Writes it, or answers the Response of one that is not kept. */
    async make(request: IncomingMessage, response: ServerResponse): Promise<Response | 'written'> {
      const made = await renderOnce(cacheKey(request.url ?? '') ?? '/')
      // A response that several wait for can be read only once.
      if (made instanceof Response) return made.clone()
      write(made, request, response)
      return 'written'
    },
  }
}
