import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import type { Translated } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import { translations as table, touched } from '#db/schema.ts'
import { untilWritten, writeIf } from '#db/write-if.ts'
import { exists, type Saver } from '../content/fields.ts'
import { keepFirst, keepVersion } from '../content/versions.ts'
import { picturesIn, refuseMissingPictures, setUses } from '../media/uses.ts'
import { find, is, missing, present, type Stored, type Subject } from './rows.ts'
import { hashOf, type Original, type Translatable } from './subject.ts'

type Change = {
  published?: boolean | undefined
  draft?: boolean | undefined
  updated_at?: string | null | undefined
  given: Translated
}

type Next = Pick<
  typeof table.$inferInsert,
  'fields' | 'base_sha256' | 'draft' | 'draft_base_sha256' | 'is_published'
>

/** What the row is after the change. Only a published translation has a draft. */
function nextOf(before: Stored | undefined, change: Change, hash: string): Next {
  const { given, draft: isDraft = false } = change
  const is_published = change.published ?? before?.is_published ?? false
  const changed = Object.keys(given).length > 0
  const begun = before?.draft ?? before?.fields ?? {}
  if (isDraft && is_published && before?.is_published)
    return {
      fields: before.fields,
      base_sha256: before.base_sha256,
      draft: { ...begun, ...given },
      draft_base_sha256: hash,
      is_published,
    }
  const noDraft = { draft: null, draft_base_sha256: null, is_published }
  if (changed) {
    const fields = { ...(is_published && !isDraft ? before?.fields : begun), ...given }
    return { fields, base_sha256: hash, ...noDraft }
  }
  // Publishes the draft; or nobody sees the translation, and the draft is its latest state.
  return {
    fields: begun,
    base_sha256: before?.draft_base_sha256 ?? before?.base_sha256 ?? hash,
    ...noDraft,
  }
}

const htmlOf = ({ texts }: Translatable, fields: Translated | null | undefined) =>
  texts.map((name) => fields?.[name]).filter((html) => typeof html === 'string')

/** The pictures of the translation and of its draft. */
const picturesOf = (content: Translatable, { fields, draft }: Pick<Next, 'fields' | 'draft'>) =>
  picturesIn(...htmlOf(content, fields), ...htmlOf(content, draft))

/** The translation is as it was read; the page or job too. */
function isUnmoved(subject: Subject, original: Original, before: Stored | undefined) {
  const { kind, id } = subject
  const isThere = before
    ? sql`exists (select 1 from ${table} where ${and(is(subject), eq(table.updated_at, before.updated_at))})`
    : sql`not exists (select 1 from ${table} where ${is(subject)})`
  return sql`${isThere} and ${exists(kind, id, original.updated_at)}`
}

/** Batch statements that write the row, its pictures, and a version of the page or job with it. */
export function writeTranslation(
  db: Db,
  content: Translatable,
  { subject, original, next, by }: { subject: Subject; original: Original; next: Next; by: Saver },
) {
  const { kind, id, language } = subject
  const row = sql`(select id from ${table} where ${is(subject)})`
  const version = { kind, id, ...original.version }
  const values = { ...next, saved_by: by.id }
  return [
    ...keepFirst(db, {
      ...version,
      updated_at: original.updated_at,
      is_draft: !original.isPublic,
    }),
    db
      .insert(table)
      .values({ kind, subject: String(id), language, ...values })
      .onConflictDoUpdate({
        target: [table.kind, table.subject, table.language],
        set: { ...values, updated_at: touched(table.updated_at) },
      }),
    ...setUses(db, { kind: 'translation', id: row }, picturesOf(content, next)),
    ...keepVersion(db, { ...version, is_draft: !(original.isPublic && next.is_published), by }),
    ...(content.afterSave?.(db, original, language, next.fields) ?? []),
  ]
}

/**
 * Saves a translation and returns it as it is sent. Throws 404 without the page or job, 400 for
 * fields that don't fit it, and 409 when the translation is not the one the change was based on.
 */
export async function saveTranslation(
  db: Db,
  content: Translatable,
  subject: Subject,
  change: Change,
  by: Saver,
) {
  const { id } = subject
  const load = async () => orNotFound(await content.original(db, id), content.missing)
  const isDraft = change.draft === true
  const current = async () => {
    const row = orNotFound(await find(db, subject), missing)
    return present(content, row, await load(), isDraft)
  }
  const conflict = async () => stale(await current())
  await untilWritten(async () => {
    const [original, before] = [await load(), await find(db, subject)]
    const { updated_at } = change
    if (updated_at && !before) throw new Problem(404, missing)
    if (updated_at !== undefined && updated_at !== (before?.updated_at ?? null))
      throw await conflict()
    const given = content.clean(change.given, original)
    const next = nextOf(before, { ...change, given }, hashOf(original))
    const [first, ...others] = next.is_published ? content.missingIn(next.fields, original) : []
    if (first) throw new Problem(400, first.message, { details: [first, ...others] })
    const statements = writeTranslation(db, content, { subject, original, next, by })
    const texts = Object.fromEntries(
      content.texts.map((name) => [name, given[name] as string | null | undefined]),
    )
    const written = await writeIf(db, isUnmoved(subject, original, before), statements).catch(
      refuseMissingPictures(db, texts),
    )
    return written || undefined
  }, conflict)
  return current()
}

/** Deletes a translation, and keeps a version of the page or job without it. Throws 404. */
export async function deleteTranslation(
  db: Db,
  content: Translatable,
  subject: Subject,
  by: Saver,
): Promise<Original> {
  const { kind, id } = subject
  return untilWritten(
    async () => {
      const original = orNotFound(await content.original(db, id), content.missing)
      const before = orNotFound(await find(db, subject), missing)
      const version = { kind, id, ...original.version, is_draft: !original.isPublic }
      const written = await writeIf(db, isUnmoved(subject, original, before), [
        ...keepFirst(db, { ...version, updated_at: original.updated_at }),
        db.delete(table).where(is(subject)),
        ...keepVersion(db, { ...version, by }),
      ])
      return written ? original : undefined
    },
    () => new Problem(409, 'Someone else saved this translation. Try again.'),
  )
}

/** Throws away the draft of a published translation. Throws 404 without one. */
export async function discardTranslationDraft(db: Db, content: Translatable, subject: Subject) {
  const load = async () => orNotFound(await find(db, subject), missing)
  const original = orNotFound(await content.original(db, subject.id), content.missing)
  await untilWritten(
    async () => {
      const before = await load()
      if (!before.draft) throw new Problem(404, 'There are no unpublished changes')
      const isSame = sql`exists (select 1 from ${table}
        where ${eq(table.id, before.id)} and ${eq(table.updated_at, before.updated_at)})`
      const written = await writeIf(db, isSame, [
        db
          .update(table)
          .set({ draft: null, draft_base_sha256: null, updated_at: touched(table.updated_at) })
          .where(eq(table.id, before.id)),
        ...setUses(
          db,
          { kind: 'translation', id: before.id },
          picturesOf(content, { fields: before.fields }),
        ),
      ])
      return written || undefined
    },
    () => new Problem(409, 'Someone else saved this translation. Try again.'),
  )
  return present(content, await load(), original)
}
