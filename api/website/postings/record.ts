import { createHash } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { postingFields } from '#db/posting-fields.ts'
import { postingChanges as changes, jobs, postings as table } from '#db/schema.ts'
import { postingHtml } from './html.ts'

type Site = { db: Db; publicUrl: string | undefined }

/**
 * Makes postings of what triggers noted, in order, one transaction each: a process that is killed
 * leaves the rest for the next round, and two processes make none twice.
 */
export async function recordPostings({ db, publicUrl }: Site, job_id?: number): Promise<void> {
  for (;;) {
    const [change] = await db
      .select()
      .from(changes)
      .where(job_id === undefined ? undefined : eq(changes.job_id, job_id))
      .orderBy(asc(changes.id))
      .limit(1)
    if (!change) return
    const { id, at, fields } = change
    const isWaiting = sql`exists (select 1 from ${changes} where id = ${id})`
    const open = and(eq(table.job_id, change.job_id), sql`shown_to is null`, isWaiting)
    const remove = db.delete(changes).where(eq(changes.id, id))
    if (!fields) {
      await db.batch([db.update(table).set({ shown_to: at }).where(open), remove])
      continue
    }
    const html = postingHtml(change.job_id, fields, publicUrl)
    const sha256 = createHash('sha256').update(html).digest('hex')
    await db.batch([
      db
        .update(table)
        .set({ shown_to: at })
        .where(and(open, sql`sha256 <> ${sha256}`)),
      db.run(sql`
        insert into ${table} (job_id, number, title, shown_from, html, sha256)
        select ${change.job_id},
          1 + coalesce((select max(number) from ${table} where job_id = ${change.job_id}), 0),
          ${String(fields.title)}, ${at}, ${html}, ${sha256}
        where ${isWaiting}
          and not exists (select 1 from ${table} where job_id = ${change.job_id} and shown_to is null)`),
      remove,
    ])
  }
}

/** Jobs that become postings at once: each is as large as its ad. */
const perStep = 50

/** Notes the ads that were public before there were postings: they are recorded as of now. */
export async function recordMissing(site: Site): Promise<void> {
  const { db } = site
  for (;;) {
    const { rowsAffected } = await db.run(sql`
      insert into ${changes} (job_id, fields)
      select id, ${sql.raw(postingFields('jobs'))} from ${jobs}
      where is_active = 1 and deleted_at is null
        and not exists (select 1 from ${table} where job_id = jobs.id and shown_to is null)
        and not exists (select 1 from ${changes} where job_id = jobs.id)
      limit ${perStep}`)
    await recordPostings(site)
    if (rowsAffected < perStep) return
  }
}
