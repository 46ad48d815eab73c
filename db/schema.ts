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
  type Appearance,
  applicationStatuses,
  auditActions,
  type BulkParams,
  bulkActions,
  bulkItemStates,
  bulkStates,
  candidateRequestKinds,
  type EmploymentType,
  fieldModes,
  type MenuItem,
  mailKinds,
  mailSecurities,
  mediaUseKinds,
  menuNames,
  type Permission,
  type Place,
  payUnits,
  type Question,
  resumeTypes,
  roles,
  setupItems,
  slowFormats,
  tells,
  type Variant,
  workplaces,
} from './enums.ts'
import { mailboxOf, mailPriority, phoneEndOf, sortNameOf } from './generated-columns.ts'

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
    // As with jobs, the checks of the columns below are only in migration 0015.
    /** Gets a mail for each new application, beside the address in the setting `notify_email`. */
    notify_applications: flag().default(false),
    /** When the person last left the dashboard: what came after it is new to them. */
    dashboard_seen_at: text(),
    /** The person has read applications up to this id, and later ones in `application_reads`. */
    applications_read_to: integer().notNull().default(0),
    /** What the person's decisions tell candidates unless they or the job say otherwise. */
    tell: text({ enum: tells }),
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

/** Private links of candidates. They last as long as the application; using a newer one voids them. */
export const candidateLinks = sqliteTable(
  'candidate_links',
  {
    /** SHA-256 of the token in hex. The token is made when the mail is sent, and stored nowhere. */
    id: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references((): AnySQLiteColumn => applications.id, { onDelete: 'cascade' }),
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
      .references((): AnySQLiteColumn => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: candidateRequestKinds }).notNull(),
    /** The new address, or the earlier one. */
    email: text(),
    expires_at: text().notNull(),
    created_at: text().notNull().default(now),
    /** The mail that carries the link. Until it is sent, no token matches `id`. */
    mail_id: integer().references((): AnySQLiteColumn => outbox.id, { onDelete: 'set null' }),
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
    /** Set by triggers when the job is first active, then never changed. Null: never public. */
    first_active_at: text(),
    /** Soft deletion: the job is gone from every list, but its applications keep its title. */
    deleted_at: text(),
    ...times(),
    // The checks of the columns below are only in the migrations: to add them, drizzle-kit would
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
    /** The language it is written in, as a BCP 47 tag; null: that of the site. */
    language: text(),
    /** What decisions on this job's applications tell candidates; null: the reviewer's choice. */
    tell: text({ enum: tells }),
  },
  (t) => [
    // Has what filters and counts read, so that they don't read the long texts.
    index('jobs_listed')
      .on(
        ...[sql`coalesce(first_active_at, created_at)`, t.id, t.is_active, t.deleted_at, t.team],
        ...[t.employment_types, t.workplace, t.location, t.places, t.remote_countries],
      )
      .where(sql`deleted_at is null`),
    // The timer looks for jobs that are due.
    index('jobs_scheduled').on(t.opens_on).where(sql`is_scheduled = 1`),
    index('jobs_opening').on(t.opens_on).where(sql`is_active = 1 and opens_on is not null`),
    index('jobs_closing').on(t.closes_on).where(sql`is_active = 1 and closes_on is not null`),
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
    notice_id: integer().references((): AnySQLiteColumn => privacyNotices.id),
    /** The candidate agreed to be kept for later openings up to this day, `YYYY-MM-DD`. */
    keep_until: text(),
    /** Why the application must not be erased; null: no legal hold. */
    legal_hold: text(),
    /** Who set the hold: besides admins, only they may lift it. */
    legal_hold_user_id: integer().references((): AnySQLiteColumn => users.id, {
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
    /** Last and first name in lower case, without marks: Ö sorts with O; null for plain ASCII. */
    folded_name: text(),
    sort_name: text().generatedAlwaysAs(sortNameOf('last_name', 'first_name', 'folded_name')),
  },
  (t) => [
    index('applications_newest').on(t.created_at, t.id),
    index('applications_status').on(t.status, t.created_at, t.id),
    // Searches look the status up here, without reading the rows with their letters.
    index('applications_id_status').on(t.id, t.status),
    index('applications_job').on(t.job_id, t.created_at, t.id),
    index('applications_job_status').on(t.job_id, t.status, t.created_at, t.id),
    index('applications_name').on(t.sort_name, t.id),
    index('applications_status_name').on(t.status, t.sort_name, t.id),
    index('applications_job_name').on(t.job_id, t.sort_name, t.id),
    index('applications_job_status_name').on(t.job_id, t.status, t.sort_name, t.id),
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
    index('applications_withdrawn').on(t.withdrawn_at, t.id).where(sql`withdrawn_at is not null`),
    index('applications_legal_hold').on(t.id).where(sql`legal_hold is not null`),
    index('applications_legal_hold_user')
      .on(t.legal_hold_user_id)
      .where(sql`legal_hold_user_id is not null`),
    index('applications_keep_until').on(t.keep_until, t.id).where(sql`keep_until is not null`),
    index('applications_notice').on(t.notice_id).where(sql`notice_id is not null`),
    uniqueIndex('applications_idempotency').on(t.idempotency_key),
    uniqueIndex('applications_public_id').on(t.public_id),
    uniqueIndex('applications_reference').on(t.reference),
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

/** Days that differ from the public holidays of the setting `holiday_country`. */
export const holidays = sqliteTable(
  'holidays',
  {
    /** `YYYY-MM-DD`. */
    date: text().primaryKey(),
    name: text().notNull(),
    /** False: a public holiday on which the company works. */
    is_day_off: flag().default(true),
    ...times(),
  },
  (t) => [
    check('holidays_date', sql`${t.date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
    check('holidays_name', sql`length(${t.name}) between 1 and 100`),
    check('holidays_is_day_off', isFlag(t.is_day_off)),
  ],
)

/** At most one row: the mail server and sender, while SMTP_URL does not set them. */
export const emailSettings = sqliteTable(
  'email_settings',
  {
    id: integer().primaryKey(),
    host: text().notNull(),
    port: integer().notNull(),
    security: text({ enum: mailSecurities }).notNull(),
    user: text().notNull(),
    /** Encrypted with a key that is not in the database; null without one. */
    password: text(),
    from_name: text().notNull(),
    from_address: text().notNull(),
    ...times(),
  },
  (t) => [
    check('email_settings_one', sql`${t.id} = 1`),
    check('email_settings_host', sql`length(${t.host}) between 1 and 253`),
    check('email_settings_security', oneOf(t.security, mailSecurities)),
    check('email_settings_password', sql`${t.password} is null or ${t.password} glob 'v1.*'`),
  ],
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
    check('retention_pending_rules', sql`json_type(${t.rules}) = 'object'`),
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

/** Views and applications of a job per day and source. Has nothing about the visitors. */
export const jobVisits = sqliteTable(
  'job_visits',
  {
    /** `YYYY-MM-DD` in the setting `site_time_zone`. */
    day: text().notNull(),
    job_id: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** `utm_source`, or the host that linked here; empty: neither. */
    source: text().notNull().default(''),
    views: integer().notNull().default(0),
    applications: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.job_id, t.source] }),
    index('job_visits_job').on(t.job_id, t.day),
    check('job_visits_source', atMost(t.source, 100)),
  ],
)

/** Applications opened by each user, beyond `users.applications_read_to`. */
export const applicationReads = sqliteTable(
  'application_reads',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.application_id] }),
    index('application_reads_application').on(t.application_id),
  ],
)

/** What reviewers say to each other about an application. */
export const comments = sqliteTable(
  'comments',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    author_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, since the author's account may be deleted. */
    author_name: text().notNull(),
    /** Plain text. */
    text: text().notNull(),
    /** The ids of the users mentioned in it. */
    mentions: text({ mode: 'json' }).$type<number[]>().notNull().default([]),
    ...times(),
  },
  (t) => [
    index('comments_application').on(t.application_id, t.id),
    index('comments_author').on(t.author_id),
    check('comments_text', sql`length(${t.text}) between 1 and 5000`),
    check('comments_mentions', sql`json_type(${t.mentions}) = 'array'`),
  ],
)

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

/** Filters of the list of applications that a person has named. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As in the address of the list, such as `status=pending&job_id=3`. */
    query: text().notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.user_id, sql`${t.name} collate nocase`),
    check('saved_views_lengths', sql`length(${t.name}) <= 60 and length(${t.query}) <= 2000`),
  ],
)

/** An action on many applications. It runs to its end on the server, also across a restart. */
export const bulk = sqliteTable(
  'bulk',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied for the audit trail, since the account may be deleted before the action ends. */
    user_name: text().notNull(),
    ip: text().notNull().default(''),
    action: text({ enum: bulkActions }).notNull(),
    params: text({ mode: 'json' }).$type<BulkParams>().notNull(),
    state: text({ enum: bulkStates }).notNull().default('running'),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Reserves the action for one worker. */
    lease_until: text(),
    finished_at: text(),
    ...times(),
    /** Hash that identifies a repeated request, from the sender's Idempotency-Key. */
    idempotency_key: text(),
  },
  (t) => [
    uniqueIndex('bulk_idempotency').on(t.idempotency_key),
    index('bulk_unfinished').on(t.id).where(sql`state in ('running', 'undoing')`),
    index('bulk_user').on(t.user_id, t.id),
    check('bulk_action', oneOf(t.action, bulkActions)),
    check('bulk_state', oneOf(t.state, bulkStates)),
    check('bulk_params', sql`json_type(${t.params}) = 'object'`),
  ],
)

/** The applications of a bulk action. They are fixed when it begins. */
export const bulkItems = sqliteTable(
  'bulk_items',
  {
    bulk_id: integer()
      .notNull()
      .references(() => bulk.id, { onDelete: 'cascade' }),
    /** Not a reference: the application may be deleted, by this action or another. */
    application_id: integer().notNull(),
    state: text({ enum: bulkItemStates }).notNull().default('waiting'),
    /** Why the action failed for this application. */
    error: text(),
    /** For Undo: the status before, and the application's `reviewed_at` after the action. */
    status_before: text({ enum: applicationStatuses }),
    reviewed_at_after: text(),
  },
  (t) => [
    primaryKey({ columns: [t.bulk_id, t.application_id] }),
    index('bulk_items_state').on(t.bulk_id, t.state, t.application_id),
    check('bulk_items_state_word', oneOf(t.state, bulkItemStates)),
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

/** Mail to be sent, written in the batch of its cause. `lease_until` reserves it for one worker. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    /** The mail is deleted with the application that it is about. */
    application_id: integer().references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailKinds }).notNull().default('notice'),
    /**
     * The recipient of a mail that a visitor causes, for rate limits: a candidate's mailbox without
     * tags and case, or `staff:` and the address.
     */
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
    /**
     * Not sent before this time. Until then any reviewer can take the mail back, and another
     * decision replaces it.
     */
    held_until: text(),
    /** The decision of which it tells the candidate. */
    tells: text({ enum: applicationStatuses }),
    /** Who wrote it; the name is copied. */
    sender_id: integer().references((): AnySQLiteColumn => users.id, { onDelete: 'set null' }),
    sender_name: text(),
    /** Where replies go; null: to `notify_email`. */
    reply_to: text(),
    /** What was written to the candidate, as sanitized HTML. Kept, unlike `text` and `html`. */
    body: text(),
    /** Ids of the applications of a mail with several private links, in their order. */
    links: text({ mode: 'json' }).$type<number[]>(),
    priority: integer().generatedAlwaysAs(mailPriority),
  },
  (t) => [
    uniqueIndex('outbox_message').on(t.message_id),
    index('outbox_due').on(t.next_try_at, t.id).where(sql`sent_at is null and failed_at is null`),
    index('outbox_next')
      .on(t.priority, t.next_try_at, t.id)
      .where(sql`sent_at is null and failed_at is null`),
    index('outbox_links').on(t.id).where(sql`links is not null`),
    index('outbox_sent').on(t.sent_at, t.id).where(sql`sent_at is not null`),
    index('outbox_failed').on(t.failed_at, t.id).where(sql`failed_at is not null`),
    index('outbox_application').on(t.application_id),
    index('outbox_sender').on(t.sender_id).where(sql`sender_id is not null`),
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

/** Pictures. Their public files are `/media/{hash}/{width}.{format}`. */
export const media = sqliteTable(
  'media',
  {
    id: id(),
    /** In hex, of the uploaded bytes and our encoding: the same upload is the same picture. */
    hash: text().notNull(),
    /** The name of the uploaded file. */
    name: text().notNull(),
    alt: text().notNull().default(''),
    /** Says nothing that the text does not: screen readers pass over it (WCAG 1.1.1). */
    decorative: flag().default(false),
    /** In pixels, as shown: after the orientation that the camera noted. */
    width: integer().notNull(),
    height: integer().notNull(),
    transparent: flag().default(false),
    /** Shown until the picture has loaded. */
    color: text().notNull(),
    /** The point that stays in view when cropped, in percent from the left and top. */
    focal_x: integer().notNull().default(50),
    focal_y: integer().notNull().default(50),
    /** The files that exist. */
    variants: text({ mode: 'json' }).$type<Variant[]>().notNull(),
    /** Formats that take long to encode are made after the upload is answered. */
    slow_formats: text({ enum: slowFormats }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Reserves the picture for one worker; after a failure also the time until the next try. */
    lease_until: text(),
    /** The uploaded file's key in the resume store, kept until the slow formats are made. */
    source_key: text(),
    ...times(),
  },
  (t) => [
    uniqueIndex('media_hash').on(t.hash),
    index('media_newest').on(t.created_at, t.id),
    index('media_waiting').on(t.id).where(sql`slow_formats = 'waiting'`),
    check('media_hash_form', sql`length(${t.hash}) = 32 and ${t.hash} not glob '*[^0-9a-f]*'`),
    check(
      'media_lengths',
      sql`length(${t.name}) <= 150 and length(${t.alt}) <= 300 and length(${t.color}) = 7`,
    ),
    check('media_decorative', isFlag(t.decorative)),
    check('media_transparent', isFlag(t.transparent)),
    check('media_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('media_focal', sql`${t.focal_x} between 0 and 100 and ${t.focal_y} between 0 and 100`),
    check('media_variants', sql`json_type(${t.variants}) = 'array'`),
    check('media_slow_formats', oneOf(t.slow_formats, slowFormats)),
  ],
)

/**
 * Where pictures are shown. The row refuses deleting the picture. Triggers remove it with its page
 * or job; an older look keeps no picture.
 */
export const mediaUses = sqliteTable(
  'media_uses',
  {
    media_id: integer()
      .notNull()
      .references(() => media.id),
    kind: text({ enum: mediaUseKinds }).notNull(),
    /** The id of the page or job; the look's id in `appearances`. */
    subject_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.media_id, t.kind, t.subject_id] }),
    index('media_uses_subject').on(t.kind, t.subject_id),
    check('media_uses_kind', oneOf(t.kind, mediaUseKinds)),
  ],
)

/**
 * Looks of the public site. At most one row is a draft; of the published ones visitors see the
 * latest, and the others are the history.
 */
export const appearances = sqliteTable(
  'appearances',
  {
    id: id(),
    fields: text({ mode: 'json' }).$type<Appearance>().notNull(),
    /** Null: the draft. */
    published_at: text(),
    published_by: integer().references(() => users.id, { onDelete: 'set null' }),
    ...times(),
  },
  (t) => [
    uniqueIndex('appearances_draft').on(sql`published_at is null`).where(sql`published_at is null`),
    index('appearances_published').on(t.published_at, t.id),
    check('appearances_fields', sql`json_type(${t.fields}) = 'object'`),
  ],
)

/** Menus that differ from the default. */
export const menus = sqliteTable(
  'menus',
  {
    name: text({ enum: menuNames }).primaryKey(),
    items: text({ mode: 'json' }).$type<MenuItem[]>().notNull(),
    ...times(),
  },
  (t) => [
    check('menus_name', oneOf(t.name, menuNames)),
    check('menus_items', sql`json_type(${t.items}) = 'array'`),
  ],
)

/** Items of the set-up list that someone has skipped. */
export const setupSkips = sqliteTable(
  'setup_skips',
  {
    item: text({ enum: setupItems }).primaryKey(),
    created_at: text().notNull().default(now),
  },
  (t) => [check('setup_skips_item', oneOf(t.item, setupItems))],
)

/**
 * One row. Triggers raise `version` with every change of what visitors see: pages, jobs, settings,
 * looks, menus and pictures. Caches follow it.
 */
export const contentVersion = sqliteTable(
  'content_version',
  {
    id: integer().primaryKey(),
    version: integer().notNull(),
  },
  (t) => [check('content_version_one', sql`${t.id} = 1`)],
)

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
