import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentVersion } from '#db/schema.ts'
import type { FileStore } from '../files/store.ts'

/** Ms; the endpoint is public. */
const maxAge = 1_000

/**
 * Returns a check that throws while database or resume storage can't be reached or written. Results
 * are cached for a second.
 */
export function createReadiness({ db, store }: { db: Db; store: FileStore }) {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<unknown> = Promise.resolve()
  // Changes nothing, but needs write access.
  const writable = sql`update ${contentVersion} set version = version where false`
  return async function ready(): Promise<void> {
    if (performance.now() - asked > maxAge) {
      asked = performance.now()
      answer = Promise.all([db.run(writable), store.ready()])
    }
    await answer
  }
}
