import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from '../encoding.ts'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

type PreparedResponse = {
  readonly status: 200 | 304 | 410
  /** Name, value, name, value. */
  readonly headers: string[]
  readonly body: Buffer
}

export type CachedPage = {
  /** The epoch in which it was rendered; in a later one it is only the last good page. */
  epoch: number
  /** Quoted, without the `W/` that marks it as shared by all encodings. */
  etag: string
  answers: Record<Encoding, PreparedResponse>
  notModified: PreparedResponse
  /** Approximate memory use. */
  bytes: number
  /** The CLOCK algorithm's reference bit. */
  referenced: boolean
}

/**
 * Browsers always revalidate. Shared caches, which don't see changes, may serve a page for five
 * seconds, five more while revalidating, and for a day while Foyer is down (RFC 5861; RFC 9213 for
 * those that let `s-maxage` forbid stale responses).
 */
const shared = 'stale-while-revalidate=5, stale-if-error=86400'
export const caching = [
  'cache-control',
  `public, max-age=0, must-revalidate, s-maxage=5, ${shared}`,
  'cdn-cache-control',
  `max-age=5, ${shared}`,
  'vary',
  'Accept-Encoding',
]

/** 11 would take 0.1 s for an ordinary page and 5 s for one with 2,000 jobs, to save a tenth. */
const brotliQuality = 6

async function encode(body: Buffer): Promise<Record<Encoding, Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    // No larger than the page: the default window takes 4 MB per compression.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      22,
      Math.max(10, Math.ceil(Math.log2(body.length + 1))),
    ),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [zipped, smaller] = await Promise.all([
    gzipped(body, { level: 9 }),
    brotlied(body, { params }),
  ])
  // zlib returns a slice of a large buffer and would keep all of it in memory.
  return { identity: body, gzip: Buffer.from(zipped), br: Buffer.from(smaller) }
}

export async function createCachedPage(response: Response, epoch: number): Promise<CachedPage> {
  const bodies = await encode(Buffer.from(await response.arrayBuffer()))
  const made = new Set(['cache-control', 'content-length', 'content-type', 'vary', 'etag'])
  const own = [...response.headers].filter(([name]) => !made.has(name)).flat()
  const digest = createHash('sha256').update(own.join('\n')).update(bodies.identity)
  const etag = `"${digest.digest('base64url').slice(0, 22)}"`
  const headers = ['etag', `W/${etag}`, ...caching]
  const status = response.status === 410 ? 410 : 200
  const type = ['content-type', response.headers.get('content-type') ?? 'text/html; charset=utf-8']
  const answer = (encoding: Encoding): PreparedResponse => {
    const body = bodies[encoding]
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const length = ['content-length', String(body.length)]
    return { status, headers: [...own, ...headers, ...type, ...coding, ...length], body }
  }
  const answers = { identity: answer('identity'), gzip: answer('gzip'), br: answer('br') }
  const notModified: PreparedResponse = {
    status: 304,
    headers: [...own, ...headers],
    body: Buffer.alloc(0),
  }
  const bytes = Object.values(answers).reduce(
    (sum, { headers, body }) => sum + headers.join('').length + body.length,
    0,
  )
  return { epoch, etag, answers, notModified, bytes, referenced: false }
}

/** RFC 9110 §13.1.2: `*`, or a list with this tag, by weak comparison. */
const isKnown = (condition: string, etag: string) =>
  condition.includes(etag) || condition.trim() === '*'

/** Sends the page in the best encoding, or 304; returns the status. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): number {
  const { headers } = request
  const whole = page.answers[encodingFor(headers['accept-encoding'])]
  const condition = headers['if-none-match']
  // RFC 9110 §13.2.1: conditions apply only to what would be a success.
  const known = condition && whole.status === 200 && isKnown(condition, page.etag)
  const { status, headers: prepared, body } = known ? page.notModified : whole
  response.writeHead(status, prepared)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
  return status
}
