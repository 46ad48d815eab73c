import { setImmediate } from 'node:timers/promises'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import type { Paging } from '#api/core/http/list.ts'
import { isAmong } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import {
  applicationCounts,
  applicationSteps,
  applicationTotals,
  hiringSteps,
  jobs,
} from '#db/schema.ts'
import type { stepCountRow } from '../hiring-steps/contract/row.ts'
import { sizes } from './conditions.ts'
import {
  byId,
  conditionsOn,
  type Filter,
  idIn,
  isSimple,
  kindOf,
  matching,
  matchingIds,
  searchFor,
  sourceOf,
} from './matching.ts'

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

/**
 * The count: exact under filters by status and job, which is fast at any size, and for pages beyond
 * the first `maxCounted`; else it stops there.
 */
export async function countApplications(
  db: Db,
  filter: Filter,
  { page, per_page }: Paging,
): Promise<{ total: number; isCapped: boolean }> {
  const total = await countUpTo(db, filter, page * per_page < maxCounted ? maxCounted + 1 : -1)
  const isCapped = !isExact(filter) && page * per_page < maxCounted && total > maxCounted
  return { total: isCapped ? maxCounted : total, isCapped }
}

/** Without a limit if that is negative. */
async function countUpTo(db: Db, filter: Filter, limit: number) {
  const found = isSimple(filter)
    ? await count(db, ...kindOf(filter)).get(filter)
    : isExact(filter)
      ? await db.get<{ count: number }>(sql`
          select coalesce(sum(count), 0) as count from (${countsOfJobs(filter)})`)
      : await db.get<{ count: number }>(sql`
          select count(*) as count from (${matchingIds(filter)} limit ${limit})`)
  return found?.count ?? 0
}

/** Whether the counts kept by triggers are all that is needed. */
const isExact = ({ jobs: _, ...filter }: Filter) => isSimple(filter)

const countsOfJobs = ({ status, job_id, jobs }: Filter) => sql`
  select status, count from ${applicationCounts} where ${
    and(
      status === 'all' ? undefined : eq(applicationCounts.status, status),
      job_id === 'all' ? undefined : eq(applicationCounts.job_id, job_id),
      jobs && isAmong(sql`${applicationCounts.job_id}`, jobs),
    ) ?? sql`true`
  }`

type StatusCount = { status: ApplicationStatus; count: number }

/** The same for each status: where it stops, each has at least as many. */
export async function countsByStatus(
  db: Db,
  filter: Filter,
): Promise<{ counts: StatusCount[]; isCapped: boolean }> {
  if (isExact(filter)) return { counts: await exactCounts(db, filter), isCapped: false }
  const counts = await db.all<StatusCount>(sql`
    select status, count(*) as count from (
      select filtered.status ${matching(filter, 'with status')} limit ${maxCounted + 1})
    group by 1`)
  return { counts, isCapped: counts.reduce((sum, { count }) => sum + count, 0) > maxCounted }
}

function exactCounts(db: Db, filter: Filter): Promise<StatusCount[]> {
  if (!isSimple(filter))
    return db.all(sql`select status, sum(count) as count from (${countsOfJobs(filter)}) group by 1`)
  const { job_id } = filter
  return job_id === 'all'
    ? db.select().from(applicationTotals)
    : db.select().from(applicationCounts).where(eq(applicationCounts.job_id, job_id))
}

type StepCount = { step_id: number; count: number }

/**
 * The same for each step that holds any, from the newest, in slices between which others are
 * answered. Where it stops, the steps that it has not met are there with 0.
 */
export async function countsByStep(db: Db, filter: Filter) {
  const [[range], isOneSlice] = await Promise.all([
    db.all<{ last: number | null }>(
      sql`select max(application_id) as last from ${applicationSteps}`,
    ),
    fitsOneSlice(db, filter),
  ])
  const counts = new Map<number, number>()
  let [total, isCapped] = [0, false]
  const end = (range?.last ?? 0) + 1
  const size = isOneSlice ? end : sizes.slice
  for (let next = end; next > 0 && !isCapped; next -= size) {
    const from = Math.max(0, next - size)
    const slice = (id: SQL) =>
      sql`${id} >= ${sql.raw(String(from))} and ${id} < ${sql.raw(String(next))}`
    const rows = await db.all<StepCount>(sql`
      select placed.step_id, count(*) as count from ${applicationSteps} as placed
      ${amongSteps(filter, slice)} group by 1`)
    for (const { step_id, count } of rows) {
      counts.set(step_id, (counts.get(step_id) ?? 0) + count)
      total += count
    }
    isCapped = total > maxCounted && !isExact(filter) && from > 0
    await setImmediate()
  }
  if (isCapped) for (const id of await heldSteps(db, filter)) counts.set(id, counts.get(id) ?? 0)
  const rows = await db.all<z.infer<typeof stepCountRow>>(sql`
    select found.value ->> 0 as step_id, found.value ->> 1 as count, name, status, (
      select title from ${jobs} where ${jobs.id} = ${hiringSteps.job_id}) as job_title
    from json_each(${JSON.stringify([...counts])}) as found
    join ${hiringSteps} on ${hiringSteps.id} = found.value ->> 0 order by job_title, place`)
  return { rows, isCapped }
}

/** Whether the job has no more applications than a slice: found at once, they take less time. */
async function fitsOneSlice(db: Db, { job_id }: Filter) {
  if (job_id === 'all') return false
  const counts = await exactCounts(db, { job_id, status: 'all' })
  return counts.reduce((sum, { count }) => sum + count, 0) <= sizes.slice
}

/** The steps of the company and of the filter's jobs that hold any application. */
async function heldSteps(db: Db, { job_id, jobs: among }: Filter): Promise<number[]> {
  const { id, job_id: job } = hiringSteps
  const isOwn = and(job_id === 'all' ? undefined : eq(job, job_id), among && isAmong(job, among))
  const rows = await db.all<{ id: number }>(sql`select id from ${hiringSteps}
    where (${job} is null or ${isOwn ?? sql`true`}) and exists (
      select 1 from ${applicationSteps} where step_id = ${id})`)
  return rows.map((row) => row.id)
}

/** All are tested, unless a search or few days find them. */
function amongSteps(filter: Filter, slice: (id: SQL) => SQL): SQL {
  const { status, job_id } = filter
  const id = sql`placed.application_id`
  const isThere = sql`${slice(id)} and placed.step_id is not null`
  if (isUnfiltered(filter)) return sql`where ${isThere}`
  if (searchFor(filter)) {
    // The conditions are tested of what is in a step, which are fewer than what is found.
    const found = { ...filter, conditions: [] }
    return sql`where ${isThere} and ${id} in (
      ${matchingIds(found)} and ${slice(idIn(found))})
      and ${conditionsOn(id, { ...filter, jobs: undefined }) ?? sql`true`}`
  }
  if (job_id !== 'all' || sourceOf(filter)?.of.isFew)
    return sql`where ${isThere} and ${id} in (
      ${matchingIds(filter)} and ${slice(idIn(filter))})`
  const withStatus = status === 'all' ? undefined : sql`filtered.status = +${status}`
  return sql`${
    withStatus ? sql`cross join applications as filtered ${byId} on filtered.id = ${id}` : sql``
  } where ${and(isThere, withStatus, conditionsOn(id, filter))}`
}

const isUnfiltered = (filter: Filter) =>
  isSimple(filter) && filter.status === 'all' && filter.job_id === 'all'
