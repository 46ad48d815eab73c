import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { auditActions } from '../enums.ts'
import { id, now } from './columns.ts'

/**
 * The audit trail. Triggers prevent updates, and deletion within 400 days; then a daily job
 * deletes. Names are copied, since what they refer to may be deleted later.
 */
export const auditEvents = sqliteTable(
  'audit_events',
  {
    id: id(),
    at: text().notNull().default(now),
    /** Null when not signed in. */
    actor_id: integer(),
    actor_name: text().notNull().default(''),
    ip: text().notNull().default(''),
    action: text({ enum: auditActions }).notNull(),
    target_id: integer(),
    target_name: text().notNull().default(''),
    /** The new state: role, status, value. Never secrets, letters or notes. */
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_events_action').on(t.action, t.id),
    index('audit_events_at').on(t.at),
    index('audit_events_target').on(t.target_id, t.id),
  ],
)
