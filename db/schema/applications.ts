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
import { type Answer, applicationStatuses, resumeTypes } from '../enums.ts'
import { mailboxOf, phoneEndOf, sortNameOf } from '../generated-columns.ts'
import { users } from './accounts.ts'
import { atMost, flag, id, isDay, isJson, now, oneOf, times } from './columns.ts'
import { jobs } from './jobs.ts'
import { privacyNotices } from './privacy.ts'
import { rejectionReasons } from './reports.ts'

export const applications = sqliteTable(
  'applications',
  {
    id: id(),
    job_id: integer()
      .notNull()
      .references(() => jobs.id),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    /** Sanitized HTML; empty when staff entered the application without a letter. */
    motivation_letter: text().notNull().default(''),
    /** The resume's key in the store; the candidate's file name is only data. */
    resume_key: text(),
    resume_type: text({ enum: resumeTypes }),
    resume_name: text(),
    resume_size: integer(),
    resume_sha256: text(),
    status: text({ enum: applicationStatuses }).notNull().default('pending'),
    notes: text().notNull().default(''),
    /** The first 200 characters of the notes' text, so that lists don't read the notes. */
    notes_excerpt: text().notNull().default(''),
    /** Hash that identifies a repeated submission, from the sender's Idempotency-Key. */
    idempotency_key: text(),
    reviewed_at: text(),
    ...times(),
    answers: text({ mode: 'json' }).$type<Answer[]>().notNull().default([]),
    // Set by a trigger when the mail server has taken a mail of kind `answer`.
    /** The decision of which the candidate was told last. */
    told_status: text({ enum: applicationStatuses }),
    told_at: text(),
    /** When staff last wrote to the candidate, about a decision or not. */
    answered_at: text(),
    /** The decision that an email held or in the queue is about. Set by triggers. */
    telling: text({ enum: applicationStatuses }),
    /** The status before the decision whose email is held, for Undo. */
    status_before: text({ enum: applicationStatuses }),
    /** Random, for candidates: a sequential number would reveal the total. Set by a trigger. */
    public_id: text(),
    /** Names the application to candidates and staff; random, without a total. Set by a trigger. */
    reference: text(),
    /** When what the candidate sees last changed; null: not since it was sent. Set by a trigger. */
    candidate_updated_at: text(),
    /** The candidate has withdrawn; whatever was decided stays. */
    withdrawn_at: text(),
    /** When the candidate was told that the answer is late. */
    still_reading_at: text(),
    /** The privacy notice that was beside the form. */
    notice_id: integer().references(() => privacyNotices.id),
    /** The candidate agreed to be kept for later openings up to this day, `YYYY-MM-DD`. */
    keep_until: text(),
    /** When the candidate was asked to renew that; null: not since they agreed. */
    keep_asked_at: text(),
    /** Why the application must not be erased; null: no legal hold. */
    legal_hold: text(),
    /** Who set the hold: besides admins, only they may lift it. */
    legal_hold_user_id: integer().references(() => users.id, {
      onDelete: 'set null',
    }),
    /** Their name, copied, since the account may be deleted. */
    legal_hold_by: text(),
    legal_hold_at: text(),
    /**
     * The address that the candidate gave or confirmed, while `email` is another that staff entered:
     * nobody is mailed a private link then.
     */
    given_email: text(),
    /** The address without tag, case and Gmail's dots: the same person has the same. */
    mailbox: text().generatedAlwaysAs(mailboxOf('email')),
    /** The last eight digits of the phone number; null when it has fewer. */
    phone_end: text().generatedAlwaysAs(phoneEndOf('phone')),
    /**
     * Another application has or had the same mailbox or phone number: lists look for others of the
     * same person only then. Set by triggers.
     */
    may_have_others: flag().default(false),
    /** What the candidate reads, as a BCP 47 tag; null: the main language of the site. */
    language: text(),
    /** `utm_source` of the form, or the host that linked to it; null: unknown, or not recorded. */
    source: text(),
    /** Why it was rejected. Staff only. */
    reason_id: integer().references(() => rejectionReasons.id),
    /** A trap of the form has caught it: perhaps sent by a program. */
    suspicious: flag().default(false),
    /** The reason of the rejection that was replaced by another status, for Undo. Set by a trigger. */
    reason_before: integer(),
    /** Equal to `updated_at` while a decision is undone: reports then forget it. */
    undone_at: text(),
    /** Last and first name in lower case, without marks: Ö sorts with O; null for plain ASCII. */
    folded_name: text(),
    sort_name: text().generatedAlwaysAs(sortNameOf('last_name', 'first_name', 'folded_name')),
  },
  (t) => [
    index('applications_newest').on(t.created_at, t.id),
    index('applications_status').on(t.status, t.created_at, t.id),
    // Filters and searches look these up here, without reading the rows with their letters.
    index('applications_by_id').on(t.id, t.job_id, t.status, t.created_at, t.reviewed_at),
    // Read by the version before this one.
    index('applications_id_status').on(t.id, t.status),
    index('applications_job').on(t.job_id, t.created_at, t.id),
    index('applications_job_status').on(t.job_id, t.status, t.created_at, t.id),
    index('applications_name').on(t.sort_name, t.id),
    index('applications_status_name').on(t.status, t.sort_name, t.id),
    index('applications_job_name').on(t.job_id, t.sort_name, t.id),
    index('applications_job_status_name').on(t.job_id, t.status, t.sort_name, t.id),
    // With all that the list's filters need: most are in it once, whatever they are sorted by.
    index('applications_reviewed').on(t.reviewed_at, t.id, t.job_id, t.status, t.created_at),
    index('applications_mailbox').on(t.mailbox, t.id),
    index('applications_phone').on(t.phone_end, t.id).where(sql`phone_end is not null`),
    // Candidates who wait for an answer, with all that the list's filters need.
    index('applications_untold')
      .on(sql`coalesce(reviewed_at, created_at)`, t.created_at, t.job_id, t.status, t.id)
      .where(
        sql`status <> 'pending' and told_status is not status and telling is not status and withdrawn_at is null`,
      ),
    index('applications_unanswered')
      .on(t.created_at, t.job_id, t.id)
      .where(sql`status = 'pending' and answered_at is null and withdrawn_at is null`),
    // The same for the members of hiring teams.
    index('applications_unanswered_job')
      .on(t.job_id, t.created_at)
      .where(sql`status = 'pending' and answered_at is null and withdrawn_at is null`),
    index('applications_withdrawn').on(t.withdrawn_at, t.id).where(sql`withdrawn_at is not null`),
    // The same in the order of the list, with all that its filters need.
    index('applications_withdrawn_newest')
      .on(t.created_at, t.job_id, t.status, t.id)
      .where(sql`withdrawn_at is not null`),
    // Whether one is withdrawn or kept, without reading its row with its letter.
    index('applications_set_apart')
      .on(t.id, t.withdrawn_at, t.keep_until)
      .where(sql`withdrawn_at is not null or keep_until is not null`),
    // For retention rules: those decided longest ago.
    index('applications_decided')
      .on(t.status, sql`coalesce(reviewed_at, created_at)`, t.id)
      .where(sql`status in ('rejected', 'selected') and withdrawn_at is null`),
    index('applications_legal_hold').on(t.id).where(sql`legal_hold is not null`),
    index('applications_legal_hold_user')
      .on(t.legal_hold_user_id)
      .where(sql`legal_hold_user_id is not null`),
    index('applications_keep_until').on(t.keep_until, t.id).where(sql`keep_until is not null`),
    index('applications_keep_unasked')
      .on(t.keep_until, t.id)
      .where(sql`keep_until is not null and keep_asked_at is null`),
    index('applications_notice').on(t.notice_id).where(sql`notice_id is not null`),
    index('applications_source').on(t.source, t.id).where(sql`source is not null`),
    index('applications_reason').on(t.reason_id, t.id).where(sql`reason_id is not null`),
    index('applications_suspicious').on(t.id).where(sql`suspicious = 1`),
    uniqueIndex('applications_idempotency').on(t.idempotency_key),
    uniqueIndex('applications_public_id').on(t.public_id),
    uniqueIndex('applications_reference').on(t.reference),
    check('applications_answers', isJson(t.answers, 'array')),
    check('applications_told_status', oneOf(t.told_status, applicationStatuses)),
    check('applications_keep_until', isDay(t.keep_until)),
    check('applications_legal_hold', sql`length(${t.legal_hold}) between 1 and 500`),
    check('applications_resume_name', atMost(t.resume_name, 150)),
    check('applications_status_word', oneOf(t.status, applicationStatuses)),
    check('applications_resume_type', oneOf(t.resume_type, resumeTypes)),
    check(
      'applications_lengths',
      sql`length(${t.first_name}) <= 100 and length(${t.last_name}) <= 100 and length(${t.email}) <= 254 and length(${t.phone}) <= 40`,
    ),
    check(
      'applications_resume_whole',
      sql`(${t.resume_key} is null) = (${t.resume_type} is null) and (${t.resume_key} is null) = (${t.resume_sha256} is null)`,
    ),
  ],
)

