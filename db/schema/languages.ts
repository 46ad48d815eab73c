import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { translationKinds } from '../enums.ts'
import { users } from './accounts.ts'
import { atMost, flag, id, isFlag, isJson, oneOf, times } from './columns.ts'

/**
 * What staff wrote, in another language than the one it was written in. Each page, job, setting …
 * stays one row of its own table; triggers remove its translations with it, and those of a page or
 * job that can be put back when that is over.
 */
export const translations = sqliteTable(
  'translations',
  {
    id: id(),
    kind: text({ enum: translationKinds }).notNull(),
    /** The id of the row, the key of the setting or the name of the automatic email. */
    subject: text().notNull(),
    language: text().notNull(),
    /** Only those fields that hold words. */
    fields: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Visitors see it, where they see the original. */
    is_published: flag().default(true),
    /** SHA-256 of the same fields of the original when `fields` were saved, in hex. */
    base_sha256: text().notNull(),
    /** Unpublished changes to a published translation of a page or job: all of its fields. */
    draft: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    /** As `base_sha256`, for the draft. */
    draft_base_sha256: text(),
    saved_by: integer().references(() => users.id, { onDelete: 'set null' }),
    ...times(),
  },
  (t) => [
    uniqueIndex('translations_subject').on(t.kind, t.subject, t.language),
    index('translations_saved_by').on(t.saved_by),
    check('translations_kind', oneOf(t.kind, translationKinds)),
    check('translations_subject_length', sql`length(${t.subject}) between 1 and 64`),
    check('translations_language', atMost(t.language, 35)),
    check('translations_fields', isJson(t.fields, 'object')),
    check('translations_is_published', isFlag(t.is_published)),
    check('translations_draft', isJson(t.draft, 'object')),
    check('translations_draft_whole', sql`(${t.draft} is null) = (${t.draft_base_sha256} is null)`),
  ],
)
