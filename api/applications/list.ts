import { and, asc, desc, eq, is, type Placeholder, SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import { applicationCounts, applicationTotals, jobs, applications as table } from '#db/schema.ts'
import { answerMark, jobMark } from '../search/terms.ts'
import type { applicationSorts } from './contract.ts'
import { resume_path } from './rows.ts'

/** Columns of a list row: no letter, and only an excerpt of the notes. */
const listed = {
  id: table.id,
  job_id: table.job_id,
  // A subquery runs for the shown rows only; a join would also run for the skipped ones.
  job_title: sql<string>`(select title from jobs where jobs.id = applications.job_id)`,
  first_name: table.first_name,
  last_name: table.last_name,
  email: table.email,
  phone: table.phone,
  resume_path,
  resume_type: table.resume_type,
  status: table.status,
  notes: table.notes_excerpt,
  created_at: table.created_at,
  updated_at: table.updated_at,
  reviewed_at: table.reviewed_at,
}

/** A row as JSON. */
const row = sql<string>`json_object(${sql.join(
  Object.entries(listed).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${is(value, SQL.Aliased) ? value.sql : value}`,
  ),
  sql`, `,
)})`.as('row')

/**
 * A query's rows as one JSON array, in order: SQLite serializes fifty rows in half the time that
 * copying their values into JavaScript takes.
 */
const asJson = sql<Buffer<ArrayBuffer> | null>`cast('[' || group_concat("row", ',') || ']' as blob)`

type Filter = { status: ApplicationStatus | 'all'; job_id: number | 'all' }
type Sort = (typeof applicationSorts)[number]
type Window = { sort: Sort; limit: number; offset: number }

/** For prepared queries: values or placeholders. */
type WithPlaceholders<T> = { [K in keyof T]: T[K] | Placeholder }
const filterFor = (byStatus: boolean, byJob: boolean): WithPlaceholders<Filter> => ({
  status: byStatus ? sql.placeholder('status') : 'all',
  job_id: byJob ? sql.placeholder('job_id') : 'all',
})
const kindOf = ({ status, job_id }: Filter) => [status !== 'all', job_id !== 'all'] as const

/** Each has an index, with any filter. */
const orders: Record<string, SQL[]> = {
  created_at: [sql`${table.created_at}`],
  name: [sql`${table.last_name} collate nocase`, sql`${table.first_name} collate nocase`],
  status: [sql`${table.status}`, sql`${table.created_at}`],
  job_title: [sql`${jobs.title} collate nocase`, sql`${jobs.id}`, sql`${table.created_at}`],
}

const directionOf = (sort: Sort) => (sort.startsWith('-') ? desc : asc)

const orderBy = (sort: Sort) =>
  [...(orders[sort.replace('-', '')] ?? []), sql`${table.id}`].map(directionOf(sort))

const matchesFilter = ({ status, job_id }: WithPlaceholders<Filter>) =>
  and(
    status === 'all' ? undefined : eq(table.status, status),
    job_id === 'all' ? undefined : eq(table.job_id, job_id),
  )

const count = prepared((db, byStatus: boolean, byJob: boolean) => {
  const counts = byJob ? applicationCounts : applicationTotals
  return db
    .select({ count: sql<number>`coalesce(sum(${counts.count}), 0)` })
    .from(counts)
    .where(
      and(
        byStatus ? eq(counts.status, sql.placeholder('status')) : undefined,
        byJob ? eq(applicationCounts.job_id, sql.placeholder('job_id')) : undefined,
      ),
    )
    .prepare()
})

/** Counts from the trigger-maintained totals: exact, and fast at any size. */
export const countApplications = async (db: Db, filter: Filter): Promise<number> =>
  (await count(db, ...kindOf(filter)).get(filter))?.count ?? 0

/** The order decides which index is read; rows before the offset are never looked up. */
export const selectApplications = (
  db: Db,
  filter: WithPlaceholders<Filter>,
  { sort, limit, offset }: WithPlaceholders<Window> & { sort: Sort },
  among?: SQL,
) => {
  const query = db.select({ row })
  const which = and(matchesFilter(filter), among)
  // SQLite never reorders a cross join: job by job, in the order of titles.
  return sort.endsWith('job_title')
    ? query
        .from(jobs)
        .crossJoin(table)
        .where(and(eq(table.job_id, jobs.id), which))
        .orderBy(...orderBy(sort))
        .limit(limit)
        .offset(offset)
    : query
        .from(table)
        .where(which)
        .orderBy(...orderBy(sort))
        .limit(limit)
        .offset(offset)
}

const list = prepared((db, sort: Sort, byStatus: boolean, byJob: boolean) => {
  const window = { sort, limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  const rows = selectApplications(db, filterFor(byStatus, byJob), window).as('one_page')
  return db.select({ json: asJson }).from(rows).prepare()
})

/** One page of the list, as a single row of JSON. */
export const listApplications = (db: Db, filter: Filter, { sort, ...window }: Window) =>
  list(db, sort, ...kindOf(filter)).all({ ...filter, ...window })

/** What the index is searched for: words and answers, either of which may be missing. */
export type Sought = { words?: string | undefined; answers: { id: number; value: string }[] }

/** The ids of those that pass the filter and match, without reading any row. */
const matching = ({ words, answers }: Sought, { status, job_id }: Filter) => {
  const marks = answers.map(({ id, value }) => answerMark(id, value))
  if (job_id !== 'all') marks.unshift(jobMark(job_id))
  const query = [...(words ? [`(${words})`] : []), ...marks.map((mark) => `"${mark}"`)].join(
    ' AND ',
  )
  // Changes often, so it is not in the search text. A cross join keeps the search first, and
  // without the index named SQLite would read the rows, five times as slow.
  const withStatus =
    status === 'all'
      ? sql``
      : sql`cross join applications as filtered indexed by applications_id_status
          on filtered.id = application_search.rowid and filtered.status = ${status}`
  return sql`from application_search ${withStatus} where application_search match ${query}`
}

/** The total of a search. */
export async function countFound(db: Db, sought: Sought, filter: Filter): Promise<number> {
  const found = await db.get<{ count: number }>(
    sql`select count(*) as count ${matching(sought, filter)}`,
  )
  return found?.count ?? 0
}

/** Above this, reading all rows in order and testing each is faster than sorting the matches. */
const toSort = 10_000

/** One page of a search; `total` is from `countFound`. Ids grow with time, so sort by id for dates. */
export function listFound(db: Db, sought: Sought, filter: Filter, window: Window, total: number) {
  const rows = selectFound(db, sought, filter, window, total).as('one_page')
  return db.select({ json: asJson }).from(rows)
}

function selectFound(
  db: Db,
  sought: Sought,
  filter: Filter,
  { sort, limit, offset }: Window,
  total: number,
) {
  const found = matching(sought, filter)
  if (!sort.endsWith('created_at')) {
    const id = total > toSort ? sql`+${table.id}` : sql`${table.id}`
    return selectApplications(
      db,
      filter,
      { sort, limit, offset },
      sql`${id} in (select application_search.rowid ${found})`,
    )
  }
  const direction = directionOf(sort)
  const page = sql`select application_search.rowid ${found} order by ${direction(sql`application_search.rowid`)} limit ${limit} offset ${offset}`
  return db
    .select({ row })
    .from(table)
    .where(sql`${table.id} in (${page})`)
    .orderBy(direction(table.id))
}
