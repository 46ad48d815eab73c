import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../client.ts'
import { beforeEffect } from './assuming.ts'
import type { StreamRequest, StreamResult } from './hrana.ts'
import { sendTogether } from './shared-reads.ts'

type Ask = (request: StreamRequest) => Promise<StreamResult>

/** Reads that go with a write. */
type Behind = {
  held: ({ request: StreamRequest } & PromiseWithResolvers<StreamResult>)[]
  /** Set once the write is sent. */
  written?: Promise<unknown>
}

const ofReads = new AsyncLocalStorage<Behind>()
const ofWrite = new AsyncLocalStorage<Behind>()

/**
 * Writes, then reads. A database server gets the first reads in the write's request, behind it, so
 * that they take no round trip of their own.
 * @param write one batch or statement
 */
export async function writeThen<W, R>(
  db: Db,
  write: () => Promise<W>,
  read: () => Promise<R>,
): Promise<[W, R]> {
  if (db.$client.protocol === 'file') {
    const written = await write()
    return [written, await read()]
  }
  await beforeEffect()
  const behind: Behind = { held: [] }
  // Queries of Drizzle begin only when they are awaited.
  const reading = ofReads.run(behind, async () => await read())
  reading.catch(() => undefined)
  await new Promise(setImmediate)
  const writing = ofWrite.run(behind, async () => await write())
  behind.written ??= ended(writing)
  return [await writing, await reading]
}

/** Without what it returned, which a timer that began meanwhile would keep. */
const ended = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    () => undefined,
  )

/** @param ask asks the server now */
export const behindWrites =
  (ask: Ask): Ask =>
  async (request) => {
    const behind = ofReads.getStore()
    if (!behind) return ask(request)
    if (behind.written) {
      await behind.written
      return ask(request)
    }
    const one = { request, ...Promise.withResolvers<StreamResult>() }
    behind.held.push(one)
    return one.promise
  }

/** Sends a write with the reads that wait for it. */
export async function sendWrite(
  request: StreamRequest,
  send: (requests: StreamRequest[]) => Promise<StreamResult[]>,
): Promise<StreamResult> {
  const behind = ofWrite.getStore()
  const held = behind?.held.splice(0) ?? []
  const reads = held.map((one) => one.request)
  const sent = sendTogether(reads, send, [request])
  if (behind) behind.written ??= ended(sent)
  try {
    const [result, ...others] = await sent
    for (const [n, { resolve }] of held.entries()) resolve(others[n]!)
    return result!
  } catch (error) {
    for (const { reject } of held) reject(error)
    throw error
  }
}
