import { and, eq, type SQL, sql } from 'drizzle-orm'
import { visibleText } from '#api/core/http/contract/text.ts'
import { searchable } from '#api/core/search/terms.ts'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import { placesText } from './contract/facts.ts'
import { textOptions } from './rows.ts'

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
const filterWords = ({
  employment_types,
  workplace,
}: Pick<Searchable, 'employment_types' | 'workplace'>) =>
  [
    ...(employment_types ?? []).map((type) => textOptions.words.employmentTypes[type]),
    workplace ? textOptions.words.workplaces[workplace] : '',
  ].flatMap((label) => [label, label.replaceAll(' ', '-')])

/** A job's indexed text: what visitors read, without markup. */
const searchText = ({
  title,
  team,
  description,
  requirements,
  employment_types,
  ...where
}: Searchable) =>
  searchable(
    [
      title,
      team,
      where.location,
      placesText(where, textOptions),
      ...filterWords({ employment_types, workplace: where.workplace }),
      shown(description),
      shown(requirements ?? ''),
    ].join(' '),
  )

/** A batch statement, right after the insert of the job. */
export const indexInserted = (db: Db, job: Searchable) =>
  db.run(sql`insert into job_search (rowid, text) values (last_insert_rowid(), ${searchText(job)})`)

/** A batch statement: updates the job's search text, if `condition` still holds. */
export const reindexJob = (db: Db, id: number, job: Searchable, condition?: SQL) =>
  db.run(
    sql`insert or replace into job_search (rowid, text) select ${table.id}, ${searchText(job)} from ${table} where ${and(eq(table.id, id), condition)}`,
  )

/** The ids of the jobs, active or not, that contain the words. */
export const matching = (words: string) =>
  sql`select rowid as id from job_search where job_search match ${words}`
