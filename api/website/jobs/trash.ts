import { and, eq, sql } from 'drizzle-orm'
import { orNotFound } from '#api/core/http/rows.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { now, jobs as table, touched, trash } from '#db/schema.ts'
import type { Saver } from '../content/fields.ts'
import { inTrash, readThrownAway, throwAway } from '../content/trash.ts'
import { keepVersion } from '../content/versions.ts'
import { setUses } from '../media/uses.ts'
import { picturesOf } from './pictures.ts'
import { contentOf, forStaff, load, missing, notDeleted } from './rows.ts'
import { schedule } from './schedule.ts'

/** Deletes a job, which can be put back for a while. 404 without one. */
export async function deleteJob(db: Db, id: number, by: Saver) {
  const job = orNotFound(await load(db, id), missing)
  const [deleted] = (
    await db.batch([
      // Its history keeps the pictures.
      ...keepVersion(db, {
        kind: 'job',
        id,
        fields: contentOf(job),
        is_draft: !job.is_active,
        pictures: await picturesOf(db, job),
        by,
        condition: sql`exists (select 1 from jobs where id = ${id} and deleted_at is null)`,
      }),
      throwAway(db, 'job', id, by),
      db
        .update(table)
        .set({ deleted_at: now, is_active: false, updated_at: touched(table.updated_at) })
        .where(and(eq(table.id, id), notDeleted))
        .returning({ id: table.id, subject: table.title }),
    ])
  ).at(-1) as { id: number; subject: string }[]
  return orNotFound(deleted, missing)
}

/** Puts a deleted job back as it was; closed, when its last day has passed since. */
export async function putJobBack(db: Db, id: number) {
  const thrown = orNotFound(await readThrownAway(db, 'job', id), missing)
  const [job] = await db
    .select({ ...forStaff, is_scheduled: table.is_scheduled })
    .from(table)
    .where(eq(table.id, id))
  const found = orNotFound(job, missing)
  const isThrownAway = sql`exists (select 1 from ${trash} where ${inTrash('job', id)})`
  const was = { ...found, is_active: Boolean(thrown.row?.is_active) }
  const { opens_on, closes_on } = found
  const state = schedule(was, { opens_on, closes_on }, await siteToday(db))
  await db.batch([
    db
      .update(table)
      .set({
        deleted_at: null,
        // Another one may have taken its place.
        is_open_application: sql`${table.is_open_application} and not exists (
          select 1 from ${table} other where other.is_open_application = 1 and other.deleted_at is null)`,
        ...state,
        updated_at: touched(table.updated_at),
      })
      .where(and(eq(table.id, id), isThrownAway)),
    ...setUses(db, { kind: 'job', id, condition: isThrownAway }, await picturesOf(db, found)),
    db.delete(trash).where(inTrash('job', id)),
  ])
  return orNotFound(await load(db, id), missing)
}
