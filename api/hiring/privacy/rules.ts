import { and, isNull, or, type SQL, sql } from 'drizzle-orm'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { type ApplicationStatus, type Outcome, outcomes } from '#db/enums.ts'
import { applications as table } from '#db/schema.ts'
import type { retentionReasons } from './contract/row.ts'
import type { RetentionRules } from './contract.ts'
import { isSetApart } from './set-apart.ts'

/** In ms. */
export const dayLength = 24 * 60 * 60_000

/** The rules as settings store them: text, empty without a rule. */
type Given = Record<keyof RetentionRules, string>

export const rulesOf = (settings: Given): RetentionRules => ({
  keep_undecided_days: Number(settings.keep_undecided_days) || null,
  keep_rejected_days: Number(settings.keep_rejected_days) || null,
  keep_selected_days: Number(settings.keep_selected_days) || null,
  keep_withdrawn_days: Number(settings.keep_withdrawn_days) || null,
})

const daysOf = (rules: RetentionRules, outcome: Outcome) => rules[`keep_${outcome}_days`]

export const hasRules = (rules: RetentionRules) => outcomes.some((one) => daysOf(rules, one))

/** SQL: when the outcome was decided. An application entered by hand may start with it. */
const since: Record<Outcome, SQL<string>> = {
  undecided: sql<string>`${table.created_at}`,
  rejected: sql<string>`coalesce(${table.reviewed_at}, ${table.created_at})`,
  selected: sql<string>`coalesce(${table.reviewed_at}, ${table.created_at})`,
  withdrawn: sql<string>`${table.withdrawn_at}`,
}

const hasOutcome: Record<Outcome, SQL> = {
  undecided: sql`${table.status} in ('pending', 'shortlisted') and ${table.withdrawn_at} is null`,
  rejected: sql`${table.status} = 'rejected' and ${table.withdrawn_at} is null`,
  selected: sql`${table.status} = 'selected' and ${table.withdrawn_at} is null`,
  withdrawn: sql`${table.withdrawn_at} is not null`,
}

type Clock = { now: Date; timeZone: string }

/** SQL: the applications of the outcome that are no longer kept. False without a rule. */
export function isDue(outcome: Outcome, rules: RetentionRules, { now, timeZone }: Clock): SQL {
  const days = daysOf(rules, outcome)
  if (!days) return sql`0`
  const cutoff = new Date(now.getTime() - days * dayLength).toISOString()
  return and(
    hasOutcome[outcome],
    sql`${since[outcome]} <= ${cutoff}`,
    isNull(table.legal_hold),
    or(isNull(table.keep_until), sql`${table.keep_until} < ${dayIn(timeZone, now)}`),
  ) as SQL
}

/**
 * SQL: no legal hold or consent keeps the application, and one that is not among the withdrawn is not
 * withdrawn. Looked up in small indexes, so that no row with its letter is read.
 */
const isReleased = (outcome: Outcome, today: string) => sql`
  not exists (select 1 from applications as held indexed by applications_legal_hold
    where held.id = ${table.id} and held.legal_hold is not null)
  and not exists (select 1 from applications as one ${isSetApart(table.id)} and (
    one.keep_until >= ${today} ${
      outcome === 'withdrawn' ? sql`` : sql`or one.withdrawn_at is not null`
    }))`

const decided = (status: ApplicationStatus) =>
  sql`indexed by applications_decided
    where status = ${status} and status in ('rejected', 'selected') and withdrawn_at is null`

/** Disjoint parts of the outcome, each off an index in the order of `since`. */
const parts: Record<Outcome, SQL[]> = {
  undecided: [
    sql`indexed by applications_status where status = 'pending'`,
    sql`indexed by applications_status where status = 'shortlisted'`,
  ],
  rejected: [decided('rejected')],
  selected: [decided('selected')],
  withdrawn: [sql`indexed by applications_withdrawn where withdrawn_at is not null`],
}

/** SQL: `id` and `since` of at most so many that are due (`isDue`), those for the longest time first. */
export function dueLongest(
  outcome: Outcome,
  limit: number,
  rules: RetentionRules,
  { now, timeZone }: Clock,
) {
  // No index can be named for a condition that is never true.
  const days = daysOf(rules, outcome)
  if (!days) return sql`select 0 as id, '' as since where 0`
  const cutoff = new Date(now.getTime() - days * dayLength).toISOString()
  const due = sql`${since[outcome]} <= ${cutoff} and ${isReleased(outcome, dayIn(timeZone, now))}`
  const first = sql`order by since, id limit ${limit}`
  const each = parts[outcome].map(
    (part) => sql`select * from (
      select id, ${since[outcome]} as since from ${table} ${part} and ${due} ${first})`,
  )
  return sql`${sql.join(each, sql` union all `)} ${first}`
}

type Row = {
  status: ApplicationStatus
  created_at: string
  reviewed_at: string | null
  withdrawn_at: string | null
  keep_until: string | null
  legal_hold: string | null
}

function outcomeOf({ status, withdrawn_at }: Row): Outcome {
  if (withdrawn_at) return 'withdrawn'
  return status === 'rejected' || status === 'selected' ? status : 'undecided'
}

/** Until when the application is kept, and why. Says the same as `isDue`. */
export function retentionOf(row: Row, rules: RetentionRules, timeZone: string) {
  const outcome = outcomeOf(row)
  const days = daysOf(rules, outcome)
  const decided_at = outcome === 'undecided' ? null : row.reviewed_at
  const since = row.withdrawn_at ?? decided_at ?? row.created_at
  const ends = days && dayIn(timeZone, new Date(Date.parse(since) + days * dayLength))
  const say = (kept_until: string | null, reason: (typeof retentionReasons)[number]) => ({
    kept_until,
    kept_because: { reason, outcome, since, days },
  })
  if (row.legal_hold) return say(null, 'legal_hold')
  if (!ends) return say(null, 'no_rule')
  return row.keep_until && row.keep_until > ends
    ? say(row.keep_until, 'consent')
    : say(ends, 'rule')
}

/** When the run after one that began then is due. */
export const nextRun = (started_at: string) => Date.parse(started_at) + dayLength

/** A skipped run ends as it begins; any other ends later. */
export const isSkipped = (run: { started_at: string; ended_at: string | null }) =>
  run.ended_at === run.started_at
