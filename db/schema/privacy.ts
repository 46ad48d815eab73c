import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, isJson, now } from './columns.ts'

/** Each version of the privacy page that was shown beside the form to candidates who applied. */
export const privacyNotices = sqliteTable(
  'privacy_notices',
  {
    id: id(),
    title: text().notNull(),
    /** Sanitized HTML. */
    content: text().notNull(),
    /** SHA-256 of title and content in hex: the same wording is kept once. */
    sha256: text().notNull(),
    created_at: text().notNull().default(now),
  },
  (t) => [uniqueIndex('privacy_notices_sha256').on(t.sha256)],
)

/** At most one row: shorter retention periods that take effect later. */
export const retentionPending = sqliteTable(
  'retention_pending',
  {
    id: integer().primaryKey(),
    /** Days by setting. */
    rules: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
    requested_by: text().notNull(),
    created_at: text().notNull(),
    effective_at: text().notNull(),
  },
  (t) => [
    check('retention_pending_one', sql`${t.id} = 1`),
    check('retention_pending_rules', isJson(t.rules, 'object')),
  ],
)

/** What the retention rules have erased, as numbers only. */
export const retentionRuns = sqliteTable('retention_runs', {
  id: id(),
  started_at: text().notNull().default(now),
  ended_at: text(),
  undecided: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  selected: integer().notNull().default(0),
  withdrawn: integer().notNull().default(0),
})
