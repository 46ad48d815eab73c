import { and, asc, desc, eq, is, type Placeholder, SQL, sql } from 'drizzle-orm'
import { unheard } from '#api/core/calendar/waiting.ts'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { seenVerdicts, withSeenVerdicts } from '#api/core/reviewers/evaluations.ts'
import { isAmong } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { jobs, now, applications as table } from '#db/schema.ts'
import { stepDueOf, stepIdOf, stepNameOf } from '../hiring-steps/placement.ts'
import { tagsOf } from '../tags/tagged.ts'
import type { applicationSorts } from './contract.ts'
import { bookedAhead } from './interviews-ahead.ts'
import { keepAskError } from './keep-asked.ts'
import {
  conditionsOn,
  type Filter,
  idIn,
  isFound,
  isSimple,
  kindOf,
  matching,
  matchingIds,
  type Simple,
  sourceOf,
} from './matching.ts'
import { isUnreadBy } from './read-marks.ts'
import { resume_path, unreadMessages } from './rows.ts'
import { sameMailbox, samePhoneOnly } from './same-person.ts'

/** More applications of the same person are not counted. */
const maxOthers = sql.raw('99')

const countOthers = (same: typeof sameMailbox, among: SQL) => sql`(select count(*) from (
  select 1 from applications as other where ${same('other', 'applications')}${among} limit ${maxOthers}))`

/** Columns of a list row: no letter, and only an excerpt of the notes. */
const listed = {
  id: table.id,
  reference: table.reference,
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
  step_id: stepIdOf(table.id),
  step_name: stepNameOf(table.id),
  step_due: stepDueOf(table.id),
  tags: sql`json(${tagsOf(table.id)})`,
  notes: table.notes_excerpt,
  created_at: table.created_at,
  updated_at: table.updated_at,
  reviewed_at: table.reviewed_at,
  told_status: table.told_status,
  told_at: table.told_at,
  withdrawn_at: table.withdrawn_at,
  kept_until: table.keep_until,
  keep_asked_at: table.keep_asked_at,
  keep_ask_error: keepAskError,
}

/** Looking for them is three fifths of the work, so only where there may be some. */
function alsoApplied(others: 'all' | readonly number[]) {
  const among = others === 'all' ? sql`` : sql` and ${isAmong(sql`other.job_id`, others)}`
  return sql`case when ${table.may_have_others}
    then min(${countOthers(sameMailbox, among)} + ${countOthers(samePhoneOnly, among)}, ${maxOthers})
    else 0 end`
}

/** SQL: when the next booked interview begins. */
const interviewAt = sql`(select min(time) from interviews indexed by interviews_application
  where interviews.application_id = applications.id and state = 'booked' and time > ${now}
    and not exists (select 1 from interview_endings where interview_id = interviews.id))`

/** SQL: times for an interview are proposed, of which one is ahead. */
const interviewProposed = sql`exists (
  select 1 from interviews indexed by interviews_application
  join interview_times on interview_id = interviews.id
  where interviews.application_id = applications.id and state = 'proposed'
    and interview_times.time > ${now}
    and not exists (select 1 from interview_endings where interview_id = interviews.id))`

/** SQL: the day by which an answer is promised. `due` is long: a database server gets it once. */
const answerBy = (due: string | Placeholder) =>
  sql`case when ${unheard} and applications.status = 'pending' then (
    select iif(applications.created_at < dates ->> 0, dates ->> 1, dates ->> 2)
    from (select ${due} -> substr(applications.created_at, 1, 10) as dates)) end`

/** A row as JSON. */
const row = ({
  reader,
  cutoff,
  due,
  others = 'all',
}: WithPlaceholders<Pick<Window, 'reader' | 'cutoff' | 'due'>> & Pick<Window, 'others'>) =>
  sql<string>`json_object(${sql.join(
    [
      ...Object.entries(listed).map(
        ([name, value]) =>
          sql`${sql.raw(`'${name}'`)}, ${is(value, SQL.Aliased) ? value.sql : value}`,
      ),
      sql`'suspicious', json(case when ${table.suspicious} then 'true' else 'false' end)`,
      sql`'also_applied', ${alsoApplied(others)}`,
      sql`'unread', json(case when ${isUnreadBy(reader, table.id)} then 'true' else 'false' end)`,
      sql`'unread_messages', ${unreadMessages}`,
      sql`'interview_at', ${interviewAt}`,
      sql`'interview_proposed', json(case when ${interviewProposed} then 'true' else 'false' end)`,
      sql`'answer_by', ${answerBy(due)}`,
      sql`'overdue', json(case when ${unheard} and applications.telling is not applications.status
        and applications.created_at < ${cutoff} then 'true' else 'false' end)`,
    ],
    sql`, `,
  )})`.as('row')

