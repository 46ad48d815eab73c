import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { countSome } from '../http/list.ts'
import { type readSiteSettings, readSomeSettings } from '../site-settings/site-settings.ts'
import { type Calendar, calendarOf, readExceptions } from './calendar.ts'
import { clock, instantOf } from './contract/clock.ts'
import { dayIn, daysLater } from './contract/dates.ts'

/**
 * The same time of day that many business days earlier, by a clock in the zone. No time passes at a
 * weekend or on a holiday: all of it counts as the end of the business day before.
 */
export function businessDaysBefore(
  now: Date,
  days: number,
  timeZone: string,
  { isBusinessDay }: Pick<Calendar, 'isBusinessDay'>,
): Date {
  let [day = '', time = ''] = clock(now.getTime(), timeZone).split('T')
  if (!isBusinessDay(day)) time = '24:00:00'
  while (!isBusinessDay(day)) day = daysLater(day, -1)
  for (let left = days; left > 0; ) {
    day = daysLater(day, -1)
    if (isBusinessDay(day)) left--
  }
  return new Date(instantOf(`${day}T${time}`, timeZone))
}

/** The date that many business days later; a weekend or holiday counts as the day before it. */
export function businessDaysAfter(
  day: string,
  days: number,
  { isBusinessDay }: Pick<Calendar, 'isBusinessDay'>,
): string {
  for (let left = days; left > 0; ) {
    day = daysLater(day, 1)
    if (isBusinessDay(day)) left--
  }
  return day
}

/** Applications received before this time are promised an answer on `day` or earlier. */
export function dueUntil(
  day: string,
  days: number,
  timeZone: string,
  calendar: Pick<Calendar, 'isBusinessDay'>,
): Date {
  let received = day
  while (businessDaysAfter(received, days, calendar) > day) received = daysLater(received, -1)
  return new Date(instantOf(`${daysLater(received, 1)}T00:00:00`, timeZone))
}

/** What decides how soon candidates are promised an answer. */
export const readPromiseRows = (db: Db) =>
  Promise.all([
    readSomeSettings(db, 'answer_within_days', 'site_time_zone', 'holiday_country'),
    readExceptions(db),
  ])

type Promised = Awaited<ReturnType<typeof promiseOf>>

export async function promiseOf([settings, days]: Awaited<ReturnType<typeof readPromiseRows>>) {
  const { answer_within_days, site_time_zone, holiday_country } = settings
  const calendar = await calendarOf(holiday_country, days)
  return [Number(answer_within_days), site_time_zone, calendar] as const
}

/** How soon candidates are promised an answer. */
const readPromise = async (db: Db) => promiseOf(await readPromiseRows(db))

/** The same where the settings were read already. */
export const promiseWith = async (db: Db, settings: Settings) =>
  promiseOf([settings, await readExceptions(db)])

/** Applications received before this time have waited for an answer longer than promised. */
export const cutoffOf = (now: Date, promise: Promised): string =>
  businessDaysBefore(now, ...promise).toISOString()

export const responseCutoff = async (db: Db, now = new Date(databaseNow(db))): Promise<string> =>
  cutoffOf(now, await readPromise(db))

/** The times for answers due by today (`due`) and by yesterday (`late`). */
export async function dueCutoffs(db: Db, now = new Date(databaseNow(db))) {
  const promise = await readPromise(db)
  const [, timeZone] = promise
  const today = dayIn(timeZone, now)
  return {
    due: dueUntil(today, ...promise).toISOString(),
    late: dueUntil(daysLater(today, -1), ...promise).toISOString(),
  }
}

type Settings = Pick<
  Awaited<ReturnType<typeof readSiteSettings>>,
  'site_time_zone' | 'answer_within_days' | 'holiday_country'
>

/** The day by which an answer to an application received at this time is promised. */
export const answerDay = (received: Date, [days, timeZone, calendar]: Promised): string =>
  businessDaysAfter(dayIn(timeZone, received), days, calendar)

