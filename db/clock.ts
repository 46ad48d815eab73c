import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { databaseMs } from './schema/columns.ts'

/** Ms by which the database's clock is ahead of this process's. */
const differences = new WeakMap<Db, number>()

export const clockDifference = (db: Db): number => differences.get(db) ?? 0

/**
 * The time of the database, in ms: for what is compared with its rows, since the clocks of two
 * processes may differ. In SQL, `now` and `databaseMs` are exact.
 */
export const databaseNow = (db: Db): number => Date.now() + clockDifference(db)

/** The same as ISO 8601 UTC, as it is stored. */
export const databaseTime = (db: Db, laterMs = 0): string =>
  new Date(databaseNow(db) + laterMs).toISOString()

/**
 * Reads the clock along with a row: `ms` is `databaseMs`, asked at `sentAt` of `Date.now()`. What
 * cannot be told apart from the time on the way changes nothing.
 */
export function noteClock(db: Db, { ms, sentAt }: { ms: number; sentAt: number }) {
  const arrivedAt = Date.now()
  // This clock was set back meanwhile.
  if (arrivedAt < sentAt) return
  // Each clock shows the millisecond that has begun.
  const [least, most] = [ms - arrivedAt - 1, ms - sentAt + 1]
  differences.set(db, Math.min(Math.max(clockDifference(db), least), most))
}

/** Asks the database for its time, and returns by how many ms it is ahead. */
export async function readClock(db: Db): Promise<number> {
  const sentAt = Date.now()
  const { ms } = (await db.get<{ ms: number }>(sql`select ${databaseMs} as ms`)) ?? { ms: sentAt }
  noteClock(db, { ms, sentAt })
  return clockDifference(db)
}
