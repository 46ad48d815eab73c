import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  applicationStatuses,
  type BulkParams,
  bulkActions,
  bulkItemStates,
  bulkStates,
} from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { flag, id, isJson, oneOf, times } from './columns.ts'

/**
 * Exceptions to `users.applications_read_to`, which says up to which id all is read: applications
 * that were opened beyond it, and those up to it that were marked as unread again.
 */
export const applicationReads = sqliteTable(
  'application_reads',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    is_unread: flag().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.application_id] }),
    index('application_reads_application').on(t.application_id),
    index('application_reads_unread').on(t.user_id, t.application_id).where(sql`is_unread = 1`),
  ],
)

/** What reviewers say to each other about an application. */
export const comments = sqliteTable(
  'comments',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    author_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, since the author's account may be deleted. */
    author_name: text().notNull(),
    /** Plain text. */
    text: text().notNull(),
    /** The ids of the users mentioned in it. */
    mentions: text({ mode: 'json' }).$type<number[]>().notNull().default([]),
    ...times(),
  },
  (t) => [
    index('comments_application').on(t.application_id, t.id),
    index('comments_author').on(t.author_id),
    index('comments_mentions').on(t.updated_at, t.id).where(sql`mentions <> '[]'`),
    check('comments_text', sql`length(${t.text}) between 1 and 5000`),
    check('comments_mentions', isJson(t.mentions, 'array')),
  ],
)

/** Filters of the list of applications that a person has named. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As in the address of the list, such as `status=pending&job_id=3`. */
    query: text().notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.user_id, sql`${t.name} collate nocase`),
    check('saved_views_lengths', sql`length(${t.name}) <= 60 and length(${t.query}) <= 2000`),
  ],
)

/** An action on many applications. It runs to its end on the server, also across a restart. */
export const bulk = sqliteTable(
  'bulk',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied for the audit trail, since the account may be deleted before the action ends. */
    user_name: text().notNull(),
    ip: text().notNull().default(''),
    action: text({ enum: bulkActions }).notNull(),
    params: text({ mode: 'json' }).$type<BulkParams>().notNull(),
    state: text({ enum: bulkStates }).notNull().default('running'),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Reserves the action for one worker. */
    lease_until: text(),
    finished_at: text(),
    ...times(),
    /** Hash that identifies a repeated request, from the sender's Idempotency-Key. */
    idempotency_key: text(),
  },
  (t) => [
    uniqueIndex('bulk_idempotency').on(t.idempotency_key),
    index('bulk_unfinished').on(t.id).where(sql`state in ('running', 'undoing')`),
    index('bulk_user').on(t.user_id, t.id),
    check('bulk_action', oneOf(t.action, bulkActions)),
    check('bulk_state', oneOf(t.state, bulkStates)),
    check('bulk_params', isJson(t.params, 'object')),
  ],
)

/** The applications of a bulk action. They are fixed when it begins. */
export const bulkItems = sqliteTable(
  'bulk_items',
  {
    bulk_id: integer()
      .notNull()
      .references(() => bulk.id, { onDelete: 'cascade' }),
    /** Not a reference: the application may be deleted, by this action or another. */
    application_id: integer().notNull(),
    state: text({ enum: bulkItemStates }).notNull().default('waiting'),
    /** Why the action failed for this application. */
    error: text(),
    /** For Undo: status and reason before, and the application's `reviewed_at` after the action. */
    status_before: text({ enum: applicationStatuses }),
    reason_before: integer(),
    reviewed_at_after: text(),
  },
  (t) => [
    primaryKey({ columns: [t.bulk_id, t.application_id] }),
    index('bulk_items_state').on(t.bulk_id, t.state, t.application_id),
    check('bulk_items_state_word', oneOf(t.state, bulkItemStates)),
  ],
)
