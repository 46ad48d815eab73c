import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { Problem } from '#api/core/http/problem.ts'
import { stale } from '#api/core/http/rows.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { drafts as table, touched } from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { exists, type Saver } from './fields.ts'
import { keepFirst, keepVersion } from './versions.ts'

type Subject = { kind: ContentKind; id: number }

const of = ({ kind, id }: Subject) => and(eq(table.kind, kind), eq(table.subject_id, id))

export async function readDraft(db: Db, subject: Subject) {
  const [draft] = await db
    .select({ fields: table.fields, saved_at: table.saved_at, base_sha256: table.base_sha256 })
    .from(table)
    .where(of(subject))
  return draft
}

const hashOf = (fields: object) => createHash('sha256').update(JSON.stringify(fields)).digest('hex')

/** Whether what is published has changed since the draft was begun. `fields` are the row's. */
export const isBehind = (draft: { base_sha256: string }, fields: object) =>
  draft.base_sha256 !== hashOf(fields)

/** SQL: the draft is still the one of then. */
export const isDraftOf = (subject: Subject, saved_at: string) =>
  sql`exists (select 1 from ${table} where ${of(subject)} and ${eq(table.saved_at, saved_at)})`

/** 404 for a page or job without a draft. */
export const noDraft = () => new Problem(404, 'There are no unpublished changes')

/**
 * Saves a draft of `row`, the page or job as it is. Returns false when the row or its draft is not
 * the one that was read.
 */
export async function saveDraft(
  db: Db,
  {
    row,
    fields,
    by,
    pictures,
    isPublic,
    base,
    also = () => [],
    ...subject
  }: Subject & {
    /** As it is. */
    row: { fields: object; updated_at: string }
    /** All of them, clean. */
    fields: object
    by: Saver
    /** Hashes of the pictures in the draft, and in the row. */
    pictures: { draft: readonly string[]; row: readonly string[] }
    isPublic: boolean
    /** `saved_at` of the draft that was read; null: there was none. */
    base: string | null
    /** One more statement of the batch, with the condition that the draft was saved. */
    also?: (condition: SQL) => BatchItem<'sqlite'>[]
  },
): Promise<boolean> {
  const condition = sql`${exists(subject.kind, subject.id, row.updated_at)} and ${
    base === null
      ? sql`not exists (select 1 from ${table} where ${of(subject)})`
      : isDraftOf(subject, base)
  }`
  const kept = JSON.stringify(fields)
  const save = db.all<{ saved_at: string }>(sql`
    insert into ${table} (kind, subject_id, fields, base_sha256, saved_by)
    select ${subject.kind}, ${subject.id}, ${kept}, ${hashOf(row.fields)}, ${by.id} where ${condition}
    on conflict (kind, subject_id) do update
    set fields = excluded.fields, saved_by = excluded.saved_by, saved_at = ${touched(table.saved_at)}
    returning saved_at`)
  const statements = [
    ...keepFirst(db, {
      ...subject,
      ...row,
      is_draft: !isPublic,
      pictures: pictures.row,
      condition,
    }),
    ...keepVersion(db, {
      ...subject,
      fields,
      is_draft: true,
      pictures: pictures.draft,
      by,
      condition,
    }),
    // Before what changes the row, which `condition` is about.
    save,
    ...also(sql`changes() > 0`),
  ] as const
  const saveAt = statements.indexOf(save)
  const results = await db.batch(statements)
  return (results[saveAt] as unknown[]).length > 0
}

/** Deletes a draft; 404 without one. */
export async function discardDraft(db: Db, subject: Subject) {
  const gone = await db.delete(table).where(of(subject)).returning({ id: table.subject_id })
  if (!gone.length) throw noDraft()
}

/** A batch statement right after the update that published the draft: removes it. */
export const removePublished = (db: Db, subject: Subject, saved_at: string) =>
  db.run(
    sql`delete from ${table} where ${of(subject)} and ${eq(table.saved_at, saved_at)} and changes() > 0`,
  )

/**
 * Tries `save` with the draft as it is until nobody else saves in between.
 * @param base `draft_saved_at` as the client read it: null, no draft; undefined, whatever there is
 * @param save returns whether it was saved
 * @param current the row for a 409, as GET sends it
 */
export async function withDraft(
  db: Db,
  subject: Subject,
  base: string | null | undefined,
  save: (draft: Awaited<ReturnType<typeof readDraft>>) => Promise<boolean>,
  current: () => Promise<object>,
) {
  const conflict = async () => stale(await current())
  await untilWritten(async () => {
    const draft = await readDraft(db, subject)
    if (base !== undefined && base !== (draft?.saved_at ?? null)) throw await conflict()
    return (await save(draft)) || undefined
  }, conflict)
}