export const respondBy = async (db: Db, received: Date, settings: Settings): Promise<string> =>
  answerDay(received, await promiseWith(db, settings))

/** SQL: nobody has decided or answered, and the candidate has not withdrawn. */
export const unanswered = sql`(status = 'pending' and answered_at is null and withdrawn_at is null)`

/**
 * SQL: the candidate has heard nothing and has not withdrawn, whether or not somebody has decided.
 * Nothing that candidates see may depend on more than this.
 */
export const unheard = sql`(applications.told_status is null and applications.answered_at is null
  and applications.withdrawn_at is null)`

/** A decision that nobody was notified of stays among the waiting for so many days. */
const untoldDays = 30

/** SQL: recently decided, and the candidate was not and is not being notified of it. */
const isUntold = sql`status <> 'pending' and told_status is not status and telling is not status
    and withdrawn_at is null
    and coalesce(reviewed_at, created_at) > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${untoldDays} days`})`

const isOverdue = (cutoff: string) => sql`${unanswered} and created_at < ${cutoff}`

/** SQL: `from` and `where` of recent decisions of which no candidate was or is being notified. */
export const untold = sql`from applications indexed by applications_untold where ${isUntold}`

/** SQL: the same of those that were received before the cutoff and not answered. */
export const overdue = (cutoff: string): SQL =>
  sql`from applications indexed by applications_unanswered where ${isOverdue(cutoff)}`

/** Disjoint ranges of an index each, as SQL. */
export type Ranges = {
  /** `id`, `job_id`, `status` and `created_at` of each range. */
  parts: SQL[]
  /** Whether a row of applications is in one of them. */
  test: SQL
}

/** The applications that were received before the cutoff and not answered. */
export const overdueRanges = (cutoff: string): Ranges => ({
  parts: [sql`select id, job_id, 'pending' as status, created_at ${overdue(cutoff)}`],
  test: isOverdue(cutoff),
})

/** Those whose candidates wait for an answer: overdue, or decided on in the last 30 days without notifying them. */
export const waitingRanges = (cutoff: string): Ranges => ({
  parts: [sql`select id, job_id, status, created_at ${untold}`, ...overdueRanges(cutoff).parts],
  test: sql`(${isUntold} or ${isOverdue(cutoff)})`,
})

type PromisedCounts = {
  /** How many candidates wait for an answer, and how many of them are decided. */
  waiting: { all: number; untold: number }
  /** How many answers are due today, and how many were due earlier. */
  due: { today: number; late: number }
}

/**
 * Of all jobs or of some: a condition on `applications.job_id`. Reads those not answered once; a
 * number above `maxCounted` is at least that high.
 */
export async function countPromised(db: Db, jobs?: SQL): Promise<PromisedCounts> {
  const [cutoff, { due, late }] = await Promise.all([responseCutoff(db), dueCutoffs(db)])
  const times = [cutoff, due, late].sort()
  const index = jobs ? sql`applications_unanswered_job` : sql`applications_unanswered`
  const counts = times.map(
    (time, i) =>
      sql`(${countSome(sql`from applications indexed by ${index}
      where ${jobs ?? sql`true`} and ${isOverdue(time)} and created_at >= ${times[i - 1] ?? ''}`)})`,
  )
  const [row] = await db.all<{ untold: number; counts: string }>(
    sql`select (${countSome(sql`${untold} and ${jobs ?? sql`true`}`)}) as untold,
      json_array(${sql.join(counts, sql`, `)}) as counts`,
  )
  const found: number[] = JSON.parse(row?.counts ?? '[]')
  const before = (time: string) =>
    found.reduce((sum, count, i) => ((times[i] ?? '') <= time ? sum + count : sum), 0)
  const decided = row?.untold ?? 0
  return {
    waiting: { all: decided + before(cutoff), untold: decided },
    due: { today: before(due) - before(late), late: before(late) },
  }
}
