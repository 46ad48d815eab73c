import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '@libsql/client/http'
import type { Db } from '../client.ts'
import { type StreamRequest, type StreamResult, textOf } from './hrana.ts'

type Read = (request: StreamRequest) => Promise<StreamResult>

type Asked = Map<string, { sent: Promise<StreamResult>; at: number }>

/** One run of `work`. */
type Run = {
  /** Assuming, until what was assumed is checked: before the first write, and at the end. */
  state: 'assuming' | 'right' | 'wrong'
  /** Whether each of what was assumed is still so. */
  checks: Promise<boolean>[]
  /** What this run has asked, by statement: asked once. */
  asked: Asked
  /** What an outdated run of the same call has asked: these answers are there. */
  answered: Asked
  /** What was assumed after the first request had left. */
  late: Map<string, StreamRequest>
  hasSent: boolean
  /** What is done once in all runs of the call. */
  once: Map<string, Promise<unknown>>
  /** Its result has left, or was thrown away. What still runs in it reads as if there were none. */
  isOver: boolean
}

type Known = { text: string; result: StreamResult; isSteady: boolean; at: number }

/** Lengths of JSON. Larger results are waited for. */
const maxResult = 16_384
const maxAll = 8_000_000
/** What JSON needs for a value besides its text. */
const perValue = 25
/** In ms. Candidates' data is not kept for longer. */
const maxAge = 60_000
/** In ms. A body that comes slowly is not compared with what was read before it came. */
const maxWait = 1_000
const maxNames = 500
/** Then it runs as on a file. */
const maxRuns = 3

const current = new AsyncLocalStorage<Run>()

/** Thrown by the first effect of a run that assumed what is no longer so. */
class Outdated extends Error {
  override name = 'Outdated'
}

