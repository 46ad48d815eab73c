import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Language } from '#api/core/words/contract/names.ts'
import type { Db } from '#db/client.ts'
import {
  drafts,
  jobs,
  pages,
  settings,
  touched,
  translations,
  trash,
  versions,
} from '#db/schema.ts'

/** SQL: the site has other languages, or the page or job was translated while it had. */
const isOfLanguages = (kind: SQL, id: SQL) => sql`(
  exists (select 1 from ${settings} where ${settings.key} = 'site_languages' and ${settings.value} <> '')
  or exists (select 1 from ${translations}
    where ${translations.kind} = ${kind} and ${translations.subject} = cast(${id} as text)))`

/**
 * Batch statements before the main language changes, if `condition` holds: pages and jobs keep the
 * old one as their own, also in drafts and versions. On a site with one language those without
 * translations follow the new one.
 */
export const keepLanguages = (db: Db, main: Language, condition: SQL): BatchItem<'sqlite'>[] => [
  ...[pages, jobs].map((table) =>
    db
      .update(table)
      .set({ language: main, updated_at: touched(table.updated_at) })
      .where(sql`coalesce(${table.language}, '') = '' and ${condition}
        and ${isOfLanguages(table === pages ? sql`'page'` : sql`'job'`, sql`${table.id}`)}`),
  ),
  db.run(sql`
    update ${drafts} set fields = json_set(fields, '$.language', ${main})
    where coalesce(fields ->> '$.language', '') = '' and ${condition}
      and ${isOfLanguages(sql`${drafts.kind}`, sql`${drafts.subject_id}`)}`),
  db.run(sql`
    update ${versions} set fields = json_set(fields, '$.language', ${main})
    where coalesce(fields ->> '$.language', '') = '' and ${condition}
      and ${isOfLanguages(sql`${versions.kind}`, sql`${versions.subject_id}`)}`),
  // Of a job there is no row.
  db.run(sql`
    update ${trash} set row = json_set(row, '$.language', ${main})
    where kind = 'page' and coalesce(row ->> '$.language', '') = '' and ${condition}
      and ${isOfLanguages(sql`${trash.kind}`, sql`${trash.subject_id}`)}`),
]

/** SQL: the tag is the language, or a variant of it. */
const isIn = (tag: SQL, language: string) =>
  sql`(${tag} = ${language} or ${tag} like ${`${language}-%`})`

type Counts = { following: number; kept: number }

/**
 * Of published pages and open jobs, before the main language changes to another: how many are taken
 * to be in it from then on, and how many stay in their own and are not translated into it.
 */
export async function countPagesAndJobs(db: Db, language: string): Promise<Counts> {
  const counts = [pages, jobs].map((table) => {
    const kind = table === pages ? sql`'page'` : sql`'job'`
    const isShown =
      table === pages
        ? sql`${pages.is_published} = 1`
        : sql`${jobs.is_active} = 1 and ${jobs.deleted_at} is null`
    const own = sql`coalesce(${table.language}, '')`
    const follows = sql`(${own} = '' and not ${isOfLanguages(kind, sql`${table.id}`)})`
    const isTranslated = sql`exists (
      select 1 from ${translations} where ${translations.kind} = ${kind}
        and ${translations.subject} = cast(${table.id} as text)
        and ${translations.language} = ${language} and ${translations.is_published} = 1)`
    return db.get<Counts>(sql`
      select coalesce(sum(${follows}), 0) as following,
        coalesce(sum(not ${follows} and not ${isIn(own, language)} and not ${isTranslated}), 0) as kept
      from ${table} where ${isShown}`)
  })
  const all = await Promise.all(counts)
  const sum = (of: keyof Counts) => all.reduce((total, one) => total + (one?.[of] ?? 0), 0)
  return { following: sum('following'), kept: sum('kept') }
}
