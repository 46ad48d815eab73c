import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import { visibleText } from '../http/contract/text.ts'
import { searchable, searchQuery } from '../search/terms.ts'
import { withTexts } from './rows.ts'

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
>

/** A job's indexed text: what visitors read, without markup. */
const searchText = ({ title, team, description, requirements, ...where }: Searchable) =>
  searchable(
    [
      ...[title, team, where.location, withTexts({ ...where, location: null }).location_text],
      ...[visibleText(description), visibleText(requirements ?? '')],
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

/** Open to visitors. */
export const active = and(isNull(table.deleted_at), eq(table.is_active, true))

/** Filters active jobs by words and location. */
export function jobSearchFilter({
  q,
  location,
}: {
  q: string
  location?: string
}): SQL | undefined {
  const words = searchQuery(q)
  return and(
    active,
    location ? sql`${table.location} = ${location} collate nocase` : undefined,
    words
      ? sql`${table.id} in (select rowid from job_search where job_search match ${words})`
      : undefined,
  )
}

/** Locations of the active jobs that match, with the number of jobs each. */
export const listLocations = (db: Db, q: string) =>
  db
    .select({ location: sql<string>`${table.location}`, count: sql<number>`count(*)` })
    .from(table)
    .where(and(jobSearchFilter({ q }), sql`${table.location} is not null`))
    .groupBy(sql`${table.location} collate nocase`)
    .orderBy(sql`${table.location} collate nocase`)
