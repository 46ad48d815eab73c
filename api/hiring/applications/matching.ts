import { and, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '#api/core/reviewers/scope.ts'
import { answerMark, jobMark } from '#api/core/search/terms.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import type { Condition } from './conditions.ts'

/** The list's filters, in any combination. `filterOf` reads them from a request. */
export type Filter = {
  status: ApplicationStatus | 'all'
  job_id: number | 'all'
  /** Of these jobs only. */
  jobs?: readonly number[]
  /** The same, if they have few. */
  fewOfJobs?: Condition | undefined
  /** A full-text query. */
  words?: string
  /** The id that was searched for. */
  number?: number
  answers?: { id: number; value: string }[]
  /** Of all other filters. */
  conditions?: readonly Condition[]
}
/** Filters with counts kept by triggers, and with an index for each order. */
export type Simple = Pick<Filter, 'status' | 'job_id'>

/** Whether a page doesn't depend on the total. */
export const isSimple = ({ jobs, words, number, answers, conditions }: Filter) =>
  !(jobs || words || number || answers?.length || conditions?.length)

/** Of more jobs, each application is looked up. */
const maxMarks = 200

/** The search index has the job of each application. */
const isMarked = ({ jobs = [] }: Filter) => jobs.length > 0 && jobs.length <= maxMarks

/** The full-text query for words and answers; within jobs it reads only the search index. */
export function searchFor(filter: Filter): string | undefined {
  const { words, answers = [], job_id, jobs = [] } = filter
  if (!words && !answers.length) return undefined
  const marks = answers.map(({ id, value }) => answerMark(id, value))
  if (job_id !== 'all') marks.unshift(jobMark(job_id))
  const ofJobs = isMarked(filter) ? jobs.map((id) => `"${jobMark(id)}"`) : []
  return [
    ...(words ? [`(${words})`] : []),
    ...marks.map((mark) => `"${mark}"`),
    ...(ofJobs.length ? [`(${ofJobs.join(' OR ')})`] : []),
  ].join(' AND ')
}

/** SQL: the job of an application. */
const jobOf = (id: SQL) =>
  sql`(select one.job_id from applications as one ${byId} where one.id = ${id})`

/** Conditions on nothing but the id. */
export const conditionsOn = (id: SQL, { jobs, fewOfJobs, number, conditions = [] }: Filter) =>
  and(
    jobs && (fewOfJobs ? fewOfJobs.on(id) : isAmong(jobOf(id), jobs)),
    // FTS5 ignores a comparison of its rowid with a REAL, as which node:sqlite binds every number.
    number ? sql`${id} = cast(${number} as integer)` : undefined,
    ...conditions.map(({ on }) => on(id)),
  )

/** Indexes with all that the filters need, so that no row with its letter is read. */
export const byId = sql.raw('indexed by applications_by_id')
const jobStatus = sql.raw('indexed by applications_job_status')

/** Each begins with what is filtered by, then has the day. */
const receivedIndex = ({ status, job_id }: Filter) =>
  job_id === 'all'
    ? sql.raw(`indexed by applications_${status === 'all' ? 'newest' : 'status'}`)
    : status === 'all'
      ? sql.raw('indexed by applications_job')
      : jobStatus

/** What is read in place of all applications, and the condition that it fulfills. */
type Source = { of: Condition } & (
  | { kind: 'ids'; ids: SQL }
  | { kind: 'ranges'; parts: SQL[] }
  | { kind: 'received'; received: SQL }
)

/** The few that one condition leaves; else those of one that are read in an order of its own. */
export function sourceOf(filter: Filter): Source | undefined {
  const { conditions = [], job_id, number, jobs, fewOfJobs } = filter
  if (number || searchFor(filter)) return undefined
  const few = conditions.find(({ isFew }) => isFew) ?? fewOfJobs
  if (few?.ids) return { kind: 'ids', of: few, ids: few.ids }
  for (const of of conditions) {
    const { received, parts, ids, byId } = of
    if (received) return { kind: 'received', of, received }
    if (parts) return { kind: 'ranges', of, parts }
    // Of a job, its index is read; of several jobs or decided ones that of all, which is in order.
    const isTested = of.isWide && (jobs || byId)
    if (ids && job_id === 'all' && !isTested) return { kind: 'ids', of, ids }
  }
  return undefined
}

/** FROM and WHERE of all filters. Joins `filtered` if a status is needed or what is read first has none. */
export function matching(filter: Filter, needs?: 'with status', part?: SQL): SQL {
  const { status, job_id, jobs, fewOfJobs, conditions = [] } = filter
  const source = sourceOf(filter)
  // `+`: for a plain value, SQLite would plan again each time, since it may allow a partial index.
  const withStatus = status === 'all' ? undefined : sql`filtered.status = +${status}`
  const withJob = job_id === 'all' ? undefined : sql`filtered.job_id = ${job_id}`
  const search = searchFor(filter)
  const hasJobs = search ? isMarked(filter) : source && source.of === fewOfJobs
  const withJobs = jobs && !hasJobs ? isAmong(sql`filtered.job_id`, jobs) : undefined
  const id = idIn(filter)
  const rest = {
    ...filter,
    jobs: undefined,
    conditions: conditions.filter((one) => one !== source?.of),
  }
  const ids = source?.kind === 'ids' ? source.ids : undefined
  if (search || ids) {
    const from = search ? sql`application_search` : sql`(${ids}) as found`
    // Changes often, so the status is not in the search text; jobs are.
    const isJoined = needs || withStatus || withJobs || (withJob && !search)
    // A cross join keeps what was found first.
    const joined = isJoined
      ? sql`cross join applications as filtered ${byId} on filtered.id = ${id}`
      : sql``
    const where = and(
      search ? sql`application_search match ${search}` : withJob,
      withJobs,
      withStatus,
      conditionsOn(id, rest),
    )
    return sql`from ${from} ${joined} where ${where ?? sql`true`}`
  }
  if (source?.kind === 'ranges') {
    const rows = part ?? sql.join(source.parts, sql` union all `)
    const where = and(withJob, withJobs, withStatus, conditionsOn(id, rest))
    return sql`from (${rows}) as filtered where ${where ?? sql`true`}`
  }
  const isById = !source && !withJob
  const others = rest.conditions.map((one) =>
    isById && one.byId && !one.isFew ? { on: () => one.byId } : one,
  )
  const index = source ? receivedIndex(filter) : withJob ? jobStatus : byId
  const where = and(
    withJob,
    isById ? withJobs : undefined,
    withStatus,
    source?.kind === 'received' ? source.received : undefined,
    conditionsOn(id, { ...rest, conditions: others, ...(!isById && { jobs }) }),
  )
  return sql`from applications as filtered ${index} where ${where ?? sql`true`}`
}

export const idIn = (filter: Filter) =>
  searchFor(filter)
    ? sql`application_search.rowid`
    : sourceOf(filter)?.kind === 'ids'
      ? sql`found.id`
      : sql`filtered.id`

/** A subquery of the ids of all applications that the filters let through. */
export const matchingIds = (filter: Filter): SQL =>
  sql`select ${idIn(filter)} as id ${matching(filter)}`

export const isFound = (id: SQL, filter: Filter) => {
  const search = searchFor(filter)
  return search === undefined
    ? undefined
    : sql`+${id} in (select rowid from application_search where application_search match ${search})`
}

/** For prepared queries: which of both filter. */
export const kindOf = ({ status, job_id }: Simple) => [status !== 'all', job_id !== 'all'] as const
