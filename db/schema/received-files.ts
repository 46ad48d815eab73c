import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { resumeTextStates, scanStates } from '../enums.ts'
import { applications } from './applications.ts'
import { atMost, flag, isFlag, now, oneOf } from './columns.ts'

/**
 * What the virus scanner said of a received file. Triggers add a row with each file while the
 * scanner is on, and remove it with the file. A file without a row is from before that.
 */
export const fileScans = sqliteTable(
  'file_scans',
  {
    /** Of the file in the store. */
    key: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    state: text({ enum: scanStates }).notNull().default('waiting'),
    /** Received while the scanner was off: it can be opened until the scanner has spoken. */
    is_earlier: flag().default(false),
    /** What was found, as the scanner calls it. */
    threat: text(),
    /** Scans that began and failed. */
    tries: integer().notNull().default(0),
    created_at: text().notNull().default(now),
    /** When to scan it next; null: never again. */
    due_at: text().default(now),
    /** Reserves it for one worker. */
    lease_until: text(),
    scanned_at: text(),
  },
  (t) => [
    index('file_scans_application').on(t.application_id),
    index('file_scans_due').on(t.is_earlier, t.due_at).where(sql`due_at is not null`),
    check('file_scans_state', oneOf(t.state, scanStates)),
    check('file_scans_is_earlier', isFlag(t.is_earlier)),
    check('file_scans_threat', atMost(t.threat, 200)),
    check('file_scans_threat_found', sql`(${t.threat} is null) = (${t.state} <> 'infected')`),
  ],
)

/** One row. */
export const virusScanner = sqliteTable(
  'virus_scanner',
  {
    id: integer().primaryKey(),
    /** Whether the last start had CLAMD_URL: from then on received files wait for it. */
    is_on: flag().default(false),
    /** Applications below this id may have files without a row. */
    earlier_below: integer().notNull().default(0),
    /** Since when it can't be reached; null while it can. */
    failing_since: text(),
    /** Admins were told of that. */
    is_told: flag().default(false),
  },
  (t) => [
    check('virus_scanner_one', sql`${t.id} = 1`),
    check('virus_scanner_is_on', isFlag(t.is_on)),
    check('virus_scanner_is_told', isFlag(t.is_told)),
  ],
)

/**
 * The words of resumes, while the setting `search_resumes` is on. Triggers add a row for each new
 * resume, a worker reads it, and `application_search` has the words beside those of the application.
 */
export const resumeTexts = sqliteTable(
  'resume_texts',
  {
    application_id: integer()
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Of the file that is or was read; another one waits again. */
    resume_key: text().notNull(),
    state: text({ enum: resumeTextStates }).notNull().default('waiting'),
    /** As the index spells them. */
    words: text(),
    /** Tries that began; one that ends otherwise than by the file is taken back. */
    attempts: integer().notNull().default(0),
    /** Reserves it for one worker. */
    lease_until: text(),
    updated_at: text().notNull().default(now),
  },
  (t) => [
    index('resume_texts_waiting').on(t.application_id).where(sql`state = 'waiting'`),
    check('resume_texts_state', oneOf(t.state, resumeTextStates)),
    check('resume_texts_words', atMost(t.words, 400_000)),
    check('resume_texts_read', sql`(${t.words} is not null) = (${t.state} = 'read')`),
  ],
)
