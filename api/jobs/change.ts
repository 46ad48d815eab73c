import { and, eq, exists, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { jobs as table, touched } from '#db/schema.ts'
import { orNotFound, stale } from '../http/rows.ts'
import { picturesIn, refuseMissingPictures, setUses } from '../media/uses.ts'
import { siteToday } from '../site-settings/today.ts'
import type { jobChange } from './contract.ts'
import { checkWhole, clean, load, notDeleted, withIds } from './rows.ts'
import { schedule } from './schedule.ts'
import { indexInserted, reindexJob } from './search.ts'

export const missing = 'Job not found'

type Texts = { description: string; requirements?: string | null | undefined }

const textsOf = ({ description, requirements }: Texts) => ({ description, requirements })
const picturesOf = (job: Texts) => picturesIn(job.description, job.requirements)

/** Adds a job; throws 400 when a picture in its texts is gone. */
export async function insertJob(db: Db, job: typeof table.$inferInsert) {
  const subject = { kind: 'job', id: sql`(select max(id) from ${table})` } as const
  const [[row]] = await db
    .batch([
      db.insert(table).values(job).returning({ id: table.id }),
      indexInserted(db, job),
      ...setUses(db, subject, picturesOf(job)),
    ])
    .catch(refuseMissingPictures(db, textsOf(job)))
  return row
}

/**
 * Changes a job and returns it. Throws 404, 400 for fields that don't fit together, and 409 when
 * the row is not the one that the change was based on.
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
    const unmoved = and(eq(table.id, id), notDeleted, eq(table.updated_at, before.updated_at))
    const [mark] = await db.select({ is_scheduled: table.is_scheduled }).from(table).where(unmoved)
    if (!mark) continue
    const state = schedule({ ...before, ...mark }, change, today)
    const after = { ...before, ...change, ...state }
    checkWhole(after)
    const condition = exists(db.select({ id: table.id }).from(table).where(unmoved))
    const isRewritten = change.description !== undefined || change.requirements !== undefined
    const update = db
      .update(table)
      .set({
        ...change,
        ...state,
        questions: withIds(questions, before.questions),
        updated_at: touched(table.updated_at),
      })
      .where(unmoved)
      .returning({ id: table.id })
    const changed = await db
      .batch([
        reindexJob(db, id, after, unmoved),
        ...(isRewritten ? setUses(db, { kind: 'job', id, condition }, picturesOf(after)) : []),
        update,
      ])
      .then((results) => results.at(-1) as Awaited<typeof update>)
      .catch(refuseMissingPictures(db, textsOf(after)))
    if (changed.length) return orNotFound(await load(db, id), missing)
  }
}
