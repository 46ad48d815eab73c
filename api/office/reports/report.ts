import { setImmediate } from 'node:timers/promises'
import { and, type SQL, sql } from 'drizzle-orm'
import { instantOf } from '#api/core/calendar/contract/clock.ts'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { isAmong } from '#api/core/reviewers/scope.ts'
import { siteTimeZone, siteToday } from '#api/core/site-settings/today.ts'
import { otherSources } from '#api/website/visits/contract.ts'
import { sumVisits } from '#api/website/visits/sums.ts'
import type { Db } from '#db/client.ts'
import { hiringSteps, jobs, jobVisits, rejectionReasons } from '#db/schema.ts'
import type { HiringReport, ReportRow } from './contract/row.ts'
import { maxRows, type ReportGroup } from './contract.ts'

type Asked = {
  /** `YYYY-MM-DD` in the site's time zone, both included. */
  from: string
  to: string
  group: ReportGroup
  /** The ids of the jobs that count. */
  jobs: 'all' | readonly number[]
}

/** Of one key in a part of the period. */
type Cell = Record<Sum, number> & {
  key: string
  /** Numbers with commas between; null: none. */
  responses: string | null
  decisions: string | null
}

const sums = ['applications', 'shortlisted', 'selected', 'rejected', 'withdrawn'] as const
type Sum = (typeof sums)[number]

type Part = { month: string; from: string; to: string }

/** The months of the period, with the first and the last day of each that are in it. */
function monthsOf({ from, to }: Pick<Asked, 'from' | 'to'>): Part[] {
  const months: Part[] = []
  for (let first = from; first <= to; ) {
    const month = first.slice(0, 7)
    const next = `${daysLater(`${month}-01`, 31).slice(0, 7)}-01`
    const last = daysLater(next, -1)
    months.push({ month, from: first, to: last < to ? last : to })
    first = next
  }
  return months
}

/** Groups of which each application is in one row, so that the rows add up to the total. */
const keys: Record<Exclude<ReportGroup, 'month' | 'step'>, SQL> = {
  job: sql`job_id`,
  team: sql`job_id`,
  source: sql`coalesce(source, '')`,
  reason: sql`coalesce(reason_id, 0)`,
}

/**
 * Medians are of the values, as text: sorting them in SQL, by row_number() over each group, takes
 * longer than the rest of the report.
 */
const counted = sql`count(*) as applications, sum(was_shortlisted) as shortlisted,
  sum(status = 'selected') as selected, sum(status = 'rejected') as rejected,
  sum(is_withdrawn) as withdrawn,
  group_concat(minutes_to_response) as responses, group_concat(minutes_to_decision) as decisions`

const columns = sql`status, was_shortlisted, is_withdrawn, minutes_to_response, minutes_to_decision`

type Source = { group: ReportGroup | 'total'; where: SQL; month: string }

function cellsOf(db: Db, { group, where, month }: Source): Promise<Cell[]> {
  const outcomes = sql`application_outcomes as outcomes indexed by application_outcomes_received`
  if (group === 'step')
    return db.all(sql`
      select cast(to_step as text) as key, ${counted} from (
        select distinct outcomes.application_id, to_step, ${columns} from ${outcomes}
        join transitions indexed by transitions_step
          on transitions.application_id = outcomes.application_id and to_step is not null
        where ${where})
      group by to_step`)
  if (group === 'total' || group === 'month')
    return db.all(sql`
      select ${month} as key, ${counted} from ${outcomes} where ${where} having count(*) > 0`)
  return db.all(sql`
    select cast(${keys[group]} as text) as key, ${counted} from ${outcomes}
    where ${and(where, group === 'reason' ? sql`status = 'rejected'` : undefined)}
    group by ${keys[group]}`)
}

/** Reads one month after another, so that others are answered in between. */
async function* partsOf(db: Db, { from: first, to: last, jobs }: Asked, group: Source['group']) {
  const zone = await siteTimeZone(db)
  const midnight = (day: string) => new Date(instantOf(`${day}T00:00:00`, zone)).toISOString()
  for (const { month, from, to } of monthsOf({ from: first, to: last })) {
    const where = sql`received_at >= ${midnight(from)}
      and received_at < ${midnight(daysLater(to, 1))}
      ${jobs === 'all' ? sql`` : sql`and ${isAmong(sql`outcomes.job_id`, jobs)}`}`
    yield await cellsOf(db, { group, where, month })
    await setImmediate()
  }
}

/** Of minutes, in days to the tenth; null for none. */
function medianDays(cells: Cell[], name: 'responses' | 'decisions') {
  const texts = cells.flatMap(({ [name]: text }) => text ?? [])
  const sorted = Float64Array.from(JSON.parse(`[${texts.join()}]`)).sort()
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) return null
  return Math.round((10 * (low + high)) / 2 / (24 * 60)) / 10
}

const countsOf = (cells: Cell[]) => ({
  ...(Object.fromEntries(
    sums.map((name) => [name, cells.reduce((all, cell) => all + cell[name], 0)]),
  ) as Record<Sum, number>),
  days_to_response: medianDays(cells, 'responses'),
  days_to_decision: medianDays(cells, 'decisions'),
})

type Views = { key: string; views: number }

async function viewsOfMonth(db: Db, { month, from, to }: Part, jobs: Asked['jobs']) {
  const [found] = await db.all<{ views: number }>(sql`
    select coalesce(sum(views), 0) as views from ${jobVisits}
    where day >= ${from} and day <= ${to}
    ${jobs === 'all' ? sql`` : sql`and ${isAmong(sql`job_id`, jobs)}`}`)
  return { key: month, views: found?.views ?? 0 }
}

