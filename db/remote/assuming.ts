import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '@libsql/client/http'
import type { Db } from '../client.ts'
import type { StreamRequest, StreamResult } from './hrana.ts'

type Read = (request: StreamRequest) => Promise<StreamResult>

/** One run of `work`. */
type Run = {
  /** Assuming, until what was assumed is checked: before the first write, and at the end. */
  state: 'assuming' | 'right' | 'wrong'
  /** Whether each of what was assumed is still so. */
  checks: Promise<boolean>[]
  /** What this run has asked, by statement: asked once. */
  asked: Map<string, Promise<StreamResult>>
  /** What was assumed after an answer had been waited for. */
  late: Map<string, StreamRequest>
  hasWaited: boolean
}

type Known = { text: string; result: StreamResult; isSteady: boolean; at: number }

/** Lengths of JSON. Larger results are waited for. */
const maxResult = 16_384
const maxAll = 8_000_000
/** In ms. Candidates' data is not kept for longer. */
const maxAge = 60_000
const maxNames = 500
/** Then it runs as on a file. */
const maxRuns = 3

const current = new AsyncLocalStorage<Run>()

/** Thrown by the first write of a run that assumed what is no longer so. */
class Outdated extends Error {
  override name = 'Outdated'
}

/**
 * Runs `work`, which may assume that what it reads is still as it was when it was last read, so that
 * reads which depend on each other take one round trip to a database server instead of several. All
 * is read nevertheless, at once. What it returns or throws, and its first write, wait for the answers;
 * if one differs, `work` runs again. So before its first write it must change nothing, and what it
 * returns is as new as if it had waited for each. On a file it just runs.
 * @param name of all calls that read about the same
 * @param discard frees what an outdated run has returned
 */
export async function assuming<R>(
  db: Db,
  name: string,
  work: () => Promise<R>,
  discard?: (result: R) => unknown,
): Promise<R> {
  const reads = assumedReads.get(db.$client)
  if (!reads || current.getStore()?.state === 'assuming') return work()
  for (let runs = 1; runs < maxRuns; runs++) {
    const run: Run = {
      state: 'assuming',
      checks: [],
      asked: new Map(),
      late: new Map(),
      hasWaited: false,
    }
    const outcome = await current.run(run, async () => {
      reads.begin(name)
      return settled(work())
    })
    const isRight = await check(run)
    reads.end(name, run.late)
    if (isRight) return outcome()
    await Promise.resolve()
      .then(outcome)
      .then(discard, () => undefined)
  }
  return current.exit(work)
}

/** Runs `work` as if nothing were assumed: for what several calls share, or what may happen twice. */
export const withoutAssuming = <R>(work: () => R): R => current.exit(work)

async function check(run: Run): Promise<boolean> {
  for (let seen = -1; seen < run.checks.length; ) {
    seen = run.checks.length
    if (run.state === 'assuming' && (await Promise.all(run.checks)).includes(false))
      run.state = 'wrong'
  }
  if (run.state === 'assuming') run.state = 'right'
  return run.state === 'right'
}

/** Waits until all that was assumed is known to be so; throws, and nothing is written, if it is not. */
export async function beforeWrite(): Promise<void> {
  const run = current.getStore()
  if (run && !(await check(run))) throw new Outdated('What was read has changed')
}

type AssumedReads = {
  read: Read
  /** Asks at once for what was late in the run before. */
  begin(name: string): void
  end(name: string, late: Run['late']): void
}

/** Of the clients of servers. */
export const assumedReads = new WeakMap<Client, AssumedReads>()

/** @param ask asks the server */
export function createAssumedReads(ask: Read): AssumedReads {
  const known = new Map<string, Known>()
  const lateOf = new Map<string, Run['late']>()
  let length = 0

  function forget(key: string, { text }: Known) {
    known.delete(key)
    length -= key.length + text.length
  }

  /** Returns it as text. */
  function keep(key: string, result: StreamResult): string {
    const before = known.get(key)
    if (before) forget(key, before)
    const text = JSON.stringify(foundIn(result))
    if (result.type === 'error' || text.length > maxResult) return text
    known.set(key, { text, result, isSteady: before?.text === text, at: performance.now() })
    length += key.length + text.length
    for (const [oldest, one] of known) {
      if (length <= maxAll && one.at > performance.now() - maxAge) break
      forget(oldest, one)
    }
    return text
  }

  /** What may be assumed: not what has changed at each of the last two times. */
  function steady(key: string) {
    const found = known.get(key)
    return found?.isSteady && found.at > performance.now() - maxAge ? found : undefined
  }

  /** Once in each run. */
  function askOnce(run: Run, key: string, request: StreamRequest) {
    const sent = run.asked.get(key) ?? ask(request)
    // It may not be needed.
    sent.catch(() => undefined)
    run.asked.set(key, sent)
    return sent
  }

  async function read(request: StreamRequest) {
    const run = current.getStore()
    if (run?.state === 'wrong') throw new Outdated('What was read has changed')
    if (run?.state !== 'assuming') return ask(request)
    const key = JSON.stringify(request)
    const sent = askOnce(run, key, request)
    const assumed = steady(key)
    if (assumed) {
      if (run.hasWaited) run.late.set(key, request)
      const checked = sent.then((result) => keep(key, result) === assumed.text)
      checked.catch(() => undefined)
      run.checks.push(checked)
      return assumed.result
    }
    const result = await sent
    run.hasWaited = true
    keep(key, result)
    return result
  }

  return {
    read,
    begin(name) {
      const run = current.getStore()
      for (const [key, request] of lateOf.get(name) ?? [])
        if (run && steady(key)) askOnce(run, key, request)
    },
    end(name, late) {
      if (lateOf.size >= maxNames) lateOf.clear()
      lateOf.set(name, late)
    },
  }
}

/** What a result says, without how long it took. */
function foundIn(result: StreamResult): unknown {
  if (result.type === 'error') return result.error
  const { response } = result
  if (response.type === 'execute') return response.result.rows
  return response.type === 'batch' && response.result.step_results.map((step) => step?.rows)
}

/** A failure is thrown when the result is asked for: it may not be needed. */
const settled = <R>(promise: Promise<R>): Promise<() => R> =>
  promise.then(
    (result) => () => result,
    (error) => () => {
      throw error
    },
  )
