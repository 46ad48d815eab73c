import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { subjectOf, type Translated, withoutBase } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { mediaUses, translations as table, touched } from '#db/schema.ts'
import type { Saver } from '../content/fields.ts'
import { picturesIn } from '../media/uses.ts'

/** Of a version, by language: the fields with their `base_sha256`. */
export type Translations = Record<string, Translated>

const ofRow = (kind: ContentKind, id: number | SQL, language: string) =>
  sql`kind = ${kind} and subject = ${subjectOf(id)} and language = ${language}`

/** A batch statement: the pictures in these fields are in use, beside those of a draft. */
const addUses = (
  db: Db,
  kind: ContentKind,
  id: number | SQL,
  language: string,
  fields: Translated,
) =>
  db.run(sql`
    insert into ${mediaUses} (media_id, kind, subject_id)
    select (select id from media where hash = wanted.value), 'translation', one.id
    from json_each(${JSON.stringify(picturesIn(...htmlIn(fields)))}) as wanted
    join ${table} as one on ${ofRow(kind, id, language)}
    where true on conflict do nothing`)

const htmlIn = (fields: Translated) =>
  Object.values(fields).filter((value) => typeof value === 'string')

/**
 * Batch statements before the version that a restored one becomes: the translations say what they
 * said then; those that are published, in their draft, since versions have unfinished ones too.
 * Those that were deleted since come back unpublished; those that are new stay.
 */
export const restoreTranslations = (
  db: Db,
  kind: ContentKind,
  id: number,
  {
    translations,
    by,
    condition,
  }: {
    translations: Translations
    by: Saver
    condition: SQL
  },
): BatchItem<'sqlite'>[] =>
  Object.entries(translations).flatMap(([language, kept]) => {
    const fields = withoutBase(kept)
    return [
      db.run(sql`
        insert into ${table} (kind, subject, language, fields, is_published, base_sha256, saved_by)
        select ${kind}, ${subjectOf(id)}, ${language}, ${JSON.stringify(fields)}, 0,
          ${kept.base_sha256 ?? ''}, ${by.id}
        where ${condition}
        on conflict (kind, subject, language) do update set
          draft = iif(${isOtherThanPublished}, excluded.fields, draft),
          draft_base_sha256 = iif(${isOtherThanPublished}, excluded.base_sha256, draft_base_sha256),
          fields = iif(is_published, fields, excluded.fields),
          base_sha256 = iif(${isOtherThanPublished}, base_sha256, excluded.base_sha256),
          saved_by = excluded.saved_by, updated_at = ${touched(table.updated_at)}`),
      addUses(db, kind, id, language, fields),
    ]
  })

const isOtherThanPublished = sql`is_published = 1 and fields <> excluded.fields`

/** Batch statements that give a copy its translations, unpublished. */
export const insertTranslations = (
  db: Db,
  kind: ContentKind,
  /** Of a row inserted earlier in the batch. */
  id: SQL,
  rows: { language: string; fields: Translated; base_sha256: string }[],
  by: Saver,
): BatchItem<'sqlite'>[] =>
  rows.flatMap(({ language, fields, base_sha256 }) => [
    db.insert(table).values({
      kind,
      subject: subjectOf(id),
      language,
      fields,
      base_sha256,
      is_published: false,
      saved_by: by.id,
    }),
    addUses(db, kind, id, language, fields),
  ])
