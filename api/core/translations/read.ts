import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { TranslationKind } from '#db/enums.ts'
import { translations as table } from '#db/schema.ts'

/** What a translation holds: only those fields of the original that are translated. */
export type Translated = Record<string, unknown>

/** The fields of a translation that a version keeps. */
export const withoutBase = ({ base_sha256: _, ...fields }: Translated): Translated => fields

/** For `base_sha256`: the translatable fields of the original, always in the same order. */
export const hashOfOriginal = (fields: object) =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex')

/** The `subject` of a page or job; SQL for a row inserted earlier in the batch. */
export const subjectOf = (id: number | SQL) =>
  typeof id === 'number' ? sql`${String(id)}` : sql`cast(${id} as text)`

/** The published translations into this language, by subject. */
export async function readTranslations(
  db: Db,
  kind: TranslationKind,
  language: string,
  subjects: readonly (string | number)[],
): Promise<ReadonlyMap<string, Translated>> {
  if (!subjects.length) return new Map()
  const rows = await db
    .select({ subject: table.subject, fields: table.fields })
    .from(table)
    .where(
      and(
        eq(table.kind, kind),
        eq(table.language, language),
        eq(table.is_published, true),
        sql`${table.subject} in (select value from json_each(${JSON.stringify(subjects.map(String))}))`,
      ),
    )
  return new Map(rows.map(({ subject, fields }) => [subject, fields]))
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * The row with its translated fields. Those that are empty in the translation stay as they are, and
 * those that the original no longer has are left out.
 */
export const inTranslation = <T extends object>(row: T, fields: Translated | undefined): T => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      ([name, value]) => !isEmpty(row[name as keyof T]) && !isEmpty(value),
    ),
  ),
})