/**
 * Runs `work`, which may assume that what it reads is still as it was when it was last read, so that
 * reads which depend on each other take one round trip to a database server instead of several. All
 * is read nevertheless, at once. What it returns or throws, and its first write, wait for the answers;
 * if one differs, `work` runs again. So before its first write it must change nothing (`beforeEffect`,
 * `onceInAll`, `withoutAssuming`), and what it returns is as new as if it had waited for each. On a
 * file it just runs.
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
  const outer = current.getStore()
  // If that is wrong, the first read or write of `work` says so.
  if (!reads || (outer && !outer.isOver && outer.state !== 'right')) return work()
  const once: Run['once'] = new Map()
  let answered: Asked = new Map()
  for (let runs = 1; ; runs++) {
    const run: Run = {
      // The last waits for each answer.
      state: runs < maxRuns ? 'assuming' : 'right',
      checks: [],
      asked: new Map(),
      answered,
      late: new Map(),
      hasSent: false,
      once,
      isOver: false,
    }
    const outcome = await current.run(run, async () => {
      if (run.state === 'assuming') reads.begin(name)
      setImmediate(() => {
        run.hasSent = true
      })
      return settled(work())
    })
    const isRight = await settled(check(run))
    if (runs < maxRuns) reads.end(name, run.late)
    answered = new Map([...answered, ...run.asked])
    close(run)
    if (isRight.value) return outcome.get()
    if (discard && outcome.value !== undefined)
      await Promise.resolve(outcome.value)
        .then(discard)
        .catch(() => undefined)
    // The server is away, say.
    isRight.get()
  }
}

/** Timers and loops that began in it keep the run, but not what it has read. */
function close(run: Run) {
  run.isOver = true
  run.asked = new Map()
  run.answered = new Map()
  run.late = new Map()
  run.once = new Map()
  run.checks = []
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

/**
 * Waits until all that was assumed is known to be so, and throws if it is not: before a write, or a
 * call to another server, which could not be taken back. The database's client calls it itself.
 */
export async function beforeEffect(): Promise<void> {
  const run = current.getStore()
  if (run && !(await check(run))) throw new Outdated('What was read has changed')
}

/** Does it in the first run of a call, and returns the same in others: counting an attempt. */
export function onceInAll<R>(key: string, work: () => Promise<R>): Promise<R> {
  const run = current.getStore()
  if (!run || run.isOver) return work()
  const done = (run.once.get(key) as Promise<R> | undefined) ?? work()
  run.once.set(key, done)
  return done
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
  const lateOf = new Map<string, { late: Run['late']; at: number }>()
  let length = 0
  let isTimed = false

  function forget(key: string, { text }: Known) {
    known.delete(key)
    length -= key.length + text.length
  }

  /** Returns it as text, or undefined when it is not kept. */
  function keep(key: string, result: StreamResult): string | undefined {
    const before = known.get(key)
    if (before) forget(key, before)
    if (result.type === 'error' || isLarge(result)) return undefined
    const text = JSON.stringify(rowsOf(result))
    known.set(key, { text, result, isSteady: before?.text === text, at: performance.now() })
    length += key.length + text.length
    for (const [oldest, one] of known) {
      if (length <= maxAll) break
      forget(oldest, one)
    }
    // Also where no call comes any more.
    forgetLater()
    return text
  }

  function forgetLater() {
    if (!isTimed) setTimeout(forgetOld, maxAge / 4).unref()
    isTimed = true
  }

  function forgetOld() {
    const isOld = ({ at }: { at: number }) => at <= performance.now() - (maxAge * 3) / 4
    for (const [key, one] of known) if (isOld(one)) forget(key, one)
    for (const [name, one] of lateOf) if (isOld(one)) lateOf.delete(name)
    isTimed = false
    if (known.size + lateOf.size) forgetLater()
  }

  /** What may be assumed: not what has changed at each of the last two times. */
  function steady(key: string) {
    const found = known.get(key)
    return found?.isSteady ? found : undefined
  }

  const isRecent = ({ at }: { at: number }) => at > performance.now() - maxWait

  /** Once in each run. */
  function askOnce(run: Run, key: string, request: StreamRequest) {
    const before = run.asked.get(key)
    if (before && isRecent(before)) return before.sent
    const sent = ask(request)
    // It may not be needed.
    sent.catch(() => undefined)
    run.asked.set(key, { sent, at: performance.now() })
    return sent
  }

  async function read(request: StreamRequest) {
    const run = current.getStore()
    if (!run || run.isOver || run.state === 'right') return ask(request)
    if (run.state === 'wrong') throw new Outdated('What was read has changed')
    const key = textOf(request)
    const answer = run.answered.get(key)
    if (answer && isRecent(answer)) return answer.sent
    const sent = askOnce(run, key, request)
    const assumed = steady(key)
    if (assumed) {
      if (run.hasSent) run.late.set(key, request)
      const checked = sent.then((result) => keep(key, result) === assumed.text)
      checked.catch(() => undefined)
      run.checks.push(checked)
      return assumed.result
    }
    const result = await sent
    keep(key, result)
    return result
  }

  return {
    read,
    begin(name) {
      const run = current.getStore()
      for (const [key, request] of lateOf.get(name)?.late ?? [])
        if (run && steady(key)) askOnce(run, key, request)
    },
    end(name, late) {
      if (lateOf.size >= maxNames) lateOf.clear()
      lateOf.set(name, { late, at: performance.now() })
      forgetLater()
    },
  }
}

/** Of each statement: what a result says, without how long it took. */
function rowsOf({ response }: Extract<StreamResult, { type: 'ok' }>) {
  if (response.type === 'execute') return [response.result.rows]
  return response.type === 'batch' ? response.result.step_results.map((step) => step?.rows) : []
}

/** Told without writing it: most lists are. */
function isLarge(result: Extract<StreamResult, { type: 'ok' }>) {
  let length = 0
  for (const rows of rowsOf(result))
    for (const row of rows ?? [])
      for (const value of row) {
        const text = value.type === 'blob' ? value.base64 : 'value' in value && value.value
        length += perValue + (typeof text === 'string' ? text.length : 0)
        if (length > maxResult) return true
      }
  return false
}

/** `get` throws a failure when the result is asked for: it may not be needed. */
const settled = <R>(promise: Promise<R>): Promise<{ value?: R; get: () => R }> =>
  promise.then(
    (value) => ({ value, get: () => value }),
    (error) => ({
      get() {
        throw error
      },
    }),
  )
