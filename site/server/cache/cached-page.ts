import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from '../encoding.ts'
import { transportSecurity } from '../security-headers.ts'
import {
  overTls,
  type PreparedResponse,
  prepareResponse,
  send,
  sendHead,
} from './prepared-response.ts'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

export type CachedPage = {
  /** The epoch in which it was rendered; in a later one it is only the last good page. */
  epoch: number
  /** With its quotes, without the `W/` that says that encodings share it. */
  etag: string
  answers: Record<Encoding, PreparedResponse>
  notModified: PreparedResponse
  /** About what it takes in memory. */
  bytes: number
  /** Whether someone asked for it since the cache last looked. */
  referenced: boolean
}

/**
 * A browser always asks whether its copy still holds. A cache in front of Foyer, which sees no
 * publishing, may answer for ten seconds on its own, ten more while it asks, and for a day while
 * Foyer is away (RFC 5861; RFC 9213 for those that take `s-maxage` to forbid the rest).
 */
const shared = 'stale-while-revalidate=10, stale-if-error=86400'
export const caching = [
  'cache-control',
  `public, max-age=0, must-revalidate, s-maxage=10, ${shared}`,
  'cdn-cache-control',
  `max-age=10, ${shared}`,
  'vary',
  'Accept-Encoding',
]

/** Not as hard as it goes: that would take a visitor's 0.1 s on an ordinary page, and 5 s on one of 2,000 jobs, for a tenth of its bytes. */
const brotliQuality = 6

async function encode(body: Buffer): Promise<Record<Encoding, Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    // No larger than the page: the usual window takes 4 MB for each that is compressed.
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
  // What zlib answers is a small part of a large buffer, which would stay with it.
  return { identity: body, gzip: Buffer.from(zipped), br: Buffer.from(smaller) }
}

/** Reads the response and compresses it, once for all who will ask. */
export async function createCachedPage(response: Response, epoch: number): Promise<CachedPage> {
  const bodies = await encode(Buffer.from(await response.arrayBuffer()))
  const made = new Set(['cache-control', 'content-length', 'content-type', 'vary', 'etag'])
  const own = [...response.headers].filter(([name]) => !made.has(name)).flat()
  const digest = createHash('sha256').update(own.join('\n')).update(bodies.identity)
  const etag = `"${digest.digest('base64url').slice(0, 22)}"`
  const headers = ['etag', `W/${etag}`, ...caching]
  const status = response.status === 410 ? 410 : 200
  const answer = (encoding: Encoding) => {
    const body = bodies[encoding]
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const length = ['content-length', String(body.length)]
    const type = ['content-type', 'text/html; charset=utf-8']
    return prepareResponse(status, [...own, ...headers, ...type, ...coding, ...length], body)
  }
  const answers = { identity: answer('identity'), gzip: answer('gzip'), br: answer('br') }
  const notModified = prepareResponse(304, [...own, ...headers], Buffer.alloc(0))
  // Each is kept twice: as it was made, and as it goes over the wire.
  const bytes = Object.values(answers).reduce(
    (sum, { head, body }) => sum + 2 * (head.length + body.length),
    0,
  )
  return { epoch, etag, answers, notModified, bytes, referenced: false }
}

/** RFC 9110 §13.1.2: `*`, or a list in which this tag stands, strong or weak. */
const isKnown = (condition: string, etag: string) =>
  condition.includes(etag) || condition.trim() === '*'

/** Writes the page as it suits the browser, or that it has it already; answers the status. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): number {
  const { headers } = request
  const whole = page.answers[encodingFor(headers['accept-encoding'])]
  const condition = headers['if-none-match']
  // RFC 9110 §13.2.1: conditions are for what would be a success.
  const known = condition && whole.status === 200 && isKnown(condition, page.etag)
  const answer = known ? page.notModified : whole
  // What the door has set on the response is not in what lies ready.
  const prepared = response.hasHeader(transportSecurity[0]) ? overTls(answer) : answer
  if (request.method === 'HEAD') sendHead(prepared, response)
  else send(prepared, response)
  return prepared.status
}
