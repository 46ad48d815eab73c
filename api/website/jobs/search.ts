import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { visibleText } from '#api/core/http/contract/text.ts'
import { searchable } from '#api/core/search/terms.ts'
import {
  lastLanguagesOf,
  lastSiteLanguage,
  readSiteSettings,
} from '#api/core/site-settings/site-settings.ts'
import { inTranslation, subjectOf, type Translated } from '#api/core/translations/read.ts'
import { type Language, languageOf } from '#api/core/words/contract/names.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { jobs as table, translations } from '#db/schema.ts'
import { isWrittenIn } from '../translations/subject.ts'
import { placesText } from './contract/facts.ts'
import { textOptions } from './rows.ts'

type Texts = ReturnType<typeof textOptions>

type Searchable = Pick<
  typeof table.$inferInsert,
  | 'title'
  | 'location'
  | 'description'
  | 'requirements'
  | 'team'
  | 'workplace'
  | 'places'
  | 'remote_countries'
  | 'employment_types'
>

/** Captions begin a word of their own. */
const shown = (html: string) => visibleText(html.replaceAll('<figcaption>', ' '))

/** What filters call the job, as two words and as one: "Part time", "Part-time". */
const filterWords = (
  { employment_types, workplace }: Pick<Searchable, 'employment_types' | 'workplace'>,
  { words }: Texts,
) =>
  [
    ...(employment_types ?? []).map((type) => words.employmentTypes[type]),
    workplace ? words.workplaces[workplace] : '',
  ].flatMap((label) => [label, label.replaceAll(' ', '-')])

/** A job's indexed text: what visitors read, without markup. */
function searchText(
  { title, team, description, requirements, employment_types, ...where }: Searchable,
  language: Language,
) {
  const texts = textOptions(language)
  return searchable(
    [
      title,
      team,
      where.location,
      placesText(where, texts),
      ...filterWords({ employment_types, workplace: where.workplace }, texts),
      shown(description),
      shown(requirements ?? ''),
    ].join(' '),
  )
}

/** A batch statement, right after the insert of the job. */
export const indexInserted = (db: Db, job: Searchable) =>
  db.run(
    sql`insert into job_search (rowid, text) values (last_insert_rowid(), ${searchText(job, lastSiteLanguage(db))})`,
  )

/** A batch statement: updates the job's search text, if `condition` still holds. */
export const reindexJob = (db: Db, id: number, job: Searchable, condition?: SQL) =>
  db.run(
    sql`insert or replace into job_search (rowid, text) select ${table.id}, ${searchText(job, lastSiteLanguage(db))} from ${table} where ${and(eq(table.id, id), condition)}`,
  )

/**
 * A batch statement, once the translation is written: updates its search text, if it still has
 * these fields and `condition` holds.
 */
export const indexTranslation = (
  db: Db,
  id: number | SQL,
  job: Searchable,
  { language, fields }: { language: string; fields: Translated },
  condition: SQL = sql`true`,
) =>
  db.run(sql`
    insert or replace into translation_search (rowid, text)
    select id, ${searchText(inTranslation(job, fields), languageOf(language))} from ${translations}
    where kind = 'job' and subject = ${subjectOf(id)} and language = ${language}
      and json(fields) = json(${JSON.stringify(fields)}) and ${condition}`)

/** A batch statement: removes all search texts, if `condition` holds. */
export const dropIndex = (db: Db, condition: SQL) =>
  db.run(
    sql`delete from job_search where rowid in (select ${table.id} from ${table} where ${condition})`,
  )

/** Indexes all jobs in the language that the site has now. Those left out are indexed at the next start. */
export async function indexAnew(db: Db) {
  await readSiteSettings(db)
  for (let last = 0; ; ) {
    const rows = await db
      .select()
      .from(table)
      .where(gt(table.id, last))
      .orderBy(asc(table.id))
      .limit(25)
    const [first, ...rest] = rows.map((row) =>
      reindexJob(db, row.id, row, eq(table.updated_at, row.updated_at)),
    )
    if (!first) return
    await db.batch([first, ...rest])
    last = rows.at(-1)?.id ?? last
  }
}

const inOriginals = (words: string) =>
  sql`select rowid as id from job_search where job_search match ${words}`

/** The ids of the jobs, active or not, that contain the words as the reader's language has them. */
export function matching(db: Db, words: string) {
  const all: readonly Language[] = lastLanguagesOf(db)
  const [main = 'en', ...others] = all
  const language = readerLanguage()
  if (!others.length || !all.includes(language)) return inOriginals(words)
  const shown = sql`from ${translations}
    where kind = 'job' and language = ${language} and is_published = 1
      and not exists (
        select 1 from ${table} where ${table.id} = cast(${translations.subject} as integer)
          and ${isWrittenIn(table.language, language, main)})`
  return sql`${inOriginals(words)} and rowid not in (select cast(subject as integer) ${shown})
    union select cast(subject as integer) as id ${shown}
      and id in (select rowid from translation_search where translation_search match ${words})`
}
