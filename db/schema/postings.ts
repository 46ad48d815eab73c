import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, isJson, now } from './columns.ts'

/**
 * Each job ad as it was published, with its period. Rows are added and ended, never changed or
 * deleted. No foreign key: they outlast the job.
 */
export const postings = sqliteTable(
  'postings',
  {
    id: id(),
    job_id: integer().notNull(),
    /** From 1, per job. */
    number: integer().notNull(),
    title: text().notNull(),
    shown_from: text().notNull(),
    /** Null: it is shown. */
    shown_to: text(),
    /** A whole document. */
    html: text().notNull(),
    /** Of `html` in UTF-8, in hex. */
    sha256: text().notNull(),
  },
  (t) => [
    uniqueIndex('postings_job').on(t.job_id, t.number),
    uniqueIndex('postings_shown').on(t.job_id).where(sql`shown_to is null`),
    check('postings_number', sql`${t.number} > 0`),
    check('postings_sha256', sql`length(${t.sha256}) = 64`),
  ],
)

/** Changes of open jobs, written by triggers, of which no posting is made yet. */
export const postingChanges = sqliteTable(
  'posting_changes',
  {
    id: id(),
    job_id: integer().notNull(),
    at: text().notNull().default(now),
    /** What the ad said from then on; null: it was no longer public. */
    fields: text({ mode: 'json' }).$type<PostingFields>(),
  },
  (t) => [
    index('posting_changes_job').on(t.job_id),
    check('posting_changes_fields', isJson(t.fields, 'object')),
  ],
)

/** Columns of `jobs` that visitors see, by name, and what the trigger adds. */
export type PostingFields = Record<string, unknown>
