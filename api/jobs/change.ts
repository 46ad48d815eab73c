import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { jobs as table, touched } from '#db/schema.ts'
import { orNotFound, stale } from '../http/rows.ts'
import type { jobChange } from './contract.ts'
import { checkWhole, clean, kept, load, withIds } from './rows.ts'
import { schedule } from './schedule.ts'
import { reindexJob } from './search.ts'
import { siteToday } from './today.ts'

export const missing = 'Job not found'

/**
 * Changes a job and returns it. Throws 404, 400 for fields that don't fit together, and 409 when the
 * row is not the one that the change was based on.
 */
export async function changeJob(
  db: Db,
  id: number,
  { updated_at, questions, ...given }: z.output<typeof jobChange>,
) {
  const change = clean(given)
  const today = await siteToday(db)
  // The search text covers the whole row: retry when the row changes in between.
  for (let tries = 20; ; tries--) {
    const before = orNotFound(await load(db, id), missing)
    if ((updated_at && updated_at !== before.updated_at) || !tries) throw stale(before)
    const unmoved = and(eq(table.id, id), kept, eq(table.updated_at, before.updated_at))
    const [mark] = await db.select({ is_scheduled: table.is_scheduled }).from(table).where(unmoved)
    if (!mark) continue
    const state = schedule({ ...before, ...mark }, change, today)
    const after = { ...before, ...change, ...state }
    checkWhole(after)
    const [, changed] = await db.batch([
      reindexJob(db, id, after, unmoved),
      db
        .update(table)
        .set({
          ...change,
          ...state,
          questions: withIds(questions, before.questions),
          updated_at: touched(table.updated_at),
        })
        .where(unmoved)
        .returning({ id: table.id }),
    ])
    if (changed.length) return orNotFound(await load(db, id), missing)
  }
}
