import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidateRequestKinds } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { now, oneOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { outbox } from './mail.ts'

/** Single-use links to choose a password, for invitations and resets. Deleted when used. */
export const passwordLinks = sqliteTable(
  'password_links',
  {
    /** SHA-256 of the token in hex, as with sessions. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expires_at: text().notNull(),
    created_at: text().notNull().default(now),
    /** The mail that carries the link. Until it is sent, no token matches `id`. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('password_links_user').on(t.user_id),
    index('password_links_expires').on(t.expires_at),
    index('password_links_mail').on(t.mail_id),
    check('password_links_id', sql`length(${t.id}) = 64`),
  ],
)

/** Private links of candidates. They last as long as the application; using a newer one voids them. */
export const candidateLinks = sqliteTable(
  'candidate_links',
  {
    /** SHA-256 of the token in hex. The token is made when the mail is sent, and stored nowhere. */
    id: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    created_at: text().notNull().default(now),
    /** Using the link voids those from before this time; null once that is done. */
    voids_before: text(),
  },
  (t) => [
    index('candidate_links_application').on(t.application_id),
    check('candidate_links_id', sql`length(${t.id}) = 64`),
  ],
)

/** A new address or an erasure to be confirmed by mail, or a change of address to be taken back. */
export const candidateRequests = sqliteTable(
  'candidate_requests',
  {
    /** SHA-256 of the mailed token in hex; random until the mail is sent. */
    id: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: candidateRequestKinds }).notNull(),
    /** The new address, or the earlier one. */
    email: text(),
    expires_at: text().notNull(),
    created_at: text().notNull().default(now),
    /** The mail that carries the link. Until it is sent, no token matches `id`. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('candidate_requests_application')
      .on(t.application_id, t.kind)
      .where(sql`kind <> 'restore_email'`),
    index('candidate_requests_all').on(t.application_id, t.created_at),
    index('candidate_requests_expires').on(t.expires_at),
    index('candidate_requests_mail').on(t.mail_id),
    check('candidate_requests_id', sql`length(${t.id}) = 64`),
    check('candidate_requests_kind', oneOf(t.kind, candidateRequestKinds)),
    check('candidate_requests_email', sql`(${t.kind} = 'erase') = (${t.email} is null)`),
  ],
)

/** Invitations to apply for another job; the link fills in the form with what is known. Deleted when used. */
export const jobInvitations = sqliteTable(
  'job_invitations',
  {
    /** SHA-256 of the mailed token in hex; random until the mail is sent. */
    id: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    job_id: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    expires_at: text().notNull(),
    created_at: text().notNull().default(now),
    /** The mail that carries the link. Until it is sent, no token matches `id`. */
    mail_id: integer().references(() => outbox.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('job_invitations_application').on(t.application_id, t.job_id),
    index('job_invitations_job').on(t.job_id),
    index('job_invitations_expires').on(t.expires_at),
    index('job_invitations_mail').on(t.mail_id),
    check('job_invitations_id', sql`length(${t.id}) = 64`),
  ],
)
