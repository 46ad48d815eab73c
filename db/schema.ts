import { type SQL, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  type Answer,
  applicationStatuses,
  auditActions,
  type EmploymentType,
  fieldModes,
  mailKinds,
  type Permission,
  type Place,
  payUnits,
  type Question,
  resumeTypes,
  roles,
  workplaces,
} from './enums.ts'

/** Now, as ISO 8601 UTC with milliseconds: sorts as text in the order of time. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ','now'))`

/**
 * The value for `updated_at` in an UPDATE: always later than the one it replaces, even within one
 * millisecond or after the clock went back, because it identifies a stale PUT.
 */
export const touched = (column: SQLiteColumn): SQL<string> =>
  sql`max(${now}, strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+0.001 seconds'))`

const id = () => integer().primaryKey({ autoIncrement: true })
const flag = () => integer({ mode: 'boolean' }).notNull()
const times = () => ({
  created_at: text().notNull().default(now),
  updated_at: text().notNull().default(now),
})

const oneOf = (column: SQLiteColumn, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
const isFlag = (column: SQLiteColumn) => sql`${column} in (0, 1)`
const atMost = (column: SQLiteColumn, length: number) =>
  sql`length(${column}) <= ${sql.raw(String(length))}`

export const users = sqliteTable(
  'users',
  {
    id: id(),
    /** Lower case, since addresses are compared that way. */
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    /** Argon2id in PHC form; null until the person has chosen a password. */
    password_hash: text(),
    role: text({ enum: roles }).notNull().default('user'),
    is_active: flag().default(true),
    permissions: text({ mode: 'json' }).$type<Permission[]>().notNull().default([]),
    ...times(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_newest').on(t.created_at, t.id),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and length(${t.email}) <= 254`),
    check('users_names', sql`length(${t.first_name}) <= 100 and length(${t.last_name}) <= 100`),
    check('users_role', oneOf(t.role, roles)),
    check('users_is_active', isFlag(t.is_active)),
    check('users_permissions', sql`json_type(${t.permissions}) = 'array'`),
  ],
)

/** Lucia's column names and types: times in seconds since 1970. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the token in hex: reading this table is not enough to sign in. */
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    created_at: integer().notNull(),
    /** The User-Agent at sign-in, so that people can recognize their sessions. */
    user_agent: text(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expires').on(t.expiresAt),
    check('sessions_id', sql`length(${t.id}) = 64`),
  ],
)

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
    mail_id: integer().references((): AnySQLiteColumn => outbox.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('password_links_user').on(t.user_id),
    index('password_links_expires').on(t.expires_at),
    index('password_links_mail').on(t.mail_id),
    check('password_links_id', sql`length(${t.id}) = 64`),
  ],
)

/** Authenticator apps. Reading this table is enough to generate codes, as with every TOTP. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 160 random bits in hex. Never shown again once confirmed. */
    secret: text().notNull(),
    /** When a code proved that an app holds the secret; until then sign-in does not ask for one. */
    confirmed_at: text(),
    /** Time step of the latest code used: no code works twice (RFC 6238 §5.2). */
    last_step: integer().notNull().default(0),
  },
  (t) => [check('second_factors_secret', sql`length(${t.secret}) = 40`)],
)

/** Single-use codes for people who have lost their app. Deleted when used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** SHA-256 of the code in hex: 80 random bits need no slow hash. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => secondFactors.user_id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('recovery_codes_user').on(t.user_id),
    check('recovery_codes_id', sql`length(${t.id}) = 64`),
  ],
)

export const pages = sqliteTable(
  'pages',
  {
    id: id(),
    title: text().notNull(),
    slug: text().notNull(),
    content: text().notNull(),
    meta_description: text(),
    is_published: flag().default(false),
    ...times(),
  },
  (t) => [
    uniqueIndex('pages_slug').on(t.slug),
    index('pages_newest').on(t.created_at, t.id),
    index('pages_published').on(t.is_published, t.id),
    check('pages_title', atMost(t.title, 200)),
    check(
      'pages_slug_form',
      sql`${t.slug} not glob '*[^a-z0-9-]*' and length(${t.slug}) between 1 and 100`,
    ),
    check('pages_is_published', isFlag(t.is_published)),
  ],
)

/** Former slugs of pages, kept by triggers so that old links still work. */
export const oldSlugs = sqliteTable(
  'old_slugs',
  {
    slug: text().primaryKey(),
    page_id: integer()
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
  },
  (t) => [index('old_slugs_page').on(t.page_id)],
)