/** By key of the group; teams by job. */
async function viewsOf(db: Db, { group, from, to, jobs }: Asked): Promise<Views[]> {
  if (group === 'month') {
    const months: Views[] = []
    for (const part of monthsOf({ from, to })) months.push(await viewsOfMonth(db, part, jobs))
    return months
  }
  const visits = await sumVisits(db, {
    after: daysLater(from, -1),
    until: to,
    ...(jobs !== 'all' && jobs.length === 1 && { job_id: jobs[0] }),
  })
  return visits
    .filter(({ job_id }) => jobs === 'all' || jobs.includes(job_id))
    .map(({ job_id, source, views }) => ({
      key: group === 'source' ? source : String(job_id),
      views,
    }))
}

const monthName = new Intl.DateTimeFormat('en', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

type Name = { key: string; label: string }

/** What the rows of the cells' keys are called; in order, if they have one. */
async function namesOf(db: Db, { group, from, to }: Asked, found: string[]): Promise<Name[]> {
  const ids = found.map(Number)
  switch (group) {
    case 'month':
      return monthsOf({ from, to }).map(({ month }) => ({
        key: month,
        label: monthName.format(new Date(`${month}-01`)),
      }))
    case 'source':
      return [
        { key: '', label: 'Direct or unknown' },
        { key: otherSources, label: 'Other sources' },
      ]
    case 'step': {
      const { id, name, status, job_id, place } = hiringSteps
      const order = sql`case ${status} when 'pending' then 0 when 'shortlisted' then 1 when 'selected' then 2 else 3 end`
      const steps = await db
        .select({ id, label: sql<string>`${name} || coalesce(' · ' || ${jobs.title}, '')` })
        .from(hiringSteps)
        .leftJoin(jobs, sql`${jobs.id} = ${job_id}`)
        .where(isAmong(id, ids))
        .orderBy(order, sql`${job_id} is not null`, job_id, place)
      return steps.map(({ id, label }) => ({ key: String(id), label }))
    }
    case 'reason': {
      const { id, name } = rejectionReasons
      const reasons = await db.select({ id, name }).from(rejectionReasons).where(isAmong(id, ids))
      return [
        { key: '0', label: 'No reason given' },
        ...reasons.map(({ id, name }) => ({ key: String(id), label: name })),
      ]
    }
    case 'job': {
      const { id, title } = jobs
      const rows = await db.select({ id, title }).from(jobs).where(isAmong(id, ids))
      return rows.map(({ id, title }) => ({ key: String(id), label: title }))
    }
    case 'team':
      return [{ key: '', label: 'No team' }]
  }
}

/** Where it is gone. */
const unnamed: Partial<Record<ReportGroup, string>> = { job: 'Deleted job', step: 'Removed step' }

async function teamsOf(db: Db, found: string[]) {
  const { id, team } = jobs
  const rows = await db
    .select({ id, team })
    .from(jobs)
    .where(isAmong(id, found.map(Number)))
  return new Map(rows.map(({ id, team }) => [String(id), team ?? '']))
}

/** The day of the first transition that is not the receipt of an application, which may be imported. */
async function sinceOf(db: Db) {
  const [first] = await db.all<{ at: string }>(sql`
    select coalesce(
      (select at from transitions where kind <> 'received' order by id limit 1),
      (select min(at) from transitions)) as at`)
  return first?.at ? dayIn(await siteTimeZone(db), new Date(first.at)) : siteToday(db)
}

export async function hiringReport(db: Db, asked: Asked): Promise<HiringReport> {
  const { group, from, to } = asked
  const isWhole = group !== 'step' && group !== 'reason'
  const cells: Cell[] = []
  for await (const part of partsOf(db, asked, group)) cells.push(...part)
  const all: Cell[] = isWhole ? cells : []
  if (!isWhole) for await (const part of partsOf(db, asked, 'total')) all.push(...part)
  const views = await viewsOf(db, asked)
  const seen = isWhole ? views : []

  const ids = [...new Set([...cells, ...seen].map(({ key }) => key))]
  const teams = group === 'team' ? await teamsOf(db, ids) : undefined
  const keyOf = ({ key }: { key: string }) => (teams ? (teams.get(key) ?? '') : key)
  const ofKey = Map.groupBy(cells, keyOf)
  const viewsOfKey = Map.groupBy(seen, keyOf)
  const names = await namesOf(db, asked, ids)
  const labels = new Map(names.map(({ key, label }) => [key, label]))
  const sumOf = (list: Views[] = []) => list.reduce((sum, { views }) => sum + views, 0)

  const inOrder = group === 'month' || group === 'step'
  const found = new Set([
    ...(inOrder ? names.map(({ key }) => key) : []),
    ...ofKey.keys(),
    ...viewsOfKey.keys(),
  ])
  const rows: ReportRow[] = [...found].map((key) => ({
    key,
    label: labels.get(key) ?? unnamed[group] ?? key,
    views: isWhole ? sumOf(viewsOfKey.get(key)) : null,
    ...countsOf(ofKey.get(key) ?? []),
  }))
  if (!inOrder)
    rows.sort(
      (a, b) =>
        b.applications - a.applications ||
        (b.views ?? 0) - (a.views ?? 0) ||
        (a.label < b.label ? -1 : 1),
    )
  return {
    from,
    to,
    since: await sinceOf(db),
    rows: rows.slice(0, maxRows),
    total: { views: sumOf(views), ...countsOf(all) },
  }
}
