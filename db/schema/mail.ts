import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  applicationStatuses,
  mailKinds,
  mailSecurities,
  mailServices,
  secretWarnings,
} from '../enums.ts'
import { mailPriority } from '../generated-columns.ts'
import { users } from './accounts.ts'
import { jobAlerts } from './alerts.ts'
import { applications } from './applications.ts'
import { id, isDay, now, oneOf, times } from './columns.ts'

/** Mail to be sent, written in the batch of its cause. `lease_until` reserves it for one worker. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    /** The mail is deleted with the application that it is about. */
    application_id: integer().references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailKinds }).notNull().default('notice'),
    /**
     * The recipient of a mail that a visitor causes, for rate limits: a candidate's mailbox without
     * tags and case, or `staff:` and the address.
     */
    mailbox: text(),
    /** The same for every attempt, so that mail systems can detect duplicates (RFC 5322 §3.6.4). */
    message_id: text().notNull(),
    to_name: text().notNull().default(''),
    to_address: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attempts: integer().notNull().default(0),
    next_try_at: text().notNull().default(now),
    lease_until: text(),
    /** Don't send after this time. */
    expires_at: text(),
    sent_at: text(),
    /** Refused for good, or for too long. */
    failed_at: text(),
    last_error: text(),
    ...times(),
    /**
     * Not sent before this time. Until then any reviewer can take the mail back, and another
     * decision replaces it.
     */
    held_until: text(),
    /** The decision of which it tells the candidate. */
    tells: text({ enum: applicationStatuses }),
    /** Who wrote it; the name is copied. */
    sender_id: integer().references(() => users.id, { onDelete: 'set null' }),
    sender_name: text(),
    /** Where replies go; null: to `notify_email`. */
    reply_to: text(),
    /** What was written to the candidate, as sanitized HTML. Kept, unlike `text` and `html`. */
    body: text(),
    /** Ids of the applications of a mail with several private links, in their order. */
    links: text({ mode: 'json' }).$type<number[]>(),
    /** The iCalendar file of an invitation, update or cancellation. */
    calendar: text(),
    priority: integer().generatedAlwaysAs(mailPriority),
    /** The mail is deleted with the alert that it is of. */
    alert_id: integer().references(() => jobAlerts.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('outbox_message').on(t.message_id),
    index('outbox_due').on(t.next_try_at, t.id).where(sql`sent_at is null and failed_at is null`),
    index('outbox_next')
      .on(t.priority, t.next_try_at, t.id)
      .where(sql`sent_at is null and failed_at is null`),
    index('outbox_links').on(t.id).where(sql`links is not null`),
    index('outbox_sent').on(t.sent_at, t.id).where(sql`sent_at is not null`),
    index('outbox_failed').on(t.failed_at, t.id).where(sql`failed_at is not null`),
    index('outbox_application').on(t.application_id),
    index('outbox_alert').on(t.alert_id, t.created_at).where(sql`alert_id is not null`),
    index('outbox_sender').on(t.sender_id).where(sql`sender_id is not null`),
    index('outbox_receipts').on(t.mailbox, t.created_at).where(sql`mailbox is not null`),
    check('outbox_tells', oneOf(t.tells, applicationStatuses)),
    check('outbox_one_end', sql`${t.sent_at} is null or ${t.failed_at} is null`),
  ],
)

/** At most one row: the mail server and sender, while SMTP_URL does not set them. */
export const emailSettings = sqliteTable(
  'email_settings',
  {
    id: integer().primaryKey(),
    host: text().notNull(),
    port: integer().notNull(),
    security: text({ enum: mailSecurities }).notNull(),
    user: text().notNull(),
    /** Encrypted with a key that is not in the database; null without one. */
    password: text(),
    from_name: text().notNull(),
    from_address: text().notNull(),
    ...times(),
    /** With `microsoft` and `google`, `user` and `from_address` are the mailbox. */
    kind: text({ enum: mailServices }).notNull().default('smtp'),
    tenant: text(),
    client_id: text(),
    /** Encrypted like `password`. */
    client_secret: text(),
    /** The day on which it ends, as the admin typed it. */
    secret_expires_on: text(),
    secret_warned: text({ enum: secretWarnings }),
    /** The JSON key of a Google service account, encrypted like `password`. */
    service_account: text(),
  },
  (t) => [
    check('email_settings_one', sql`${t.id} = 1`),
    check('email_settings_host', sql`length(${t.host}) between 1 and 253`),
    check('email_settings_security', oneOf(t.security, mailSecurities)),
    check('email_settings_password', sql`${t.password} is null or ${t.password} glob 'v1.*'`),
    check('email_settings_kind', oneOf(t.kind, mailServices)),
    check(
      'email_settings_client_secret',
      sql`${t.client_secret} is null or ${t.client_secret} glob 'v1.*'`,
    ),
    check(
      'email_settings_secret_expires_on',
      sql`${t.secret_expires_on} is null or ${isDay(t.secret_expires_on)}`,
    ),
    check(
      'email_settings_secret_warned',
      sql`${t.secret_warned} is null or ${oneOf(t.secret_warned, secretWarnings)}`,
    ),
    check(
      'email_settings_service_account',
      sql`${t.service_account} is null or ${t.service_account} glob 'v1.*'`,
    ),
  ],
)
