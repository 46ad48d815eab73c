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
import { applicationStatuses, tagColors } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { flag, id, isDay, oneOf, times } from './columns.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { templates } from './templates.ts'

/** Who reviews the applications of a job, besides those who review all. */
export const hiringTeams = sqliteTable(
  'hiring_teams',
  {
    job_id: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whose job it is to fill. */
    owner: flag().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.job_id, t.user_id] }),
    index('hiring_teams_user').on(t.user_id, t.job_id),
  ],
)

/** Steps inside a status, in order: those of the company, and those of jobs that have their own. */
export const hiringSteps = sqliteTable(
  'hiring_steps',
  {
    id: id(),
    /** Null: of the company, for jobs without steps of their own. */
    job_id: integer().references(() => jobs.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    name: text().notNull(),
    status: text({ enum: applicationStatuses }).notNull(),
    /** In how many days an application should leave it; null: no limit. */
    days: integer(),
    /** What an application that enters it is emailed, if the candidate is notified; null: nothing. */
    template_id: integer().references(() => templates.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('hiring_steps_job').on(t.job_id, t.place),
    index('hiring_steps_template').on(t.template_id).where(sql`template_id is not null`),
    check('hiring_steps_status', oneOf(t.status, applicationStatuses)),
    check('hiring_steps_name', sql`length(${t.name}) between 1 and 60`),
    check('hiring_steps_days', sql`${t.days} between 1 and 365`),
  ],
)

/** The step that an application is in. A trigger ends it when the status becomes another. */
export const applicationSteps = sqliteTable(
  'application_steps',
  {
    application_id: integer()
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    step_id: integer().references(() => hiringSteps.id, { onDelete: 'set null' }),
    /** For Undo: the step before the last change of status or step. */
    step_before: integer().references(() => hiringSteps.id, { onDelete: 'set null' }),
    /** The last day of the step, `YYYY-MM-DD`. */
    due_on: text(),
    /** That of the step before. */
    due_before: text(),
  },
  (t) => [
    index('application_steps_step').on(t.step_id, t.application_id).where(sql`step_id is not null`),
    index('application_steps_before').on(t.step_before).where(sql`step_before is not null`),
    index('application_steps_due')
      .on(t.due_on, t.application_id)
      .where(sql`step_id is not null and due_on is not null`),
    check('application_steps_due_on', isDay(t.due_on)),
  ],
)

/** The company's labels for applications. */
export const tags = sqliteTable(
  'tags',
  {
    id: id(),
    name: text().notNull(),
    /** The name without differences of case and accents: two tags can't have the same. */
    folded_name: text().notNull(),
    color: text({ enum: tagColors }).notNull().default('gray'),
    ...times(),
    /** The import that added it: its Undo removes it again, unless somebody uses it. */
    import_id: integer().references(() => imports.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('tags_name').on(t.folded_name),
    index('tags_import').on(t.import_id).where(sql`import_id is not null`),
    check('tags_color', oneOf(t.color, tagColors)),
    check('tags_name_length', sql`length(${t.name}) between 1 and 40`),
  ],
)

export const applicationTags = sqliteTable(
  'application_tags',
  {
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    tag_id: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.application_id, t.tag_id] }),
    index('application_tags_tag').on(t.tag_id, t.application_id),
  ],
)
