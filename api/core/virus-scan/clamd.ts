import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Ms until a connection is given up. */
const connectMs = 5_000
/** Ms without an answer: by default clamd scans a file for two minutes at most. */
const answerMs = 150_000
/**
 * Ms between two chunks. clamd answers that a file is too large and closes at once; a write that
 * fails then takes the answer with it, unless that was read in a pause.
 */
const pausesMs = [0, 5, 50]
/** In bytes; a name of a signature is short. */
const maxReply = 4096
const maxThreat = 200

export type Verdict =
  | { state: 'clean' | 'too_large' }
  /** `threat`: the name of what was found. */
  | { state: 'infected'; threat: string }

/** There is no connection to clamd; `cause` says why. */
export class Unreachable extends Error {}

type Address = { host: string; port: number } | { path: string }

/** Of CLAMD_URL, which the environment has checked: `tcp://host:port` or `unix:/path`. */
export function clamdAddress(url: string): Address {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Opens a connection and returns the reply to what `send` writes; throws without one. */
async function ask(
  address: Address,
  send: (
    write: (bytes: Uint8Array) => Promise<void>,
    isAnswered: () => boolean,
  ) => Promise<void> | void,
  { pauseMs = 0, signal }: { pauseMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  signal?.throwIfAborted()
  const socket = connect(address)
  const abort = () => socket.destroy(new Error('The scan was stopped'))
  signal?.addEventListener('abort', abort)
  let reply = ''
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('data', (bytes) => {
      reply += bytes.toString('utf8')
      const end = reply.indexOf('\0')
      if (end >= 0) resolve(reply.slice(0, end))
      else if (reply.length > maxReply) reject(new Error('The virus scanner sent no proper answer'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The virus scanner closed without an answer')))
    socket.on('timeout', () => socket.destroy(new Error('The virus scanner did not answer')))
  })
  // It may fail before anyone awaits it.
  answer.catch(() => {})
  try {
    socket.setTimeout(connectMs)
    await Promise.race([once(socket, 'connect'), answer]).catch((cause: unknown) => {
      throw new Unreachable('clamd can’t be reached', { cause })
    })
    socket.setTimeout(answerMs)
    const isAnswered = () => reply !== '' || socket.destroyed
    const write = async (bytes: Uint8Array) => {
      if (pauseMs) await pause(pauseMs)
      if (!isAnswered()) await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    }
    await Promise.race([send(write, isAnswered), answer])
    return await answer
  } finally {
    signal?.removeEventListener('abort', abort)
    socket.destroy()
  }
}

/** Throws when clamd can't be reached. */
export async function ping(address: Address): Promise<void> {
  const reply = await ask(address, (write) => write(Buffer.from('zPING\0')))
  if (reply !== 'PONG') throw new Error(`The virus scanner answered ${reply.slice(0, 100)}`)
}

const lengthOf = (bytes: number) => {
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(bytes)
  return prefix
}

const isCutOff = (error: unknown) =>
  ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Sends the bytes to clamd, without a file that both could read (clamd(8), INSTREAM). */
export async function scan(
  address: Address,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  signal?: AbortSignal,
): Promise<Verdict> {
  for (const pauseMs of pausesMs)
    try {
      return await scanOnce(address, await open(), { pauseMs, signal })
    } catch (error) {
      if (!isCutOff(error) || pauseMs === pausesMs.at(-1)) throw error
    }
  throw new Error('Nothing was sent to the virus scanner')
}

async function scanOnce(
  address: Address,
  body: AsyncIterable<Uint8Array>,
  options: { pauseMs: number; signal: AbortSignal | undefined },
) {
  const send: Parameters<typeof ask>[1] = async (write, isAnswered) => {
    await write(Buffer.from('zINSTREAM\0'))
    for await (const chunk of body) {
      if (isAnswered()) return
      if (chunk.length) await write(Buffer.concat([lengthOf(chunk.length), chunk]))
    }
    await write(lengthOf(0))
  }
  return verdictOf(await ask(address, send, options))
}

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return { state: 'clean' }
  if (reply.startsWith('INSTREAM size limit exceeded')) return { state: 'too_large' }
  const [, threat] = /^stream: (.+) FOUND$/s.exec(reply) ?? []
  // With AlertExceedsMax clamd says so of files that it has not scanned to the end.
  if (threat?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'too_large' }
  if (threat) return { state: 'infected', threat: threat.slice(0, maxThreat) }
  throw new Error(`The virus scanner answered ${reply.slice(0, 100)}`)
}
