import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { drafts, jobs, pages, trash as table, versions } from '#db/schema.ts'
import { trashDays } from './contract.ts'
import type { Saver } from './fields.ts'

/** A batch statement before the deletion: what `POST /trash/…/restore` puts back. */
export function throwAway(db: Db, kind: ContentKind, id: number, by: Saver) {
  const row =
    kind === 'page'
      ? sql`json_object(
          'id', id, 'title', title, 'slug', slug, 'content', content,
          'meta_description', meta_description, 'is_published', is_published, 'language', language,
          'created_at', created_at,
          'old_slugs', json((select json_group_array(slug) from old_slugs where page_id = pages.id)))`
      : sql`json_object('is_active', is_active)`
  const from = kind === 'page' ? pages : jobs
  const isThere = kind === 'page' ? sql`true` : sql`deleted_at is null`
  return db.run(sql`
    insert or replace into ${table} (kind, subject_id, title, row, deleted_by, deleted_name)
    select ${kind}, id, title, ${row}, ${by.id}, ${by.name} from ${from} where id = ${id} and ${isThere}`)
}

export const inTrash = (kind: ContentKind, id: number) =>
  and(eq(table.kind, kind), eq(table.subject_id, id))

export async function readThrownAway(db: Db, kind: ContentKind, id: number) {
  const [found] = await db
    .select({ title: table.title, row: table.row })
    .from(table)
    .where(inTrash(kind, id))
  return found
}

/** Removes what can no longer be put back, with its draft and history. Returns how many. */
export async function emptyTrash(db: Db): Promise<number> {
  const isOver = lt(
    table.deleted_at,
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${trashDays} days`})`,
  )
  const gone = (of: typeof drafts | typeof versions) =>
    db.delete(of).where(
      sql`exists (select 1 from ${table} where ${isOver}
        and ${eq(table.kind, of.kind)} and ${eq(table.subject_id, of.subject_id)})`,
    )
  const [, , removed] = await db.batch([
    gone(drafts),
    gone(versions),
    db.delete(table).where(isOver).returning({ id: table.subject_id }),
  ])
  return removed.length
}

/** Empties the names of staff in versions and in the trash after 400 days, as the activity log does. */
export async function forgetNames(db: Db) {
  const before = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-400 days')`
  await db.batch([
    db
      .update(versions)
      .set({ saved_name: '', saved_by: null })
      .where(and(sql`saved_name <> ''`, lt(versions.saved_at, before))),
    db
      .update(table)
      .set({ deleted_name: '', deleted_by: null })
      .where(and(sql`deleted_name <> ''`, lt(table.deleted_at, before))),
  ])
}