/**
 * A query's rows as one JSON array, in order: SQLite serializes fifty rows in half the time that
 * copying their values into JavaScript takes.
 */
const asJson = sql<Buffer<ArrayBuffer> | null>`cast('[' || group_concat("row", ',') || ']' as blob)`

type Sort = (typeof applicationSorts)[number]
type Window = {
  sort: Sort
  limit: number
  offset: number
  /** The user for whom rows are marked unread. */
  reader: number
  /** Whoever has waited since before this time is overdue. */
  cutoff: string
  /** From `dueDays`. */
  due: string
  /** The jobs in which `also_applied` counts; all by default. */
  others?: 'all' | readonly number[]
}

/** For prepared queries: values or placeholders. */
type WithPlaceholders<T> = { [K in keyof T]: T[K] | Placeholder }
const filterFor = (byStatus: boolean, byJob: boolean): WithPlaceholders<Simple> => ({
  status: byStatus ? sql.placeholder('status') : 'all',
  job_id: byJob ? sql.placeholder('job_id') : 'all',
})
/** Each has an index, with any filter. */
const orders: Record<string, SQL[]> = {
  created_at: [sql`${table.created_at}`],
  name: [sql`${table.sort_name}`],
  status: [sql`${table.status}`, sql`${table.created_at}`],
  reviewed_at: [sql`${table.reviewed_at}`],
  job_title: [
    sql`coalesce(${jobs.folded_title}, lower(${jobs.title}))`,
    sql`${jobs.id}`,
    sql`${table.created_at}`,
  ],
}

const directionOf = (sort: Sort) => (sort.startsWith('-') ? desc : asc)

const orderBy = (sort: Sort) =>
  [...(orders[sort.replace('-', '')] ?? []), sql`${table.id}`].map(directionOf(sort))

const matchesSimple = ({ status, job_id }: WithPlaceholders<Simple>, sort?: Sort) => {
  // By review one index serves all filters, and the others would have to be sorted.
  const columns = sort?.endsWith('reviewed_at')
    ? { status: sql`+${table.status}`, job_id: sql`+${table.job_id}` }
    : table
  return and(
    // `+`: for a plain value, SQLite would plan again each time, since it may allow a partial index.
    status === 'all' ? undefined : sql`${columns.status} = +${status}`,
    job_id === 'all' ? undefined : sql`${columns.job_id} = ${job_id}`,
  )
}

/** The order decides which index is read; rows before the offset are never looked up. */
export const selectApplications = (
  db: Db,
  filter: WithPlaceholders<Simple>,
  {
    sort,
    limit,
    offset,
    ...marks
  }: WithPlaceholders<Omit<Window, 'others'>> & Pick<Window, 'others'> & { sort: Sort },
  among?: SQL,
) => {
  const query = db.select({ row: row(marks) })
  const which = and(matchesSimple(filter, sort), among)
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
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')]
  const marks = {
    reader: sql.placeholder('reader'),
    cutoff: sql.placeholder('cutoff'),
    due: sql.placeholder('due'),
  }
  const window = { sort, limit, offset, ...marks }
  const rows = selectApplications(db, filterFor(byStatus, byJob), window).as('one_page')
  return db.select({ json: asJson }).from(rows).prepare()
})

const isLimited = ({ others = 'all' }: Pick<Window, 'others'>) => others !== 'all'

/** One page of the list, as a single row of JSON; `total` is from `countApplications`. */
export function listApplications(
  db: Db,
  filter: Filter,
  { sort, ...window }: Window,
  total: number,
): PromiseLike<{ json: Buffer<ArrayBuffer> | null }[]> {
  const ranking = rankings[sort]
  if (ranking) return listRanked(db, filter, { sort, ...window }, ranking(window.reader))
  // An index serves any filter, but few of a job are found faster among themselves.
  const isFew = sort === '-reviewed_at' && filter.job_id !== 'all' && total < toSort
  if (isSimple(filter) && !isLimited(window) && !isFew)
    return list(db, sort, ...kindOf(filter)).all({ ...filter, ...window })
  const rows = selectMatching(db, filter, { sort, ...window }, total).as('one_page')
  return db.select({ json: asJson }).from(rows)
}

/** From this on, reading all rows in order and testing each is faster than sorting the matches. */
const toSort = maxCounted

/** Ids grow with time, so sort by id for dates, or by the index of the days that are read. */
const isReadByDay = (filter: Filter) =>
  ['ranges', 'received'].includes(sourceOf(filter)?.kind ?? '')

