import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentVersion } from '#db/schema.ts'
import type { ResumeStore } from '../files/store.ts'

/** In ms. Anyone may ask, as often as they like. */
const maxAge = 1_000

/**
 * Makes the question whether applications can be taken: it throws while the database or the store of
 * resumes can't be reached or written to. An answer counts for a second.
 */
export function createReadiness({ db, store }: { db: Db; store: ResumeStore }) {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<unknown> = Promise.resolve()
  // It changes nothing, but needs all that a change needs.
  const writable = sql`update ${contentVersion} set version = version where false`
  return async function ready(): Promise<void> {
    if (performance.now() - asked > maxAge) {
      asked = performance.now()
      answer = Promise.all([db.run(writable), store.ready()])
    }
    await answer
  }
}
