import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Calendar, readCalendar } from '../holidays/calendar.ts'
import { clock, instantOf } from '../jobs/contract/clock.ts'
import { dayIn, daysLater } from '../jobs/contract/dates.ts'
import { type readSiteSettings, readSomeSettings } from '../settings/site-settings.ts'

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

/** Applications received before this time have waited for an answer longer than promised. */
export async function answerCutoff(db: Db, now = new Date()): Promise<string> {
  const { answer_within_days, site_time_zone, holiday_country } = await readSomeSettings(
    db,
    'answer_within_days',
    'site_time_zone',
    'holiday_country',
  )
  const calendar = await readCalendar(db, holiday_country)
  const days = Number(answer_within_days)
  return businessDaysBefore(now, days, site_time_zone, calendar).toISOString()
}

type Settings = Pick<
  Awaited<ReturnType<typeof readSiteSettings>>,
  'site_time_zone' | 'answer_within_days' | 'holiday_country'
>

/** The day by which an answer to an application received at this time is promised. */
export async function answerBy(
  db: Db,
  received: Date,
  { site_time_zone, answer_within_days, holiday_country }: Settings,
): Promise<string> {
  const calendar = await readCalendar(db, holiday_country)
  return businessDaysAfter(dayIn(site_time_zone, received), Number(answer_within_days), calendar)
}

/** SQL: nobody has decided or answered, and the candidate has not withdrawn. */
export const unanswered = sql`(applications.status = 'pending' and applications.answered_at is null
  and applications.withdrawn_at is null)`

/** SQL: a mail that tells the application's decision is held or in the queue. */
export const tellingSoon = sql`exists (
  select 1 from outbox
  where application_id = applications.id and tells = applications.status
    and sent_at is null and failed_at is null)`

/** SQL: `from` and `where` of the applications that were decided on but not told. */
export const untold = sql`from applications indexed by applications_untold
  where status <> 'pending' and told_status is not status and withdrawn_at is null
    and not ${tellingSoon}`

/** SQL: the same of those that were received before the cutoff and not answered. */
export const overdue = (
  cutoff: string,
): SQL => sql`from applications indexed by applications_unanswered
  where ${unanswered} and created_at < ${cutoff}`

/** SQL: ids of applications that wait for an answer: decided but not told, or overdue. */
export const waitingIds = (cutoff: string): SQL => sql`
  select id ${untold}
  union all
  select id ${overdue(cutoff)}`
