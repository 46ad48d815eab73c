import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import { databaseMs, pictureLocks as table } from '#db/schema.ts'

/** A lock that isn't renewed is free after this time: its process has crashed. */
const leaseMs = 60_000
const pollMs = 100
const timeoutMs = 30_000

const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after earlier work on the same picture: its files and row change together. Several
 * processes may share a database server, where a row is the lock.
 */
export async function exclusive<T>(db: Db, hash: string, work: () => Promise<T>): Promise<T> {
  if (db.$client.protocol !== 'file') return withLock(db, hash, work)
  const before = queues.get(hash)
  const own = Promise.resolve(before).then(work, work)
  const settled = own.catch(() => {})
  queues.set(hash, settled)
  try {
    return await own
  } finally {
    if (queues.get(hash) === settled) queues.delete(hash)
  }
}

async function withLock<T>(db: Db, hash: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const lease_until = sql`${databaseMs} + ${leaseMs}`
  const isOurs = and(eq(table.hash, hash), eq(table.holder, holder))
  const take = () =>
    db
      .insert(table)
      .values({ hash, holder, lease_until })
      .onConflictDoUpdate({
        target: table.hash,
        set: { holder, lease_until },
        setWhere: lte(table.lease_until, databaseMs),
      })
      .returning({ hash: table.hash })
  const giveUpAt = performance.now() + timeoutMs
  while (!(await take()).length) {
    if (performance.now() > giveUpAt)
      throw new Problem(503, 'This image is being changed. Try again in a minute.', {
        headers: { 'Retry-After': '60' },
      })
    await sleep(pollMs)
  }
  // A failed renewal is made up for by the next; the lease outlasts two.
  const renew = () =>
    void db
      .update(table)
      .set({ lease_until })
      .where(isOurs)
      .catch(() => {})
  const renewal = setInterval(renew, leaseMs / 3).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // If this fails, the lock ends with its lease.
    await db
      .delete(table)
      .where(isOurs)
      .catch(() => {})
  }
}
