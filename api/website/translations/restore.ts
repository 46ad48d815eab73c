import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { hashOfOriginal, subjectOf, type Translated } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { mediaUses, translations as table, touched } from '#db/schema.ts'
import type { Saver } from '../content/fields.ts'
import { picturesIn } from '../media/uses.ts'

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
 * said then. Those that were deleted since come back unpublished; those that are new stay.
 */
export const restoreTranslations = (
  db: Db,
  kind: ContentKind,
  id: number,
  {
    translations,
    original,
    by,
    condition,
  }: {
    translations: Translations
    /** The fields of the original that are translated, as restored. */
    original: object
    by: Saver
    condition: SQL
  },
): BatchItem<'sqlite'>[] =>
  Object.entries(translations).flatMap(([language, fields]) => [
    db.run(sql`
      insert into ${table} (kind, subject, language, fields, is_published, base_sha256, saved_by)
      select ${kind}, ${subjectOf(id)}, ${language}, ${JSON.stringify(fields)}, 0,
        ${hashOfOriginal(original)}, ${by.id}
      where ${condition}
      on conflict (kind, subject, language) do update set
        base_sha256 = iif(fields = excluded.fields, base_sha256, excluded.base_sha256),
        fields = excluded.fields, saved_by = excluded.saved_by,
        updated_at = ${touched(table.updated_at)}`),
    addUses(db, kind, id, language, fields),
  ])

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
