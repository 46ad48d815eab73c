import type { Db } from './client.ts'

/**
 * Whether acknowledged writes survive a power cut: SQLite's `synchronous` is FULL or more. A server
 * decides that itself; one that doesn't report it is trusted.
 */
export async function isDurable(db: Db): Promise<boolean> {
  const answer = await db.$client.execute('PRAGMA synchronous').catch(() => undefined)
  const level = answer?.rows[0]?.[0]
  return level === undefined || Number(level) >= 2
}
