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
  name: string
  points: number
  /** The ms until the window ends, if this is beyond the limit. */
  spend(key: string, points?: number): Promise<number | undefined>
  /** Spends a point of `first`, and one of this unless that is beyond its limit. */
  spendAfter(first: RateLimiter, firstKey: string, key: string): Promise<number | undefined>
  /** Gives one point back. */
  refund(key: string): Promise<void>
  forget(key: string): Promise<void>
}

function createMemoryLimiter(name: string, limit: Limit): RateLimiter {
  const limiter = new RateLimiterMemory(limit)
  async function spend(key: string, points?: number) {
    try {
      await limiter.consume(key, points)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return refusal.msBeforeNext
    }
  }
  return {
    name,
    points: limit.points,
    spend,
    spendAfter: async (first, firstKey, key) => (await first.spend(firstKey)) ?? spend(key),
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

/** Unless the points of another key are spent. */
const spendPoints = `INSERT INTO rate_limits (key, points, ends_at)
  SELECT ?1, ?2, ${now} + ?3 WHERE NOT EXISTS (
    SELECT 1 FROM rate_limits WHERE key = ?4 AND points > ?5 AND ends_at > ${now})
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
  if (!db || db.$client.protocol === 'file') return createMemoryLimiter
  const send = createSender(db)
  return (name: string, limit: Limit): RateLimiter => {
    const memory = createMemoryLimiter(name, limit)
    const sealed = (key: string, of = name) =>
      createHmac('sha256', secret).update(`rate limit ${of} ${key}`).digest('hex')
    const unlessAway = <T>(sent: Promise<T>, otherwise: () => Promise<T>) =>
      sent.catch((error) => {
        if (!isUnavailable(error)) throw error
        return otherwise()
      })
    async function spend(
      key: string,
      points: number,
      unless: [key: string, points: number] = ['', 0],
    ) {
      const { rows } = await send(spendPoints, [
        sealed(key),
        points,
        limit.duration * 1000,
        ...unless,
      ])
      return Number(rows[0]?.points) > limit.points ? Number(rows[0]?.wait) : undefined
    }
    async function refund(key: string) {
      await send('UPDATE rate_limits SET points = max(points - 1, 0) WHERE key = ?', [sealed(key)])
    }
    async function forget(key: string) {
      await send('DELETE FROM rate_limits WHERE key = ?', [sealed(key)])
    }
    return {
      name,
      points: limit.points,
      spend: (key, points = 1) => unlessAway(spend(key, points), () => memory.spend(key, points)),
      async spendAfter(first, firstKey, key) {
        // In this order, in one round trip.
        const [refused, own] = await Promise.all([
          first.spend(firstKey),
          unlessAway(spend(key, 1, [sealed(firstKey, first.name), first.points]), () =>
            memory.spend(key),
          ),
        ])
        return refused ?? own
      },
      refund: (key) => unlessAway(refund(key), () => memory.refund(key)),
      forget: (key) => unlessAway(forget(key), () => memory.forget(key)),
    }
  }
}
