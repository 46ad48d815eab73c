import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  applicationStatuses,
  deliveryStates,
  transitionKinds,
  type WebhookData,
  type WebhookEvent,
  webhookEvents,
  webhookFormats,
} from '../enums.ts'
import { flag, id, isFlag, isJson, now, oneOf, times } from './columns.ts'

/**
 * What happened to applications and jobs, written by triggers in the transaction of its cause. Kept
 * after erasure: ids and times, nothing about the applicant. The ids refer to nothing for that reason.
 */
export const transitions = sqliteTable(
  'transitions',
  {
    id: id(),
    kind: text({ enum: transitionKinds }).notNull(),
    at: text().notNull().default(now),
    application_id: integer(),
    job_id: integer().notNull(),
    from_status: text({ enum: applicationStatuses }),
    to_status: text({ enum: applicationStatuses }),
    from_step: integer(),
    to_step: integer(),
    interview_id: integer(),
    /** When the interview is. */
    time: text(),
  },
  (t) => [
    index('transitions_application').on(t.application_id, t.id),
    index('transitions_at').on(t.at),
    // Who entered a step, for reports.
    index('transitions_step').on(t.application_id, t.to_step).where(sql`to_step is not null`),
    check('transitions_kind', oneOf(t.kind, transitionKinds)),
    check('transitions_from_status', oneOf(t.from_status, applicationStatuses)),
    check('transitions_to_status', oneOf(t.to_status, applicationStatuses)),
  ],
)

/** Addresses of other programs that are told of transitions. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    format: text({ enum: webhookFormats }).notNull().default('standard'),
    is_active: flag().default(true),
    /** Encrypted with a key that is not in the database. */
    secret: text().notNull(),
    /** The one before, which signs too until then. */
    old_secret: text(),
    old_secret_until: text(),
    /** When admins were last mailed that deliveries fail. */
    notified_at: text(),
    ...times(),
  },
  (t) => [
    check('webhooks_url', sql`length(${t.url}) between 9 and 2000`),
    check('webhooks_events', isJson(t.events, 'array')),
    check('webhooks_format', oneOf(t.format, webhookFormats)),
    check('webhooks_is_active', isFlag(t.is_active)),
    check('webhooks_secret', sql`${t.secret} glob 'v1.*'`),
    check(
      'webhooks_old_secret',
      sql`(${t.old_secret} is null) = (${t.old_secret_until} is null) and (${t.old_secret} is null or ${t.old_secret} glob 'v1.*')`,
    ),
  ],
)

/** What is sent to a webhook, written with the transition. `lease_until` reserves it for one process. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: id(),
    webhook_id: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** `webhook-id`: the same for every attempt, so that receivers can detect duplicates. */
    message_id: text().notNull().default(sql`('msg_' || lower(hex(randomblob(16))))`),
    event: text({ enum: webhookEvents }).notNull(),
    /** What it is about, such as `application 12`: of one subject they are sent in order. */
    subject: text().notNull(),
    data: text({ mode: 'json' }).$type<WebhookData>().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** The HTTP status of the last attempt; null: there was no response. */
    status: integer(),
    /** Why the last attempt failed, as a sentence. */
    error: text(),
    /** Since the first attempt failed: an hour later it holds back no later ones. */
    failing_since: text(),
    next_at: text().notNull().default(now),
    lease_until: text(),
    ended_at: text(),
    created_at: text().notNull().default(now),
  },
  (t) => [
    uniqueIndex('deliveries_message').on(t.message_id),
    index('deliveries_webhook').on(t.webhook_id, t.id),
    index('deliveries_failed').on(t.webhook_id, t.id).where(sql`state = 'failed'`),
    index('deliveries_due').on(t.webhook_id, t.next_at, t.id).where(sql`state = 'waiting'`),
    index('deliveries_subject').on(t.webhook_id, t.subject, t.id).where(sql`state = 'waiting'`),
    index('deliveries_delivered').on(t.webhook_id, t.ended_at).where(sql`state = 'delivered'`),
    index('deliveries_ended').on(t.ended_at).where(sql`state <> 'waiting'`),
    check('deliveries_event', oneOf(t.event, webhookEvents)),
    check('deliveries_data', isJson(t.data, 'object')),
    check('deliveries_state', oneOf(t.state, deliveryStates)),
    check('deliveries_error', sql`length(${t.error}) <= 500`),
    check('deliveries_ended', sql`(${t.state} = 'waiting') = (${t.ended_at} is null)`),
  ],
)
