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
import { contentKinds } from '../enums.ts'
import { users } from './accounts.ts'
import { flag, id, isFlag, isJson, now, oneOf } from './columns.ts'

/** A page or a job. No foreign key: a deleted page can be put back under its id. */
const subject = () => ({
  kind: text({ enum: contentKinds }).notNull(),
  subject_id: integer().notNull(),
})

/** Unpublished changes of a page or job, beside what is published. At most one each. */
export const drafts = sqliteTable(
  'drafts',
  {
    ...subject(),
    /** The fields of the form, but for those that say whether and when it is public. */
    fields: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the same fields of the page or job when the draft was begun, in hex. */
    base_sha256: text().notNull(),
    saved_at: text().notNull().default(now),
    saved_by: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject_id] }),
    index('drafts_saved_by').on(t.saved_by),
    check('drafts_kind', oneOf(t.kind, contentKinds)),
    check('drafts_fields', isJson(t.fields, 'object')),
  ],
)

/** Each save of a page or job: the last 200 that were public, and the last 50 that were not. */
export const versions = sqliteTable(
  'versions',
  {
    id: id(),
    ...subject(),
    /** From 1, per page or job. */
    version: integer().notNull(),
    /** It was not public when it was saved. */
    is_draft: flag(),
    /** As in `drafts`. */
    fields: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Fields and `base_sha256` of its translations by language; null without one. */
    translations: text({ mode: 'json' }).$type<Record<string, Record<string, unknown>>>(),
    saved_at: text().notNull().default(now),
    saved_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, as in the audit trail; emptied when the event there is deleted. */
    saved_name: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('versions_subject').on(t.kind, t.subject_id, t.version),
    index('versions_saved_by').on(t.saved_by),
    index('versions_named').on(t.saved_at).where(sql`saved_name <> ''`),
    check('versions_kind', oneOf(t.kind, contentKinds)),
    check('versions_number', sql`${t.version} > 0`),
    check('versions_is_draft', isFlag(t.is_draft)),
    check('versions_fields', isJson(t.fields, 'object')),
  ],
)

/** Links that show a draft to people without an account. */
export const previewLinks = sqliteTable(
  'preview_links',
  {
    id: id(),
    ...subject(),
    /** SHA-256 of the token in hex, as with sessions. */
    token_hash: text().notNull(),
    created_by: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
  },
  (t) => [
    uniqueIndex('preview_links_token').on(t.token_hash),
    index('preview_links_subject').on(t.kind, t.subject_id),
    index('preview_links_created_by').on(t.created_by),
    index('preview_links_expires').on(t.expires_at),
    check('preview_links_kind', oneOf(t.kind, contentKinds)),
    check('preview_links_token_form', sql`length(${t.token_hash}) = 64`),
  ],
)

/** Deleted pages and jobs that can be put back. */
export const trash = sqliteTable(
  'trash',
  {
    ...subject(),
    title: text().notNull(),
    /** The whole row of a page. A job’s row stays in `jobs`, for its applications: only its state. */
    row: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    deleted_at: text().notNull().default(now),
    deleted_by: integer().references(() => users.id, { onDelete: 'set null' }),
    deleted_name: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject_id] }),
    index('trash_deleted').on(t.deleted_at),
    index('trash_deleted_by').on(t.deleted_by),
    check('trash_kind', oneOf(t.kind, contentKinds)),
  ],
)
