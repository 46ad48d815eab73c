import { LibsqlError } from '@libsql/client/http'
import type { RemoteConnection } from './connection.ts'
import { type Answer, type StreamRequest, type StreamResult, textOf } from './hrana.ts'

/** A connection of the server to the database, which it keeps for us. */
type Stream = {
  url: string
  /** Names the stream in its next request; null before the first. */
  baton: string | null
  usedAt: number
}

/** More calls wait: the server runs one write at a time, and has no more than two cores' use of reads. */
const maxStreams = 16

/** In ms. sqld ends a stream that is idle for 10 s. */
const maxIdle = 8_000

/**
 * Runs requests on streams of the server, each of which is a connection to the database. They are
 * kept for the next call, because a new one reads the whole schema: ten times the time of most
 * queries. Their SQL is sent each time: sqld would keep 50 texts for a stream, too few for it to help.
 */
export function createStreams(
  connection: RemoteConnection,
  server: { url: string; authorization: string | null },
) {
  const idle: Stream[] = []
  const waiting: (() => void)[] = []
  let inUse = 0

  const open = (): Stream => ({
    url: server.url,
    baton: null,
    usedAt: 0,
  })

  /** The latest used, so that those which aren't needed end. */
  function takeIdle() {
    const latest = idle.pop()
    if (latest && performance.now() - latest.usedAt < maxIdle) return latest
    idle.length = 0
    return undefined
  }

  /** The results, or undefined when the server no longer has the stream: then it has run nothing. */
  async function ask(
    stream: Stream,
    requests: StreamRequest[],
    ends: boolean,
  ): Promise<StreamResult[] | undefined> {
    const isKept = stream.baton !== null
    const sent = [...requests.map(textOf), ...(ends ? ['{"type":"close"}'] : [])]
    const { status, text } = await connection.send({
      ...server,
      url: stream.url,
      body: `{"baton":${JSON.stringify(stream.baton)},"requests":[${sent.join()}]}`,
    })
    if (isKept && status === 400 && /STREAM_EXPIRED|invalid baton/i.test(text)) return undefined
    if (status !== 200) throw refusalOf(status, text)
    const { baton, base_url, results }: Answer = JSON.parse(text)
    stream.baton = baton
    if (base_url) stream.url = new URL('v2/pipeline', `${base_url.replace(/\/$/, '')}/`).href
    stream.usedAt = performance.now()
    return results.slice(0, requests.length)
  }

  return {
    /**
     * Runs the requests in order and returns their results.
     * @param once on a stream of its own, for what changes the connection
     * @throws {LibsqlError} when the server refuses them all; a result may be an error besides
     */
    async run(requests: StreamRequest[], { once = false } = {}): Promise<StreamResult[]> {
      if (inUse >= maxStreams) await new Promise<void>((resolve) => waiting.push(resolve))
      else inUse += 1
      try {
        const kept = once ? undefined : takeIdle()
        let stream = kept ?? open()
        let results = await ask(stream, requests, once)
        if (!results) {
          // The others are as old, or the server has restarted.
          idle.length = 0
          stream = open()
          results = await ask(stream, requests, once)
        }
        if (!results) throw new LibsqlError('The server keeps no streams', 'STREAM_EXPIRED')
        // After an error in a batch its transaction might still be open.
        const isClean = results.every((result) => result.type === 'ok' && !hasFailed(result))
        if (stream.baton !== null && isClean) idle.push(stream)
        // Its end is not waited for; sqld would keep it for ten seconds, and has 128.
        else if (stream.baton !== null) ask(stream, [], true).catch(() => undefined)
        return results
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inUse -= 1
      }
    },
  }
}

const hasFailed = (result: StreamResult) =>
  result.type === 'ok' &&
  result.response.type === 'batch' &&
  result.response.result.step_errors.some(Boolean)

/** The server can't read one of the requests, which may have half a character, and has run none of them. */
export const isNotUnderstood = (error: unknown) =>
  error instanceof LibsqlError && error.rawCode === 400

/** With the HTTP status as `rawCode`. */
function refusalOf(status: number, text: string) {
  try {
    const { message, code } = JSON.parse(text)
    if (message) return new LibsqlError(message, code ?? 'SERVER_ERROR', undefined, status)
  } catch {
    // Not from the database server, but maybe from a proxy before it.
  }
  const said = text.trim() && text.length < 200 ? `: ${text.trim()}` : ''
  const message = `Server returned HTTP status ${status}${said}`
  return new LibsqlError(message, 'SERVER_ERROR', undefined, status)
}
