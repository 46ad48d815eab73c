import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cacheKey } from './cacheable.ts'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

type Encoding = 'identity' | 'gzip' | 'br'
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
const worthKeeping = (status: number) => status === 200 || status === 410

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

function encodingFor(accept: string | string[] | undefined): Encoding {
  if (typeof accept !== 'string') return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept) ? 'gzip' : 'identity'
}

function write(page: Page, request: IncomingMessage, response: ServerResponse) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, ['etag', page.etag, 'vary', 'Accept-Encoding']).end()
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
    if (response.status >= 500) return lastGood.get(key) ?? response
    if (!worthKeeping(response.status) || response.headers.has('set-cookie')) return response
    const page = await pack(response)
    if (began === epoch) {
      fresh.set(key, page)
      lastGood.delete(key)
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
    const latest = [...fresh].slice(-refreshed)
    lastGood = new Map([...lastGood, ...latest].slice(-refreshed))
    fresh = new Map()
    void refresh([...lastGood.keys()], epoch)
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
