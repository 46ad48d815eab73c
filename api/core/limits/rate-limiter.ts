import { createHmac } from 'node:crypto'
import type { InStatement, ResultSet } from '@libsql/client/http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { withoutAssuming } from '#db/remote/assuming.ts'

/** `duration` in seconds, from the first attempt on. */
type Limit = { points: number; duration: number }

/** Counts attempts by key in fixed windows. */
export type RateLimiter = {
  /** The ms until the window ends, if this is beyond the limit. */
  spend(key: string, points?: number): Promise<number | undefined>
  /** Gives one point back. */
  refund(key: string): Promise<void>
  forget(key: string): Promise<void>
}

function createMemoryLimiter(limit: Limit): RateLimiter {
  const limiter = new RateLimiterMemory(limit)
  return {
    async spend(key, points) {
      try {
        await limiter.consume(key, points)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return refusal.msBeforeNext
      }
    },
    refund: async (key) => void (await limiter.reward(key)),
    forget: async (key) => void (await limiter.delete(key)),
  }
}

/** Ms between two deletions of counts whose window has ended. */
const pruneInterval = 60_000
/** Statements per round trip. */
const maxBatch = 100

/** As `databaseMs`. */
const now = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`

const spendPoints = `INSERT INTO rate_limits (key, points, ends_at) VALUES (?, ?, ${now} + ?)
  ON CONFLICT (key) DO UPDATE SET
    points = excluded.points + iif(ends_at > ${now}, points, 0),
    ends_at = iif(ends_at > ${now}, ends_at, excluded.ends_at)
  RETURNING points, ends_at - ${now} AS wait`

const prune = `DELETE FROM rate_limits WHERE ends_at <= ${now}`

/**
 * Sends statements to the database, one batch at a time: those that come while one is on its way
 * share the next, so that a flood of attempts costs few writes.
 */
function createSender({ $client }: Db) {
  type Waiting = { statement: InStatement } & PromiseWithResolvers<ResultSet>
  let waiting: Waiting[] = []
  let isSending = false
  let pruned = 0

  async function sendAll() {
    while (waiting.length) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      const isPruneDue = performance.now() > pruned + pruneInterval
      try {
        const statements = batch.map(({ statement }) => statement)
        const results = await $client.batch([...statements, ...(isPruneDue ? [prune] : [])])
        for (const [n, { resolve }] of batch.entries()) resolve(results[n]!)
        if (isPruneDue) pruned = performance.now()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isSending = false
  }

  return (sql: string, args: (string | number)[]): Promise<ResultSet> => {
    const one = { statement: { sql, args }, ...Promise.withResolvers<ResultSet>() }
    waiting.push(one)
    // Others may share it: also those that begin in the same turn.
    if (!isSending) queueMicrotask(() => void withoutAssuming(sendAll))
    isSending = true
    return one.promise
  }
}

/**
 * Returns a function that creates the limiter of a name: in the database when that is a server,
 * which several processes may share, and otherwise in memory. While the server is away each process
 * counts in memory. The database gets HMACs with `secret` instead of accounts and addresses.
 */
export function createLimiters({ db, secret = '' }: { db?: Db | undefined; secret?: string }) {
  if (!db || db.$client.protocol === 'file')
    return (_name: string, limit: Limit) => createMemoryLimiter(limit)
  const send = createSender(db)
  return (name: string, limit: Limit): RateLimiter => {
    const memory = createMemoryLimiter(limit)
    const sealed = (key: string) =>
      createHmac('sha256', secret).update(`rate limit ${name} ${key}`).digest('hex')
    const unlessAway = <T>(sent: Promise<T>, otherwise: () => Promise<T>) =>
      sent.catch((error) => {
        if (!isUnavailable(error)) throw error
        return otherwise()
      })
    async function spend(key: string, points: number) {
      const { rows } = await send(spendPoints, [sealed(key), points, limit.duration * 1000])
      return Number(rows[0]?.points) > limit.points ? Number(rows[0]?.wait) : undefined
    }
    async function refund(key: string) {
      await send('UPDATE rate_limits SET points = max(points - 1, 0) WHERE key = ?', [sealed(key)])
    }
    async function forget(key: string) {
      await send('DELETE FROM rate_limits WHERE key = ?', [sealed(key)])
    }
    return {
      spend: (key, points = 1) => unlessAway(spend(key, points), () => memory.spend(key, points)),
      refund: (key) => unlessAway(refund(key), () => memory.refund(key)),
      forget: (key) => unlessAway(forget(key), () => memory.forget(key)),
    }
  }
}
