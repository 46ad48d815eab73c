import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  type ImportOptions,
  type ImportPreview,
  type ImportProblem,
  importKinds,
  importSources,
  importStates,
} from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { atMost, flag, id, isFlag, isJson, oneOf, times } from './columns.ts'
import { jobs } from './jobs.ts'

/** A file of people or jobs of another program, from its upload to the end of its import. */
export const imports = sqliteTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: importKinds }).notNull(),
    source: text({ enum: importSources }).notNull(),
    /** Of the uploaded file, for staff. */
    name: text().notNull(),
    /** A ZIP of a CSV file and others. */
    is_zip: flag().default(false),
    /** The file's key in the store; null once it is imported or its time is over. */
    key: text(),
    sha256: text().notNull(),
    size: integer().notNull(),
    state: text({ enum: importStates }).notNull().default('uploaded'),
    /** The names of the columns, in order; each is another one. */
    columns: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** The field of each column by its name. */
    mapping: text({ mode: 'json' }).$type<Record<string, string | null>>().notNull(),
    /** Where applications without a job go; null: each names its own. */
    job_id: integer().references(() => jobs.id, { onDelete: 'set null' }),
    options: text({ mode: 'json' }).$type<ImportOptions>().notNull(),
    /** Lines that are done, in order: the worker goes on after them. */
    done: integer().notNull().default(0),
    /** Lines of the file, once it was checked. */
    total: integer().notNull().default(0),
    added: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Of the checked lines, how many the retention rules would erase at their next run. */
    erasable: integer().notNull().default(0),
    /** Words for statuses that are not known, until it runs. */
    unknown_statuses: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The first lines with their cells, until it runs. */
    preview: text({ mode: 'json' }).$type<ImportPreview[]>().notNull().default([]),
    /** Why it failed as a whole. */
    error: text(),
    /**
     * Set and taken back within the transaction that writes lines, so that only its own triggers see
     * it: what is imported is not sent to webhooks.
     */
    is_writing: flag().default(false),
    /** Reserves it for one worker. */
    lease_until: text(),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    finished_at: text(),
    ...times(),
  },
  (t) => [
    index('imports_unfinished').on(t.id).where(sql`state in ('checking', 'running', 'undoing')`),
    index('imports_writing').on(t.id).where(sql`is_writing = 1`),
    index('imports_file').on(t.created_at).where(sql`key is not null`),
    index('imports_job').on(t.job_id),
    index('imports_user').on(t.user_id),
    check('imports_kind', oneOf(t.kind, importKinds)),
    check('imports_source', oneOf(t.source, importSources)),
    check('imports_state', oneOf(t.state, importStates)),
    check('imports_name', atMost(t.name, 150)),
    check('imports_is_writing', isFlag(t.is_writing)),
    check('imports_columns', isJson(t.columns, 'array')),
    check('imports_mapping', isJson(t.mapping, 'object')),
    check('imports_options', isJson(t.options, 'object')),
    check('imports_preview', isJson(t.preview, 'array')),
    check('imports_unknown_statuses', isJson(t.unknown_statuses, 'array')),
  ],
)

/**
 * What became of a line of the file: an application or job, or why not. It is deleted with the
 * application, so that nothing about an erased person remains, and never holds the words of the line.
 */
export const importRows = sqliteTable(
  'import_rows',
  {
    import_id: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    /** Its id in the other program. */
    foreign_id: text(),
    application_id: integer().references(() => applications.id, { onDelete: 'cascade' }),
    job_id: integer().references(() => jobs.id, { onDelete: 'cascade' }),
    /** `updated_at` of what the line added, for Undo; null: it added nothing. */
    written_at: text(),
    problems: text({ mode: 'json' }).$type<ImportProblem[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.line] }),
    index('import_rows_application').on(t.application_id).where(sql`application_id is not null`),
    index('import_rows_job').on(t.job_id).where(sql`job_id is not null`),
    index('import_rows_foreign').on(t.foreign_id).where(sql`foreign_id is not null`),
    index('import_rows_problems').on(t.import_id, t.line).where(sql`problems is not null`),
    check('import_rows_foreign_id', atMost(t.foreign_id, 200)),
    check('import_rows_problems_list', isJson(t.problems, 'array')),
  ],
)