export const jobs = sqliteTable(
  'jobs',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    requirements: text(),
    location: text(),
    salary_range: text(),
    is_active: flag().default(true),
    /** Set by triggers when the job is first active, then never changed. Null: visitors never saw it. */
    first_active_at: text(),
    /** Soft deletion: the job is gone from every list, but its applications keep its title. */
    deleted_at: text(),
    ...times(),
    // The checks of the columns below are only in migration 0013: to add them, drizzle-kit would
    // rebuild the table and drop its triggers.
    team: text(),
    /** Null when empty, as the other lists. */
    employment_types: text({ mode: 'json' }).$type<EmploymentType[]>(),
    workplace: text({ enum: workplaces }),
    places: text({ mode: 'json' }).$type<Place[]>(),
    /** ISO 3166-1 alpha-2 codes of the countries from which one may work. */
    remote_countries: text({ mode: 'json' }).$type<string[]>(),
    pay_min: real(),
    pay_max: real(),
    /** ISO 4217. */
    pay_currency: text(),
    pay_unit: text({ enum: payUnits }),
    /** First day, `YYYY-MM-DD` in the setting `site_time_zone`. */
    opens_on: text(),
    /** Last day, likewise. */
    closes_on: text(),
    /** The job is inactive and becomes active on `opens_on`. */
    is_scheduled: flag().default(false),
    /** Kept by triggers: when an active job became inactive; null while it is active. */
    closed_at: text(),
    contact_name: text(),
    contact_text: text(),
    letter: text({ enum: fieldModes }).notNull().default('required'),
    /** The least length of a letter, in characters. */
    letter_min: integer().notNull().default(400),
    resume: text({ enum: fieldModes }).notNull().default('required'),
    questions: text({ mode: 'json' }).$type<Question[]>(),
  },
  (t) => [
    // Has what filters and counts read, so that they don't read the long texts.
    index('jobs_listed')
      .on(
        ...[t.created_at, t.id, t.is_active, t.deleted_at, t.team, t.employment_types],
        ...[t.workplace, t.location, t.places],
      )
      .where(sql`deleted_at is null`),
    index('jobs_title').on(sql`${t.title} collate nocase`, t.id),
    check(
      'jobs_lengths',
      sql`length(${t.title}) <= 200 and length(${t.location}) <= 200 and length(${t.salary_range}) <= 200`,
    ),
    check('jobs_is_active', isFlag(t.is_active)),
  ],
)

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
  },
  (t) => [
    index('applications_newest').on(t.created_at, t.id),
    index('applications_status').on(t.status, t.created_at, t.id),
    // Searches look the status up here, without reading the rows with their letters.
    index('applications_id_status').on(t.id, t.status),
    index('applications_job').on(t.job_id, t.created_at, t.id),
    index('applications_job_status').on(t.job_id, t.status, t.created_at, t.id),
    index('applications_name').on(
      sql`${t.last_name} collate nocase`,
      sql`${t.first_name} collate nocase`,
      t.id,
    ),
    index('applications_status_name').on(
      t.status,
      sql`${t.last_name} collate nocase`,
      sql`${t.first_name} collate nocase`,
    ),
    index('applications_job_name').on(
      t.job_id,
      sql`${t.last_name} collate nocase`,
      sql`${t.first_name} collate nocase`,
    ),
    index('applications_job_status_name').on(
      t.job_id,
      t.status,
      sql`${t.last_name} collate nocase`,
      sql`${t.first_name} collate nocase`,
    ),
    uniqueIndex('applications_idempotency').on(t.idempotency_key),
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

/** Applications per job and status, kept by triggers: an exact count must not read a million rows. */
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
 * One row. The words of a deleted application stay in the search index until its segments are merged:
 * a trigger raises `requested` with each deletion, and `purged` catches up once they are gone.
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

/**
 * Mail to be sent, written in the same batch as its cause. `lease_until` reserves a mail for one worker.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    /** The mail is deleted with the application that it is about. */
    application_id: integer().references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailKinds }).notNull().default('notice'),
    /** The recipient's mailbox of a receipt, for the rate limit: tags and case don't make another one. */
    mailbox: text(),
    /** The same for every attempt, so that mail systems can detect duplicates (RFC 5322 §3.6.4). */
    message_id: text().notNull(),
    to_name: text().notNull().default(''),
    to_address: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attempts: integer().notNull().default(0),
    next_try_at: text().notNull().default(now),
    lease_until: text(),
    /** Don't send after this time. */
    expires_at: text(),
    sent_at: text(),
    /** Refused for good, or for too long. */
    failed_at: text(),
    last_error: text(),
    ...times(),
  },
  (t) => [
    uniqueIndex('outbox_message').on(t.message_id),
    index('outbox_due').on(t.next_try_at, t.id).where(sql`sent_at is null and failed_at is null`),
    index('outbox_sent').on(t.sent_at, t.id).where(sql`sent_at is not null`),
    index('outbox_failed').on(t.failed_at, t.id).where(sql`failed_at is not null`),
    index('outbox_application').on(t.application_id),
    index('outbox_receipts').on(t.mailbox, t.created_at).where(sql`mailbox is not null`),
    check('outbox_one_end', sql`${t.sent_at} is null or ${t.failed_at} is null`),
  ],
)

export const settings = sqliteTable(
  'settings',
  {
    id: id(),
    key: text().notNull(),
    value: text().notNull().default(''),
    category: text().notNull(),
    description: text().notNull().default(''),
    is_public: flag().default(false),
    ...times(),
  },
  (t) => [
    uniqueIndex('settings_key').on(t.key),
    index('settings_category').on(t.category, t.id),
    check(
      'settings_key_form',
      sql`${t.key} glob '[a-z]*' and ${t.key} not glob '*[^a-z0-9_]*' and length(${t.key}) <= 64`,
    ),
    check('settings_value', atMost(t.value, 2000)),
    check('settings_is_public', isFlag(t.is_public)),
  ],
)

/** One row. Triggers raise `version` with every change of a page, job or setting; caches follow it. */
export const contentVersion = sqliteTable(
  'content_version',
  {
    id: integer().primaryKey(),
    version: integer().notNull(),
  },
  (t) => [check('content_version_one', sql`${t.id} = 1`)],
)

/**
 * The audit trail. Triggers prevent updates, and deletion within 400 days; then a daily job deletes.
 * Names are copied, since what they refer to may be deleted later.
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
  (t) => [index('audit_events_action').on(t.action, t.id), index('audit_events_at').on(t.at)],
)
