import { lookup, Resolver } from 'node:dns/promises'
import { Agent, type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { beforeEffect } from '#db/remote/assuming.ts'
import { isPublic } from './addresses.ts'
import { hostOf, parseHost } from './hosts.ts'

type OutboundReason =
  /** Not an https address, or one with a name and password or another port. */
  | 'address'
  /** It leads inside the company or to this machine. */
  | 'inside'
  | 'not_found'
  | 'refused'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'broken'
  /** The caller's signal ended it. */
  | 'aborted'

const sentences: Record<OutboundReason, string> = {
  address: 'Enter an address that begins with https://, without user name and password',
  inside: 'This address is inside the company. Only the operator can allow it, with WEBHOOK_HOSTS',
  not_found: 'The server was not found by its name',
  refused: 'Nothing answers at this address',
  certificate: "The server's certificate is not valid, or the connection is not encrypted",
  timeout: 'The server did not answer in time',
  too_large: 'The server sent too much',
  broken: 'The server closed the connection before it had answered',
  aborted: 'The request was stopped',
}

/** Why there is no response. `sentence` is for a person and doesn't contain the address. */
export class OutboundError extends Error {
  readonly reason: OutboundReason
  readonly sentence: string
  constructor(
    reason: OutboundReason,
    { sentence = sentences[reason], cause = undefined as unknown } = {},
  ) {
    super(sentence, { cause })
    this.reason = reason
    this.sentence = sentence
  }
}

export type OutboundRequest = {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** More is an error, unless `isPartEnough`. */
  maxBytes: number
  /** For everything: name, connection, response and its body. */
  timeoutMs: number
  signal?: AbortSignal
  /**
   * The status counts: resolves with the body so far once there are `maxBytes`, time is up or the
   * connection is lost. With `maxBytes` 0 it resolves as soon as the headers are there.
   */
  isPartEnough?: boolean
}

type OutboundResponse = {
  /** Also 3xx: redirects are not followed. */
  status: number
  headers: Record<string, string>
  body: Buffer
}

export type Outbound = {
  /** What is wrong with an address, as far as its text shows. */
  check: (url: string) => OutboundError | undefined
  /** @throws OutboundError */
  send: (request: OutboundRequest) => Promise<OutboundResponse>
}

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Requests to addresses that people entered. */
    outbound: Outbound
  }
}

type Address = { address: string; family: number }

/** All addresses of a name; rejects when it has none. */
type Resolve = (host: string) => Promise<Address[]>

/** Not `lookup`: a name server that hangs would occupy the threads that read and write files. */
async function resolvePublic(host: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((result, at) =>
    result.status === 'fulfilled'
      ? result.value.map((address) => ({ address, family: at ? 6 : 4 }))
      : [],
  )
  if (addresses.length) return addresses
  throw found[0].status === 'rejected' ? found[0].reason : new Error('no addresses')
}

const resolveInside: Resolve = (host) => lookup(host, { all: true })

const maxUrl = 2_000

/** RFC 6761 §6.3: these names are this machine. */
const isLocalName = (host: string) => /(^|\.)localhost$/.test(host)

/** Error codes of Node and OpenSSL for certificates and handshakes. */
const ofTls = /^(EPROTO|ERR_(SSL|TLS)_|CERT_|DEPTH_|SELF_|UNABLE_TO_|HOSTNAME_)/

function reasonOf(error: unknown): OutboundReason {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (ofTls.test(code)) return 'certificate'
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'EBADNAME'].includes(code))
    return 'not_found'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(code))
    return 'refused'
  return ['ETIMEDOUT', 'ETIMEOUT'].includes(code) ? 'timeout' : 'broken'
}

const asOutboundError = (error: unknown) =>
  error instanceof OutboundError ? error : new OutboundError(reasonOf(error), { cause: error })

/** Rejects as soon as the signal is aborted. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Requests to addresses that people entered: https on port 443 of public addresses, where the
 * address that was checked is the one that is connected (no DNS rebinding). No redirects, no proxy,
 * no connection is used twice.
 */
