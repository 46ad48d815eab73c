import type { Db } from './client.ts'

/**
 * Whether a write that was acknowledged survives a power cut: SQLite's `synchronous` is FULL or more.
 * On a server that is up to its operator; one that does not tell is believed.
 */
export async function isDurable(db: Db): Promise<boolean> {
  const answer = await db.$client.execute('PRAGMA synchronous').catch(() => undefined)
  const level = answer?.rows[0]?.[0]
  return level === undefined || Number(level) >= 2
}
