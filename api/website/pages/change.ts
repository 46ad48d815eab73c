import { and, eq, exists, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import { keepNotice } from '#api/website/privacy-notice/notice.ts'
import type { Db } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import { auditEvents, pages as table, touched } from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { isDraftOf, removePublished } from '../content/draft.ts'
import type { Saver } from '../content/fields.ts'
import { keepFirst, keepVersion } from '../content/versions.ts'
import { picturesIn, refuseMissingPictures, setUses } from '../media/uses.ts'
import { restoreTranslations, type Translations } from '../translations/restore.ts'
import type { pageChange, pageInput } from './contract.ts'
import {
  clean,
  contentOf,
  type LoadedPage,
  load,
  loadWithDraft,
  missing,
  refuseTakenSlug,
  withoutDraft,
} from './rows.ts'
import { readSchedule, scheduledBy } from './schedule.ts'

type Change = Omit<z.output<typeof pageChange>, 'draft' | 'draft_saved_at' | 'shown_language'>

/** Adds a page. Throws 409 for a taken slug, and 400 when a picture in its text is gone. */
export async function insertPage(db: Db, input: z.output<typeof pageInput>, by: Saver) {
  const given = await readSchedule(db, clean(input))
  const id = sql`(select max(id) from ${table})`
  const pictures = picturesIn(given.content)
  const [[row]] = await db
    .batch([
      db
        .insert(table)
        .values({ ...given, ...scheduledBy(given, {}, by) })
        .returning({ id: table.id }),
      ...setUses(db, { kind: 'page', id }, pictures),
      ...keepVersion(db, {
        kind: 'page',
        id,
        fields: contentOf(given),
        is_draft: !given.is_published,
        pictures,
        by,
      }),
    ])
    .catch(refuseMissingPictures(db, { content: given.content }))
    .catch(refuseTakenSlug)
  return orNotFound(await load(db, row?.id ?? 0), missing)
}

/** A schedule that the change itself carries out is over. */
function withoutDone(change: Change, before: LoadedPage, publishesDraft: boolean): Change {
  const { is_published } = change
  const isNew = (name: 'publish_at' | 'unpublish_at') =>
    change[name] !== undefined && change[name] !== before[name]
  const isPublic = is_published ?? before.is_published
  const isPublishing = isPublic && (publishesDraft || (!before.is_published && !before.has_draft))
  const isUnpublishing = is_published === false && before.is_published
  return {
    ...change,
    ...(isPublishing && !isNew('publish_at') && before.publish_at && { publish_at: null }),
    ...(isUnpublishing && !isNew('unpublish_at') && before.unpublish_at && { unpublish_at: null }),
  }
}

/**
 * Changes a page and returns it. Throws 404, 400, 409 for a taken slug, and 409 when the row is not
 * the one that the change was based on.
 */
export async function changePage(
  db: Db,
  id: number,
  { updated_at, ...given }: Change,
  by: Saver,
  {
    draft,
    event,
    translations,
  }: {
    /** `saved_at` of the draft that the change publishes. */
    draft?: string
    /** What the audit trail gets when no request records it. */
    event?: AuditAction
    /** Those of the version that is restored. */
    translations?: Translations | null | undefined
  } = {},
): Promise<LoadedPage> {
  const cleaned = clean(given)
  await keepNotice(db)
  const current = async () => orNotFound(await load(db, id), missing)
  const conflict = async () =>
    stale(draft ? await loadWithDraft(db, id) : withoutDraft(await current()))
  return untilWritten(async () => {
    const before = await current()
    const isLate = updated_at && updated_at !== before.updated_at
    if (isLate || (draft && draft !== before.draft_saved_at)) throw await conflict()
    const scheduled = await readSchedule(db, cleaned, before)
    const change = withoutDone(scheduled, before, draft !== undefined)
    const after = { ...before, ...change }
    const isUnmoved = and(eq(table.id, id), eq(table.updated_at, before.updated_at))
    const isDraft = draft && isDraftOf({ kind: 'page', id }, draft)
    const unmoved = isDraft ? and(isUnmoved, isDraft) : isUnmoved
    const condition = exists(db.select({ id: table.id }).from(table).where(unmoved))
    const pictures = picturesIn(after.content)
    const subject = { kind: 'page', id, condition } as const
    const update = db
      .update(table)
      .set({
        ...change,
        ...scheduledBy(change, before, by),
        updated_at: touched(table.updated_at),
      })
      .where(unmoved)
      .returning({ id: table.id })
    const record = sql`
      insert into ${auditEvents} (actor_id, actor_name, action, target_id, target_name, detail)
      select ${by.id}, ${by.name}, ${event ?? ''}, ${id}, ${after.title},
        json_object('slug', ${after.slug})
      where changes() > 0`
    const statements = [
      ...keepFirst(db, {
        ...subject,
        fields: contentOf(before),
        updated_at: before.updated_at,
        is_draft: !before.is_published,
        pictures: picturesIn(before.content),
      }),
      ...setUses(db, subject, pictures),
      ...(translations
        ? restoreTranslations(db, 'page', id, {
            translations,
            by,
            condition,
          })
        : []),
      ...keepVersion(db, {
        ...subject,
        fields: contentOf(after),
        is_draft: !after.is_published,
        pictures,
        by,
      }),
      update,
      ...(draft ? [removePublished(db, { kind: 'page', id }, draft)] : []),
      ...(event ? [db.run(record)] : []),
    ] as const
    const changed = await db
      .batch(statements)
      .then((results) => results[statements.indexOf(update)] as Awaited<typeof update>)
      .catch(refuseMissingPictures(db, { content: after.content }))
      .catch(refuseTakenSlug)
    return changed.length ? current() : undefined
  }, conflict)
}