/** Files that answer a question. Their keys are in the store of the resumes. */
export const answerFiles = sqliteTable(
  'answer_files',
  {
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    question_id: integer().notNull(),
    key: text().notNull(),
    type: text({ enum: resumeTypes }).notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.application_id, t.question_id] }),
    index('answer_files_key').on(t.key),
    check('answer_files_type', oneOf(t.type, resumeTypes)),
    check('answer_files_name', atMost(t.name, 150)),
  ],
)

/** Files of forms not accepted yet. Deleted once the form is accepted, or a day later. */
export const stagedFiles = sqliteTable(
  'staged_files',
  {
    /** SHA-256 of the token in hex. The token is in the form that the candidate was shown. */
    id: text().primaryKey(),
    job_id: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The question that the file answers; null: the resume. */
    question_id: integer(),
    key: text().notNull(),
    type: text({ enum: resumeTypes }).notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
  },
  (t) => [
    uniqueIndex('staged_files_key').on(t.key),
    index('staged_files_job').on(t.job_id),
    index('staged_files_expires').on(t.expires_at),
    check('staged_files_id', sql`length(${t.id}) = 64`),
    check('staged_files_type', oneOf(t.type, resumeTypes)),
    check('staged_files_name', atMost(t.name, 150)),
  ],
)

/** Applications per job and status, kept by triggers: exact counts must not read a million rows. */
export const applicationCounts = sqliteTable(
  'application_counts',
  {
    job_id: integer()
      .notNull()
      .references(() => jobs.id),
    status: text({ enum: applicationStatuses }).notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.job_id, t.status] }),
    check('application_counts_status', oneOf(t.status, applicationStatuses)),
    check('application_counts_whole', sql`${t.count} >= 0`),
  ],
)

/** Applications per status over all jobs, kept by triggers on `application_counts`. */
export const applicationTotals = sqliteTable(
  'application_totals',
  {
    status: text({ enum: applicationStatuses }).primaryKey(),
    count: integer().notNull(),
  },
  (t) => [check('application_totals_whole', sql`${t.count} >= 0`)],
)

/**
 * One row. The words of a deleted application stay in the search index until its segments are
 * merged: a trigger raises `requested` with each deletion; `purged` follows once they are gone.
 */
export const searchPurge = sqliteTable(
  'search_purge',
  {
    id: integer().primaryKey(),
    requested: integer().notNull(),
    purged: integer().notNull().default(0),
  },
  (t) => [check('search_purge_one', sql`${t.id} = 1`)],
)
