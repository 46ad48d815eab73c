import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { hashOfOriginal, subjectOf } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { translations as table } from '#db/schema.ts'
import type { JobTranslation, PageTranslation } from './contract/row.ts'
import { hashOf, hasLanguages, type Original, type Translatable } from './subject.ts'

export type Subject = { kind: ContentKind; id: number; language: string }

export const missing = 'This translation does not exist'

export const isAbout = (kind: ContentKind, id: number | SQL) =>
  and(eq(table.kind, kind), eq(table.subject, subjectOf(id)))

export const is = ({ kind, id, language }: Subject) =>
  and(isAbout(kind, id), eq(table.language, language))

const columns = {
  id: table.id,
  language: table.language,
  fields: table.fields,
  is_published: table.is_published,
  base_sha256: table.base_sha256,
  draft: table.draft,
  draft_base_sha256: table.draft_base_sha256,
  updated_at: table.updated_at,
}

export const listOf = (db: Db, kind: ContentKind, id: number) =>
  db.select(columns).from(table).where(isAbout(kind, id)).orderBy(asc(table.language))

export const find = async (db: Db, subject: Subject) =>
  (await db.select(columns).from(table).where(is(subject)))[0]

export type Stored = NonNullable<Awaited<ReturnType<typeof find>>>

/** Without its fields. */
export const summarize = (row: Stored, original: Original) => ({
  language: row.language,
  published: row.is_published,
  outdated: row.base_sha256 !== hashOf(original),
  has_draft: row.draft !== null,
  updated_at: row.updated_at,
})

/** With its fields; with those of its draft, where there is one. */
export function present(content: Translatable, row: Stored, original: Original, withDraft = false) {
  const isDraft = withDraft && row.draft
  const base = isDraft ? row.draft_base_sha256 : row.base_sha256
  return {
    ...summarize(row, original),
    outdated: base !== hashOf(original),
    ...content.shown(isDraft ? (row.draft ?? {}) : row.fields, original),
  } as PageTranslation | JobTranslation
}

/** For lists of staff: what each of these pages or jobs is translated into. Costs one query. */
export async function withTranslations<Row extends { id: number }>(
  db: Db,
  kind: ContentKind,
  rows: Row[],
  /** Those with translations, with the fields that are hashed. */
  readOriginals: (ids: number[]) => Promise<ReadonlyMap<number, object>>,
) {
  if (!hasLanguages(db)) return rows
  const found = await db
    .select({
      subject: table.subject,
      language: table.language,
      published: table.is_published,
      base: table.base_sha256,
    })
    .from(table)
    .where(
      and(
        eq(table.kind, kind),
        inArray(
          table.subject,
          rows.map(({ id }) => String(id)),
        ),
      ),
    )
    .orderBy(asc(table.language))
  const bySubject = Map.groupBy(found, ({ subject }) => Number(subject))
  const originals = found.length ? await readOriginals([...bySubject.keys()]) : new Map()
  return rows.map((row) => {
    const original = originals.get(row.id)
    const hash = original && hashOfOriginal(original)
    const translations = (bySubject.get(row.id) ?? []).map(({ language, published, base }) => ({
      language,
      published,
      outdated: base !== hash,
    }))
    return { ...row, translations }
  })
}
