import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  type EmploymentType,
  fieldModes,
  notifyOptions,
  type Place,
  payUnits,
  type Question,
  workplaces,
} from '../enums.ts'
import { atMost, flag, id, isDay, isFlag, isJson, now, oneOf, times } from './columns.ts'

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
    tell: text({ enum: notifyOptions }),
    /** The picture above the ad; `media_uses` keeps it from being deleted. */
    header_media_id: integer(),
    /** Whether the page `why-us` is shown below the ad, while it is published. */
    why_us: flag().default(true),
    /** The page about its team; shown while that is published. */
    team_page_id: integer(),
    /** Names of what reviewers score, up to six; null: none. */
    evaluation_criteria: text({ mode: 'json' }).$type<string[]>(),
    /** The title in lower case, without marks: Ö sorts with O; null for plain ASCII. */
    folded_title: text(),
    /** In lists, feeds and the sitemap; otherwise at its address only. */
    is_listed: flag().default(true),
    /** For people whom no other job fits: linked at the end of the list. One at most, without dates. */
    is_open_application: flag().default(false),
  },
  (t) => [
    // Has what filters and counts read, so that they don't read the long texts.
    index('jobs_listed')
      .on(
        sql`coalesce(first_active_at, created_at)`,
        t.id,
        t.is_active,
        t.deleted_at,
        t.team,
        t.employment_types,
        t.workplace,
        t.location,
        t.places,
        t.remote_countries,
        t.is_listed,
        t.is_open_application,
      )
      .where(sql`deleted_at is null`),
    uniqueIndex('jobs_open_application')
      .on(t.is_open_application)
      .where(sql`is_open_application = 1 and deleted_at is null`),
    // The timer looks for jobs that are due.
    index('jobs_scheduled').on(t.opens_on).where(sql`is_scheduled = 1`),
    index('jobs_opening').on(t.opens_on).where(sql`is_active = 1 and opens_on is not null`),
    index('jobs_closing').on(t.closes_on).where(sql`is_active = 1 and closes_on is not null`),
    // Read by the version before this one.
    index('jobs_title').on(sql`${t.title} collate nocase`, t.id),
    index('jobs_sort_title').on(sql`coalesce(folded_title, lower(title))`, t.id),
    check(
      'jobs_lengths',
      sql`length(${t.title}) <= 200 and length(${t.location}) <= 200 and length(${t.salary_range}) <= 200`,
    ),
    check('jobs_is_active', isFlag(t.is_active)),
    check('jobs_team', atMost(t.team, 80)),
    check('jobs_employment_types', isJson(t.employment_types, 'array')),
    check('jobs_workplace', oneOf(t.workplace, workplaces)),
    check('jobs_places', isJson(t.places, 'array')),
    check('jobs_remote_countries', isJson(t.remote_countries, 'array')),
    check('jobs_pay_min', sql`${t.pay_min} between 0 and 1e9`),
    check('jobs_pay_max', sql`${t.pay_max} between 0 and 1e9`),
    check('jobs_pay_currency', sql`length(${t.pay_currency}) = 3`),
    check('jobs_pay_unit', oneOf(t.pay_unit, payUnits)),
    check('jobs_opens_on', isDay(t.opens_on)),
    check('jobs_closes_on', isDay(t.closes_on)),
    check('jobs_is_scheduled', isFlag(t.is_scheduled)),
    check('jobs_contact_name', atMost(t.contact_name, 100)),
    check('jobs_contact_text', atMost(t.contact_text, 300)),
    check('jobs_letter', oneOf(t.letter, fieldModes)),
    check('jobs_letter_min', sql`${t.letter_min} between 0 and 2000`),
    check('jobs_resume', oneOf(t.resume, fieldModes)),
    check('jobs_questions', isJson(t.questions, 'array')),
    check('jobs_language', atMost(t.language, 35)),
    check('jobs_tell', oneOf(t.tell, notifyOptions)),
    check('jobs_evaluation_criteria', isJson(t.evaluation_criteria, 'array')),
    check('jobs_why_us', isFlag(t.why_us)),
    check('jobs_is_listed', isFlag(t.is_listed)),
    check('jobs_is_open_application', isFlag(t.is_open_application)),
  ],
)

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
    // Covers the sums of the Visits screen.
    index('job_visits_sums').on(t.job_id, t.source, t.day, t.views, t.applications),
    check('job_visits_source', atMost(t.source, 100)),
  ],
)

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
