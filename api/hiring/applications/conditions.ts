import { and, type SQL, sql } from 'drizzle-orm'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { dueCutoffs, overdue, responseCutoff, waitingRows } from '#api/core/calendar/waiting.ts'
import { seenVerdicts } from '#api/core/reviewers/evaluations.ts'
import { siteTimeZone, siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { applicationSteps, applicationTags } from '#db/schema.ts'
import { dueInStep } from '../hiring-steps/placement.ts'
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
  /** The same as rows of `id`, `job_id` and `status`, which can be read in place of all. */
  rows?: SQL
  /** The same of `filtered`, which is applications by one of the indexes with `created_at`. */
  received?: SQL
  /** Of more than `maxFew`. */
  isWide?: boolean
}

/** The caller and the current time. */
type Asking = { db: Db; reader: number }
/** `mine` decides which jobs are looked in: `filterOf`. The days of a range are one condition. */
type Conditional = Exclude<FilterName, 'mine' | ReturnType<typeof filtersOf<'day'>>[number]>
type Conditions = {
  [N in Conditional]: (
    value: NonNullable<FilterValues[N]>,
    asking: Asking,
  ) => Condition | Promise<Condition>
}

/** `+`: an index of the others or the search is read, and this tested for each. */
const isIn = (ids: SQL): Condition => ({ on: (id) => sql`+${id} in (${ids})` })

/** The same of so few that they are read in place of all. */
const isOneOf = (ids: SQL): Condition => ({
  ...isIn(ids),
  rows: sql`select id, job_id, status from applications where id in (${ids})`,
})

const conditions: Conditions = {
  step_id: (step) =>
    step === 'none'
      ? {
          on: (id) =>
            sql`+${id} not in (select application_id from ${applicationSteps} where step_id is not null)`,
        }
      : isIn(
          sql`select application_id from ${applicationSteps} where step_id in (select value from json_each(${JSON.stringify(step)}))`,
        ),
  tags: (ids) => {
    const each = ids.map((tag) =>
      isIn(sql`select application_id from ${applicationTags} where tag_id = ${tag}`),
    )
    return { on: (id) => and(...each.map(({ on }) => on(id))) }
  },
  unread: (_, { reader }) => ({ on: (id) => isUnreadBy(reader, id) }),
  unread_messages: () =>
    isIn(sql`select application_id from messages indexed by messages_unread
          where author_name is null and read_at is null`),
  waiting: async (_, { db }) => {
    const rows = waitingRows(await responseCutoff(db))
    return { ...isIn(sql`select id from (${rows})`), rows }
  },
  due: async (_, { db }) => isIn(sql`select id ${overdue((await dueCutoffs(db)).due)}`),
  step_due: async (_, { db }) => isIn(dueInStep(await siteToday(db))),
  keep: async (_, { db }) =>
    isIn(sql`select id from applications indexed by applications_keep_until
          where keep_until is not null and keep_until >= ${await siteToday(db)}`),
  verdict: (verdict, { reader }) =>
    isOneOf(sql`select id from (${seenVerdicts({ id: reader })}) where verdict = ${verdict}`),
  interview: (which) => {
    const [booked, proposed] = [sql`select application_id from (${bookedAhead})`, proposedAhead]
    if (which !== 'none') return isOneOf(which === 'upcoming' ? booked : proposed)
    return { on: (id) => sql`+${id} not in (${booked} union ${proposed})` }
  },
  source: (source) =>
    isIn(sql`select id from applications indexed by applications_source where source = ${source}`),
  reason: (reason) =>
    isIn(
      sql`select id from applications indexed by applications_reason where reason_id = ${reason}`,
    ),
  suspicious: (isSuspicious) => ({
    on: (id) => sql`+${id} ${isSuspicious ? sql`` : sql`not`} in (
  select id from applications indexed by applications_suspicious where suspicious = 1)`,
  }),
  withdrawn: (isWithdrawn) => ({
    on: (id) => sql`+${id} ${isWithdrawn ? sql`` : sql`not`} in (
  select id from applications indexed by applications_withdrawn where withdrawn_at is not null)`,
  }),
}

/** Rows of more applications are read only where no other condition has any. */
const maxFew = 10_000

type Bounds = { from?: string; before?: string }

const within = (time: SQL, { from, before }: Bounds) =>
  and(from ? sql`${time} >= ${from}` : undefined, before ? sql`${time} < ${before}` : undefined) ??
  sql`true`

/** Of the days that are set: what of their one index to read, or of the decided both. */
function rangeOf({ applied, decided }: Partial<Record<Range, Bounds>>) {
  const received = applied && within(sql`created_at`, applied)
  if (!decided) {
    const ids = sql`select id from applications indexed by applications_newest where ${received}`
    return { ids, received: within(sql`filtered.created_at`, applied ?? {}) }
  }
  const test = and(
    sql`reviewed_at is not null`,
    within(sql`reviewed_at`, decided),
    sql`status <> 'pending'`,
    received,
  )
  const from = sql`from applications indexed by applications_reviewed where ${test}`
  return { ids: sql`select id ${from}`, rows: sql`select id, job_id, status ${from}` }
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
  const { ids, ...read } = rangeOf(bounds)
  const found = await db.get<{ count: number }>(
    sql`select count(*) as count from (${ids} limit ${maxFew + 1})`,
  )
  return [{ ...isIn(ids), ...read, isWide: (found?.count ?? 0) > maxFew }]
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
    ) => Condition
    return [condition(value, asking)]
  })
  return [...(await daysCondition(values, asking)), ...(await Promise.all(others))]
}
