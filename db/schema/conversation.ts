import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { documentKinds, documentTypes } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { atMost, id, isDay, now, oneOf } from './columns.ts'
import { outbox } from './mail.ts'

/** What staff and the candidate write to each other on the private page. Never changed. */
export const messages = sqliteTable(
  'messages',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    author_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, since the author's account may be deleted; null: the candidate wrote it. */
    author_name: text(),
    /** Plain text. */
    text: text().notNull(),
    created_at: text().notNull().default(now),
    /** When the other side first opened it. */
    read_at: text(),
    /** The email that told the candidate of it, perhaps together with earlier ones. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
    /** Hash that identifies a repeated request, from the sender's Idempotency-Key. */
    idempotency_key: text().notNull(),
  },
  (t) => [
    index('messages_application').on(t.application_id, t.id),
    // What candidates wrote and nobody has opened.
    index('messages_unread')
      .on(t.created_at, t.id, t.application_id)
      .where(sql`author_name is null and read_at is null`),
    index('messages_author').on(t.author_id).where(sql`author_id is not null`),
    index('messages_mail').on(t.mail_id).where(sql`mail_id is not null`),
    uniqueIndex('messages_idempotency').on(t.idempotency_key),
    check('messages_text', sql`length(${t.text}) between 1 and 5000`),
  ],
)

/** Files that a candidate was asked for. Once received, their keys are in the store of the resumes. */
export const documentRequests = sqliteTable(
  'document_requests',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The message that asks for it. */
    message_id: integer()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    due_on: text(),
    requested_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, since the account may be deleted. */
    requested_name: text().notNull(),
    created_at: text().notNull().default(now),
    /** What follows is null until the file is received. */
    key: text(),
    type: text({ enum: documentTypes }),
    file_name: text(),
    size: integer(),
    sha256: text(),
    received_at: text(),
  },
  (t) => [
    index('document_requests_application').on(t.application_id, t.id),
    uniqueIndex('document_requests_message').on(t.message_id),
    index('document_requests_requested_by').on(t.requested_by).where(sql`requested_by is not null`),
    check('document_requests_name', sql`length(${t.name}) between 1 and 100`),
    check('document_requests_kind', oneOf(t.kind, documentKinds)),
    check('document_requests_due_on', isDay(t.due_on)),
    check('document_requests_type', oneOf(t.type, documentTypes)),
    check('document_requests_file_name', atMost(t.file_name, 150)),
    check(
      'document_requests_whole',
      sql`(${t.key} is null) = (${t.type} is null) and (${t.key} is null) = (${t.file_name} is null) and (${t.key} is null) = (${t.size} is null) and (${t.key} is null) = (${t.sha256} is null) and (${t.key} is null) = (${t.received_at} is null)`,
    ),
  ],
)