export function createOutbound({
  allowedHosts,
  ca,
  resolve,
}: {
  /** WEBHOOK_HOSTS: hosts inside the company that may be called, as `host` or `host:port`. */
  allowedHosts: readonly string[]
  /** Certificate authorities instead of the usual ones. */
  ca?: string | Buffer
  /** Replaces DNS. */
  resolve?: Resolve
}): Outbound {
  const allowed = allowedHosts.flatMap((entry) => parseHost(entry) ?? [])
  // A resumed session would skip the check of the certificate.
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0, ...(ca && { ca }) })

  const isAllowed = (host: string, port: number) =>
    allowed.some((one) => one.host === host && (one.port === undefined || one.port === port))

  function parse(text: string) {
    // The parser takes `https:host` too, which is not what other programs read.
    const isWritten = text.length <= maxUrl && /^https:\/\//i.test(text)
    const url = isWritten ? URL.parse(text) : null
    if (url?.protocol !== 'https:' || url.username || url.password || !url.hostname)
      throw new OutboundError('address')
    const host = hostOf(url)
    const port = Number(url.port || 443)
    const isListed = isAllowed(host, port)
    if (!isListed && (isLocalName(host) || (isIP(host) && !isPublic(host))))
      throw new OutboundError('inside')
    if (!isListed && port !== 443)
      throw new OutboundError('address', {
        sentence:
          'Enter an address without a port. Only the operator can allow others, with WEBHOOK_HOSTS',
      })
    return { url, host, port, isListed }
  }

  async function addressesOf(host: string, isListed: boolean): Promise<Address[]> {
    if (isIP(host)) return [{ address: host, family: isIP(host) }]
    const addresses = await (resolve ?? (isListed ? resolveInside : resolvePublic))(host)
    // One address inside is enough: which one is connected is not ours to choose.
    if (!isListed && !addresses.every(({ address }) => isPublic(address)))
      throw new OutboundError('inside')
    return addresses
  }

  function exchange(
    { method, headers, body, maxBytes, isPartEnough = false }: OutboundRequest,
    options: RequestOptions,
    signal: AbortSignal,
  ) {
    return new Promise<OutboundResponse>((done, failed) => {
      let failure = failed
      const sent = request({ ...options, method, agent, signal }, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          const all = Buffer.concat(chunks)
          done({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            body: isPartEnough ? all.subarray(0, maxBytes) : all,
          })
          sent.destroy()
        }
        const fail = (error?: unknown) => {
          if (isPartEnough) finish()
          else failed(error)
          sent.destroy()
        }
        failure = fail
        const announced = Number(response.headers['content-length'] ?? 0)
        response.on('error', fail)
        response.on('end', finish)
        response.on('close', () => fail(new OutboundError('broken')))
        if (maxBytes === 0 && isPartEnough) return finish()
        if (announced > maxBytes && !isPartEnough) return fail(new OutboundError('too_large'))
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size > maxBytes) fail(new OutboundError('too_large'))
        })
      })
      sent.on('error', (error) => failure(error))
      // Also without a response: Node takes a 101 (switching protocols) for none.
      sent.on('close', () => failure(new OutboundError('broken')))
      sent.setHeader('accept-encoding', 'identity')
      for (const [name, value] of Object.entries(headers ?? {})) sent.setHeader(name, value)
      if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body))
      sent.end(body)
    })
  }

  return {
    check(url) {
      try {
        parse(url)
      } catch (error) {
        return asOutboundError(error)
      }
    },

    async send(given) {
      await beforeEffect()
      const deadline = AbortSignal.timeout(given.timeoutMs)
      const signal = AbortSignal.any([deadline, ...(given.signal ? [given.signal] : [])])
      try {
        if (signal.aborted) throw new OutboundError('aborted')
        const { url, host, port, isListed } = parse(given.url)
        const addresses = await unlessAborted(signal, addressesOf(host, isListed))
        const checked: LookupFunction = (_host, options, callback) => {
          const [first] = addresses
          if (options.all) callback(null, addresses)
          else callback(null, first?.address ?? '', first?.family)
        }
        const options = {
          host,
          port,
          path: `${url.pathname}${url.search}`,
          setHost: false,
          headers: { host: url.host },
          // Not for addresses (RFC 6066 §3).
          ...(!isIP(host) && { servername: host }),
          lookup: checked,
          // Node's 250 ms are too short for another continent.
          autoSelectFamilyAttemptTimeout: 1_000,
        }
        return await exchange(given, options, signal)
      } catch (error) {
        if (deadline.aborted) throw new OutboundError('timeout', { cause: error })
        if (given.signal?.aborted) throw new OutboundError('aborted', { cause: error })
        throw asOutboundError(error)
      }
    },
  }
}
