import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import { lastLanguagesOf, readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { inTranslation, type Translated } from '#api/core/translations/read.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { jobs, pages, translations as table } from '#db/schema.ts'
import { isWrittenIn, ownLanguage, withoutRegion } from './subject.ts'

type Row = { id: number; language: string | null }

export type Shown = { shown_language?: string; languages?: string[] }

/** The translations of these rows; the fields of those in the language alone. */
async function read(
  db: Db,
  kind: ContentKind,
  ids: number[],
  language: string,
  withDrafts: boolean,
) {
  const fields = withDrafts ? sql`coalesce(draft, fields)` : sql`fields`
  const rows = await db.all<{ subject: string; language: string; fields: string | null }>(sql`
    select subject, language, iif(language = ${language}, ${fields}, null) as fields from ${table}
    where kind = ${kind} and ${withDrafts ? sql`true` : sql`is_published = 1`}
      and subject in (select cast(value as text) from json_each(${JSON.stringify(ids)}))`)
  return Map.groupBy(rows, ({ subject }) => Number(subject))
}

/**
 * Pages or jobs as the reader's language has them: translated, or else as they were written. Costs
 * one query; none on a site with one language, where rows stay as they are.
 * @param translate puts the fields of a translation into the row
 * @param withDrafts also what visitors do not see yet
 */
export async function inReadersLanguage<T extends Row>(
  db: Db,
  kind: ContentKind,
  rows: T[],
  translate: (row: T, fields: Translated) => T = inTranslation,
  withDrafts = false,
): Promise<(T & Shown)[]> {
  const all: readonly Language[] = lastLanguagesOf(db)
  const [main = 'en'] = all
  if (all.length < 2 || !rows.length) return rows
  const language = readerLanguage()
  const found = await read(
    db,
    kind,
    rows.map(({ id }) => id),
    language,
    withDrafts,
  )
  return rows.map((row) => {
    const own = ownLanguage(row, main)
    const ownTag = withoutRegion(own)
    const translated = found.get(row.id) ?? []
    const fields =
      language !== ownTag && all.includes(language)
        ? translated.find((one) => one.language === language)?.fields
        : undefined
    return {
      ...(fields ? translate(row, JSON.parse(fields) as Translated) : row),
      shown_language: fields ? language : own,
      languages: all.filter(
        (tag) => tag === ownTag || translated.some((one) => one.language === tag),
      ),
    }
  })
}

/** SQL: visitors must be able to read the page in some language. */
const isLegal = sql`(pages.slug in ('privacy', 'imprint')
  or pages.id in (select page_id from old_slugs where slug in ('privacy', 'imprint')))`

/**
 * SQL: the row of `pages` or `jobs` is in the reader's language, or is the privacy notice or imprint. Undefined where visitors see all:
 * in the main language, and unless the setting `untranslated` hides others.
 */
export async function notHidden(db: Db, kind: ContentKind): Promise<SQL | undefined> {
  const all: readonly Language[] = lastLanguagesOf(db)
  const language = readerLanguage()
  const [main = 'en'] = all
  if (language === main || !all.includes(language)) return undefined
  const { untranslated } = await readSomeSettings(db, 'untranslated')
  if (untranslated !== 'hide') return undefined
  const row = kind === 'page' ? pages : jobs
  return sql`(${kind === 'page' ? isLegal : sql`false`} or ${isWrittenIn(row.language, language, main)}
    or exists (select 1 from ${table} as shown where shown.kind = ${kind} and shown.is_published = 1
      and shown.language = ${language} and shown.subject = cast(${row}.id as text)))`
}

/**
 * As `notHidden`, for a page or job that a program reads in a language it names. The site, which
 * names none, leads from there to the original.
 */
export const notHiddenIn = async (c: Context<Env>, kind: ContentKind) =>
  c.req.query('lang') ? notHidden(c.var.db, kind) : undefined

/** Throws 409 for a change that has the words of a translation instead of the original's. */
export function refuseOtherLanguage(
  db: Db,
  row: { language: string | null } | undefined,
  shown: string | undefined,
) {
  const [main] = lastLanguagesOf(db)
  if (!row || shown === undefined || shown === ownLanguage(row, main)) return
  throw Problem.field(
    409,
    'shown_language',
    'These are the words of a translation. Read the original, and change that, or PUT the translation.',
  )
}
