import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { subjectOf } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { drafts, mediaUses, now, versions as table, translations } from '#db/schema.ts'
import { maxDraftVersions, maxPublicVersions } from './contract.ts'
import { nobody, type Saver } from './fields.ts'

type Subject = {
  kind: ContentKind
  /** A row inserted earlier in the batch is `sql`(select max(id) from …)``. */
  id: number | SQL
}

const of = ({ kind, id }: Subject) => and(eq(table.kind, kind), eq(table.subject_id, sql`${id}`))

const newest = (subject: Subject, column: string) =>
  sql`(select ${sql.raw(column)} from ${table} where ${of(subject)} order by version desc limit 1)`

const isTranslationOf = ({ kind, id }: Subject) =>
  and(eq(translations.kind, kind), eq(translations.subject, subjectOf(id)))

/** As `versions.translations` keeps them, each with its `base_sha256`: null without any. */
const storedTranslations = (subject: Subject) => sql`(
  select nullif(json_group_object(language, json_set(fields, '$.base_sha256', base_sha256)), '{}') from (
    select language, fields, base_sha256 from ${translations} where ${isTranslationOf(subject)} order by language))`

type Kept = Subject & {
  /** What it keeps, as JSON has it. */
  fields: object
  is_draft: boolean
  /** Hashes. */
  pictures: readonly string[]
  by: Saver
  /** Of the update that follows, too. */
  condition?: SQL | undefined
}

/**
 * Batch statements that keep a version of a page or job with its translations, before the update.
 * Nothing is kept when the newest version is the same already.
 */
export function keepVersion(db: Db, { condition = sql`true`, ...kept }: Kept) {
  const fields = JSON.stringify(kept.fields)
  const isKnown = sql`coalesce(${newest(kept, 'fields')} = ${fields}
    and ${newest(kept, 'translations')} is ${storedTranslations(kept)}
    and ${newest(kept, 'is_draft')} <= ${Number(kept.is_draft)}, 0)`
  return [
    insertVersion(db, kept, fields, now, sql`${condition} and not ${isKnown}`),
    addUses(db, kept, condition),
    db.run(sql`
      delete from ${table} where ${of(kept)} and is_draft = 1
        and fields <> coalesce((select fields from ${drafts}
          where kind = ${kept.kind} and subject_id = ${kept.id}), '')
        and id not in (${newestIds(kept, 1, maxDraftVersions)})`),
    db.run(sql`
      delete from ${table} where ${of(kept)} and is_draft = 0
        and id not in (${newestIds(kept, 0, maxPublicVersions)})`),
  ] as const
}

const newestIds = (subject: Subject, is_draft: 0 | 1, count: number) =>
  sql`select id from ${table} where ${of(subject)} and is_draft = ${is_draft}
    order by version desc limit ${count}`

/** Batch statements: what was saved before there were versions becomes the first one. */
export function keepFirst(
  db: Db,
  { condition = sql`true`, updated_at, ...given }: Omit<Kept, 'by'> & { updated_at: string },
) {
  const kept = { ...given, by: nobody }
  const fields = JSON.stringify(kept.fields)
  const count = sql`(select count(*) from ${table} where ${of(kept)})`
  return [
    insertVersion(db, kept, fields, sql`${updated_at}`, sql`${condition} and ${count} = 0`),
    addUses(db, kept, sql`${condition} and ${count} = 1`),
  ] as const
}

const insertVersion = (db: Db, kept: Kept, fields: string, saved_at: SQL, condition: SQL) =>
  db.run(sql`
    insert into ${table} (kind, subject_id, version, is_draft, fields, translations, saved_at, saved_by, saved_name)
    select ${kept.kind}, ${kept.id}, coalesce(${newest(kept, 'version')}, 0) + 1,
      ${Number(kept.is_draft)}, ${fields}, ${storedTranslations(kept)}, ${saved_at}, ${kept.by.id}, ${kept.by.name}
    where ${condition}`)

/** Of its translations too. Not `or ignore`, which would also ignore that a picture is gone. */
const addUses = (db: Db, kept: Kept, condition: SQL) =>
  db.run(sql`
    insert into ${mediaUses} (media_id, kind, subject_id)
    select picture, ${`${kept.kind}_version`}, ${newest(kept, 'id')} from (
      select (select id from media where hash = wanted.value) as picture
      from json_each(${JSON.stringify(kept.pictures)}) as wanted
      union select media_id from ${mediaUses} where kind = 'translation' and subject_id in (
        select id from ${translations} where ${isTranslationOf(kept)}))
    where ${condition}
    on conflict do nothing`)

export const listVersions = (db: Db, subject: Subject) =>
  db
    .select({ ...versionColumns, languages: languagesOfVersion })
    .from(table)
    .where(of(subject))
    .orderBy(desc(table.version))

export const countVersions = (db: Db, subject: Subject) => db.$count(table, of(subject))

const versionColumns = {
  version: table.version,
  saved_at: table.saved_at,
  saved_by: sql<string | null>`nullif(${table.saved_name}, '')`,
  is_draft: table.is_draft,
}

const languagesOfVersion = sql`(
  select json_group_array(key) from json_each(${table.translations}))`
  .mapWith((json: string) => JSON.parse(json) as string[])
  .as('languages')

export async function readVersion(db: Db, subject: Subject, version: number) {
  const [row] = await db
    .select({
      ...versionColumns,
      fields: table.fields,
      translations: table.translations,
      previous: sql<number | null>`(select max(version) from versions as earlier
        where earlier.kind = ${subject.kind} and earlier.subject_id = ${subject.id}
          and earlier.version < ${version})`,
    })
    .from(table)
    .where(and(of(subject), eq(table.version, version)))
  return row
}
