import { sql } from 'drizzle-orm'
import { check, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applicationStatuses, automaticEmails } from '../enums.ts'
import { id, oneOf, times } from './columns.ts'

/** Texts for emails to candidates, with placeholders such as {first_name}. */
export const templates = sqliteTable(
  'templates',
  {
    id: id(),
    name: text().notNull(),
    subject: text().notNull(),
    /** Sanitized HTML. */
    body: text().notNull(),
    /** The decision of which it tells candidates by default. */
    status: text({ enum: applicationStatuses }),
    ...times(),
  },
  (t) => [
    uniqueIndex('templates_name').on(sql`${t.name} collate nocase`),
    uniqueIndex('templates_status').on(t.status).where(sql`status is not null`),
    check('templates_lengths', sql`length(${t.name}) <= 100 and length(${t.subject}) <= 200`),
    check('templates_status_word', oneOf(t.status, applicationStatuses)),
  ],
)

/** Automatic emails whose text staff changed; the others have their built-in text. */
export const automaticTemplates = sqliteTable(
  'automatic_templates',
  {
    name: text({ enum: automaticEmails }).primaryKey(),
    subject: text().notNull(),
    /** Sanitized HTML. */
    body: text().notNull(),
    ...times(),
  },
  (t) => [
    check('automatic_templates_name', oneOf(t.name, automaticEmails)),
    check('automatic_templates_subject', sql`length(${t.subject}) between 1 and 200`),
  ],
)