function pageOfIds(
  filter: Filter,
  direction: typeof asc,
  { limit, offset }: Pick<Window, 'limit' | 'offset'>,
) {
  const source = sourceOf(filter)
  const page = sql`limit ${limit} offset ${offset}`
  if (source?.kind !== 'ranges') {
    const id = direction(idIn(filter))
    const order =
      source?.kind === 'received' ? sql`${direction(sql`filtered.created_at`)}, ${id}` : id
    return sql`${matchingIds(filter)} order by ${order} ${page}`
  }
  // SQLite merges what is in order, up to the end of the page.
  const parts = source.parts.map(
    (part) => sql`select filtered.id as id, filtered.created_at as created_at
      ${matching(filter, undefined, part)}`,
  )
  return sql`select id from (${sql.join(parts, sql` union all `)}
    order by ${direction(sql`created_at`)}, ${direction(sql`id`)} ${page})`
}

function selectMatching(db: Db, filter: Filter, window: Window, total: number) {
  const { sort } = window
  if (!sort.endsWith('created_at')) {
    const id = sql`${table.id}`
    const among =
      total >= toSort
        ? and(conditionsOn(id, filter), isFound(id, filter))
        : sql`${id} in (${matchingIds(filter)})`
    return selectApplications(db, filter, window, among)
  }
  const direction = directionOf(sort)
  return db
    .select({ row: row(window) })
    .from(table)
    .where(sql`${table.id} in (${pageOfIds(filter, direction, window)})`)
    .orderBy(...(isReadByDay(filter) ? [direction(table.created_at)] : []), direction(table.id))
}

type Ranking = {
  /** SQL: `id` and `rank` of the few applications that the sort ranks; all others follow by id. */
  ranks: SQL
  /** SQL: their ids. */
  ids: SQL
}

const kept = sql`from applications indexed by applications_keep_until where keep_until is not null`
const keptRanking: Ranking = {
  ranks: sql`select id, keep_until as rank ${kept}`,
  ids: sql`select id ${kept}`,
}

const rankings: { [S in Sort]?: (reader: number) => Ranking } = {
  '-verdict': (reader) => ({
    ranks: sql`select id, verdict as rank from (${seenVerdicts({ id: reader })})`,
    ids: withSeenVerdicts({ id: reader }),
  }),
  interview_at: () => ({
    ranks: sql`
      select application_id as id, min(time) as rank from (${bookedAhead}) group by application_id`,
    ids: sql`select application_id as id from (${bookedAhead})`,
  }),
  kept_until: () => keptRanking,
  '-kept_until': () => keptRanking,
}

async function listRanked(db: Db, filter: Filter, window: Window, { ranks, ids }: Ranking) {
  const { sort, limit, offset } = window
  const direction = directionOf(sort)
  const { status, job_id } = filter
  const id = sql`filtered.id`
  const withStatus = status === 'all' ? undefined : sql`applications.status = +${status}`
  const withJob = job_id === 'all' ? undefined : sql`applications.job_id = ${job_id}`
  const joined = sql`cross join applications on applications.id = filtered.id`
  const matches = and(withStatus, withJob, conditionsOn(id, filter), isFound(id, filter))
  const among = (ranked: SQL) => sql`
    from (${ranked}) as filtered ${withStatus || withJob ? joined : sql``} where ${matches ?? sql`true`}`
  const idsOf = async (ids: SQL) => (await db.all<{ id: number }>(ids)).map(({ id }) => id)
  const countRanked = async () =>
    (
      await db.get<{ count: number }>(
        sql`select count(distinct filtered.id) as count ${among(ids)}`,
      )
    )?.count ?? 0
  const before = offset ? await countRanked() : 0
  const found =
    offset && offset >= before
      ? []
      : await idsOf(sql`select filtered.id ${among(ranks)}
          order by ${direction(sql`rank`)}, ${direction(id)} limit ${limit} offset ${offset}`)
  if (found.length < limit) {
    const isUnranked = (id: SQL) => sql`+${id} not in (${ids})`
    const conditions = [...(filter.conditions ?? []), { on: isUnranked }]
    const rest = { limit: limit - found.length, offset: Math.max(0, offset - before) }
    found.push(...(await idsOf(pageOfIds({ ...filter, conditions }, direction, rest))))
  }
  const rows = db
    .select({ row: row(window) })
    .from(sql`json_each(${JSON.stringify(found)}) as page`)
    .crossJoin(table)
    .where(eq(table.id, sql`page.value`))
    .orderBy(sql`page.key`)
    .as('one_page')
  return db.select({ json: asJson }).from(rows)
}
