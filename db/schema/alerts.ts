import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { alertCadences } from '../enums.ts'
import { atMost, id, isDay, now, oneOf, times } from './columns.ts'

/** Who is mailed new jobs that match a search. Nobody is until the link in a mail was confirmed. */
export const jobAlerts = sqliteTable(
  'job_alerts',
  {
    id: id(),
    /** Random: names it in the list of what was erased. */
    public_id: text().notNull(),
    email: text().notNull(),
    /** As in `outbox`, for limits. */
    mailbox: text().notNull(),
    /** The normalized query of /jobs; empty: all jobs. */
    search: text().notNull(),
    /** The search in words, as the list named it; empty: all jobs. */
    label: text().notNull(),
    cadence: text({ enum: alertCadences }).notNull(),
    /** A language of the site. */
    language: text().notNull(),
    confirmed_at: text(),
    /** The day, in the setting `site_time_zone`, on which it is looked at next. */
    due_on: text(),
    /** Jobs that were first active until then are not new to it. */
    seen_until: text(),
    /** Unless it is confirmed again. */
    keep_until: text(),
    /** When that was asked for. */
    asked_at: text(),
    ...times(),
  },
  (t) => [
    uniqueIndex('job_alerts_public_id').on(t.public_id),
    uniqueIndex('job_alerts_search').on(t.mailbox, t.search),
    index('job_alerts_due')
      .on(t.due_on, t.search, t.language, t.seen_until)
      .where(sql`confirmed_at is not null`),
    index('job_alerts_keep').on(t.keep_until).where(sql`confirmed_at is not null`),
    index('job_alerts_unconfirmed').on(t.created_at).where(sql`confirmed_at is null`),
    check('job_alerts_public_id', sql`length(${t.public_id}) = 32`),
    check('job_alerts_email', atMost(t.email, 254)),
    check('job_alerts_search', atMost(t.search, 4000)),
    check('job_alerts_label', atMost(t.label, 300)),
    check('job_alerts_cadence', oneOf(t.cadence, alertCadences)),
    check('job_alerts_language', atMost(t.language, 35)),
    check('job_alerts_due_on', sql`${t.due_on} is null or ${isDay(t.due_on)}`),
    check(
      'job_alerts_confirmed',
      sql`${t.confirmed_at} is null or (${t.due_on} is not null and ${t.seen_until} is not null and ${t.keep_until} is not null)`,
    ),
  ],
)

/** Links in mails of alerts, each made when its mail is sent. */
export const jobAlertLinks = sqliteTable(
  'job_alert_links',
  {
    /** SHA-256 of the token in hex. */
    id: text().primaryKey(),
    alert_id: integer()
      .notNull()
      .references(() => jobAlerts.id, { onDelete: 'cascade' }),
    created_at: text().notNull().default(now),
  },
  (t) => [
    index('job_alert_links_alert').on(t.alert_id, t.created_at),
    index('job_alert_links_created').on(t.created_at),
    check('job_alert_links_id', sql`length(${t.id}) = 64`),
  ],
)
