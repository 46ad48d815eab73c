import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import {
  dueCutoffs,
  overdueRanges,
  type Ranges,
  responseCutoff,
  waitingRanges,
} from '#api/core/calendar/waiting.ts'
import { seenVerdicts } from '#api/core/reviewers/evaluations.ts'
import { isAmong } from '#api/core/reviewers/scope.ts'
import { siteTimeZone, siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { applicationCounts, applicationSteps, applicationTags } from '#db/schema.ts'
import { dueInStep } from '../hiring-steps/placement.ts'
import { isSetApart } from '../privacy/set-apart.ts'
import {
  applicationFilters,
  type FilterName,
  type FilterValues,
  filterNames,
  filtersOf,
  type Range,
} from './contract/filters.ts'
import { bookedAhead, proposedAhead } from './interviews-ahead.ts'
import { isUnreadBy } from './read-marks.ts'

/** Which applications a filter lets through. */
export type Condition = {
  /** On nothing but the id. */
  on: (id: SQL) => SQL | undefined
  /** The `id` of each once, which can be read in place of all applications. */
  ids?: SQL
  /** They are at most `sizes.few`: read first, and tested and sorted at once. */
  isFew?: boolean
  /** They are more than `sizes.medium`. */
  isWide?: boolean
  /**
   * Disjoint parts of the same, each with `id`, `job_id`, `status` and `created_at`, off an index:
   * read in the order of `created_at`.
   */
  parts?: SQL[]
  /** The same of `filtered`, which is applications by one of the indexes with `created_at`. */
  received?: SQL
  /** The same of `filtered`, which is applications by their id. */
  byId?: SQL
}

/** The caller and the current time. */
type Asking = { db: Db; reader: number }
/** `mine` decides which jobs are looked in: `filterOf`. The days of a range are one condition. */
type Conditional = Exclude<FilterName, 'mine' | ReturnType<typeof filtersOf<'day'>>[number]>
type Conditions = {
  [N in Conditional]: (
    value: NonNullable<FilterValues[N]>,
    asking: Asking,
  ) => Condition | Condition[] | Promise<Condition>
}

/**
 * Of more than `few` or `medium`, each is tested while all are read in the order of the list. `slice`:
 * ids per statement where all are counted. Tests lower them.
 */
export const sizes = { few: 10_000, medium: 50_000, slice: 50_000 }

/** `+`: an index of the others or the search is read, and this tested for each. */
const isIn = (ids: SQL): Condition => ({ on: (id) => sql`+${id} in (${ids})`, ids })

const isOneOf = (ids: SQL): Condition => ({ ...isIn(ids), isFew: true })

/**
 * Rows of a table that name each application once. `+`: SQLite joins an EXISTS, and would try all that a
 * search found for each of its rows.
 */
const named = (table: SQLiteTable, where: SQL): Condition => ({
  ids: sql`select application_id as id from ${table} where ${where}`,
  on: (id) => sql`exists (select 1 from ${table} where application_id = +${id} and ${where})`,
})

/** Reads the row of the application. */
const isApplication = (where: SQL) => (id: SQL) =>
  sql`exists (select 1 from applications as one where one.id = +${id} and ${where})`

/** Of applications, by an index that has what is asked for. */
const byIndex = (index: SQL, where: SQL): Condition => ({
  ids: sql`select id from applications indexed by ${index} where ${where}`,
  on: isApplication(where),
})

const inRanges = ({ parts, test }: Ranges): Condition => ({
  ids: sql`select id from (${sql.join(parts, sql` union all `)})`,
  on: isApplication(test),
  parts,
})

const conditions: Conditions = {
  step_id: (step) =>
    step === 'none'
      ? {
          on: (id) => sql`not exists (
            select 1 from ${applicationSteps} where application_id = ${id} and step_id is not null)`,
        }
      : named(
          applicationSteps,
          // Of one step, the index is in the order of ids.
          step.length === 1
            ? sql`step_id = ${step[0]}`
            : sql`step_id in (select value from json_each(${JSON.stringify(step)}))`,
        ),
  tags: (ids) => ids.map((tag) => named(applicationTags, sql`tag_id = ${tag}`)),
  unread: (_, { reader }) => ({ on: (id) => isUnreadBy(reader, id) }),
  unread_messages: () =>
    isIn(sql`select distinct application_id as id from messages indexed by messages_unread
      where author_name is null and read_at is null`),
  waiting: async (_, { db }) => inRanges(waitingRanges(await responseCutoff(db))),
  due: async (_, { db }) => inRanges(overdueRanges((await dueCutoffs(db)).due)),
  step_due: async (_, { db }) =>
    isIn(sql`select application_id as id from (${dueInStep(await siteToday(db))})`),
  keep: async (_, { db }) => {
    const today = await siteToday(db)
    return {
      ids: sql`select id from applications indexed by applications_keep_until
        where keep_until is not null and keep_until >= ${today}`,
      on: (id) => sql`exists (
        select 1 from applications as one ${isSetApart(id)} and one.keep_until >= ${today})`,
    }
  },
  verdict: (verdict, { reader }) =>
    isOneOf(sql`select id from (${seenVerdicts({ id: reader })}) where verdict = ${verdict}`),
  interview: (which) => {
    const idsOf = (rows: SQL) => sql`select distinct application_id as id from (${rows})`
    const [booked, proposed] = [idsOf(bookedAhead), idsOf(proposedAhead)]
    if (which !== 'none') return isOneOf(which === 'upcoming' ? booked : proposed)
    return { on: (id) => sql`+${id} not in (${booked} union ${proposed})` }
  },
  source: (source) => byIndex(sql`applications_source`, sql`source = ${source}`),
  reason: (reason) => byIndex(sql`applications_reason`, sql`reason_id = ${reason}`),
  suspicious: (isSuspicious) => {
    const suspicious = byIndex(sql`applications_suspicious`, sql`suspicious = 1`)
    return isSuspicious ? suspicious : { on: (id) => sql`+${id} not in (${suspicious.ids})` }
  },
  withdrawn: (isWithdrawn) => {
    const on = (id: SQL) => sql`exists (
      select 1 from applications as one ${isSetApart(id)} and one.withdrawn_at is not null)`
    if (!isWithdrawn) return { on: (id) => sql`not ${on(id)}` }
    const from = sql`from applications indexed by applications_withdrawn_newest
      where withdrawn_at is not null`
    return {
      ids: sql`select id ${from}`,
      on,
      parts: [sql`select id, job_id, status, created_at ${from}`],
    }
  },
}

type Bounds = { from?: string; before?: string }

const within = (time: SQL, { from, before }: Bounds) =>
  and(from ? sql`${time} >= ${from}` : undefined, before ? sql`${time} < ${before}` : undefined) ??
  sql`true`

/** Of the days that are set: what of their one index to read, or of the decided both. */
function rangeOf({ applied, decided }: Partial<Record<Range, Bounds>>): Condition {
  const test = (row: SQL) =>
    and(
      decided && sql`${row}reviewed_at is not null`,
      decided && within(sql`${row}reviewed_at`, decided),
      decided && sql`${row}status <> 'pending'`,
      applied && within(sql`${row}created_at`, applied),
    )
  const filtered = test(sql`filtered.`)
  return {
    ids: sql`select id from applications
      indexed by ${decided ? sql`applications_reviewed` : sql`applications_newest`}
      where ${test(sql``)}`,
    on: (id) => sql`exists (select 1 from applications as one indexed by applications_by_id
      where one.id = +${id} and ${test(sql`one.`)})`,
    ...(filtered && (decided ? { byId: filtered } : { received: filtered })),
  }
}

/** One condition of all days that are set. */
async function daysCondition(values: FilterValues, { db }: Asking): Promise<Condition[]> {
  const days = filtersOf('day').flatMap((name) => {
    const day = values[name]
    return day === undefined ? [] : [{ ...applicationFilters[name], day }]
  })
  if (!days.length) return []
  const timeZone = await siteTimeZone(db)
  const begin = (day: string) => new Date(instantOf(`${day}T00:00:00`, timeZone)).toISOString()
  const bounds: Partial<Record<Range, Bounds>> = {}
  for (const { range, edge, day } of days)
    bounds[range] = {
      ...bounds[range],
      ...(edge === 'from' ? { from: begin(day) } : { before: begin(daysLater(day, 1)) }),
    }
  return [rangeOf(bounds)]
}

/** Of how many applications each is decides how it is read. */
async function withSizes(db: Db, all: Condition[]): Promise<Condition[]> {
  const unknown = all.filter(({ ids, isFew }) => ids && !isFew)
  if (!unknown.length) return all
  const counts = unknown.map(
    ({ ids }) => sql`(select count(*) from (${ids} limit ${sizes.medium + 1}))`,
  )
  const [counted] = await db.all<{ counts: string }>(
    sql`select json_array(${sql.join(counts, sql`, `)}) as counts`,
  )
  const found: number[] = JSON.parse(counted?.counts ?? '[]')
  const sizeOf = new Map(unknown.map((one, i) => [one, found[i] ?? 0]))
  return all.map((one) => {
    const size = sizeOf.get(one)
    if (size === undefined || !one.ids) return one
    return size > sizes.few
      ? { ...one, isWide: size > sizes.medium }
      : { ...one, ...isOneOf(one.ids) }
  })
}

/** The conditions of the filters that are set, in the order of their table. */
export async function conditionsOf(values: FilterValues, asking: Asking): Promise<Condition[]> {
  const others = filterNames.flatMap((name) => {
    const value = values[name]
    if (name === 'mine' || value === undefined || !(name in conditions)) return []
    if (Array.isArray(value) && !value.length) return []
    const condition = conditions[name as Conditional] as (
      value: unknown,
      asking: Asking,
    ) => Condition | Condition[]
    return [condition(value, asking)]
  })
  const all = [...(await daysCondition(values, asking)), ...(await Promise.all(others)).flat()]
  return withSizes(asking.db, all)
}

/** All applications of these jobs, if they are few. */
export async function fewOfJobs(db: Db, jobs: readonly number[]): Promise<Condition | undefined> {
  const isOfThese = isAmong(sql`job_id`, jobs)
  const [found] = await db.all<{ count: number }>(
    sql`select coalesce(sum(count), 0) as count from ${applicationCounts} where ${isOfThese}`,
  )
  return (found?.count ?? 0) > sizes.few
    ? undefined
    : isOneOf(
        sql`select id from applications indexed by applications_job_status where ${isOfThese}`,
      )
}
