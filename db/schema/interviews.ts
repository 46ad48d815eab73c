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
import { calendarFailures, type EndedInterview, endingCauses, interviewStates } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { flag, id, isFlag, isJson, now, oneOf, times } from './columns.ts'

export const interviews = sqliteTable(
  'interviews',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    state: text({ enum: interviewStates }).notNull().default('proposed'),
    minutes: integer().notNull(),
    /** An address or a link. */
    place: text().notNull(),
    /** The start that the candidate picked; also of one that was canceled since. */
    time: text(),
    /** When the candidate picked or declined. */
    answered_at: text(),
    /** What they wrote then. */
    reply: text(),
    reminded_at: text(),
    /** Of the calendar event, and of its latest invitation (RFC 5545 §3.8.4.7, §3.8.7.4). */
    uid: text().notNull(),
    sequence: integer().notNull().default(0),
    /** No longer read or written. */
    cancellation: text(),
    /** The name is copied. */
    proposed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    proposed_name: text().notNull(),
    ...times(),
  },
  (t) => [
    index('interviews_application').on(t.application_id),
    index('interviews_booked').on(t.time).where(sql`state = 'booked'`),
    index('interviews_answered').on(t.answered_at).where(sql`answered_at is not null`),
    index('interviews_proposed_by').on(t.proposed_by).where(sql`proposed_by is not null`),
    check('interviews_state', oneOf(t.state, interviewStates)),
    check('interviews_minutes', sql`${t.minutes} between 5 and 480`),
    check('interviews_place', sql`length(${t.place}) between 1 and 500`),
    check('interviews_reply', sql`length(${t.reply}) <= 2000`),
    check(
      'interviews_time',
      sql`case ${t.state} when 'booked' then ${t.time} is not null when 'proposed' then ${t.time} is null else 1 end`,
    ),
  ],
)

/** The starts among which the candidate picks. */
export const interviewTimes = sqliteTable(
  'interview_times',
  {
    interview_id: integer()
      .notNull()
      .references(() => interviews.id, { onDelete: 'cascade' }),
    time: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.interview_id, t.time] }),
    // Those ahead are few.
    index('interview_times_time').on(t.time),
  ],
)

/** Who talks with the candidate. */
export const interviewPeople = sqliteTable(
  'interview_people',
  {
    interview_id: integer()
      .notNull()
      .references(() => interviews.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.interview_id, t.user_id] }),
    index('interview_people_user').on(t.user_id, t.interview_id),
  ],
)

/**
 * Planned ends of interviews. Triggers add and remove them with what causes them; until `due_at` Undo
 * removes them and nothing shows. Then a worker cancels the interview and emails who must know.
 */
export const interviewEndings = sqliteTable(
  'interview_endings',
  {
    id: id(),
    interview_id: integer().references(() => interviews.id, { onDelete: 'cascade' }),
    cause: text({ enum: endingCauses }).notNull(),
    due_at: text().notNull(),
    /** Instead of the interview, when it was deleted with its application. */
    ended: text({ mode: 'json' }).$type<EndedInterview>(),
  },
  (t) => [
    uniqueIndex('interview_endings_interview').on(t.interview_id, t.cause),
    index('interview_endings_due').on(t.due_at),
    check('interview_endings_cause', oneOf(t.cause, endingCauses)),
    check(
      'interview_endings_subject',
      sql`case ${t.cause} when 'erased' then ${t.interview_id} is null and ${isJson(t.ended, 'object')} else ${t.interview_id} is not null and ${t.ended} is null end`,
    ),
  ],
)

/** The private address at which a calendar reads a person's interviews. */
export const calendars = sqliteTable(
  'calendars',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in hex. */
    id: text().notNull().unique(),
    /** Also full name, place and link, not only job, time and given name. */
    details: flag().default(false),
    created_at: text().notNull().default(now),
  },
  (t) => [
    check('calendars_id', sql`length(${t.id}) = 64`),
    check('calendars_details', isFlag(t.details)),
  ],
)

/** The calendar of a person's own, of which only the busy hours are read. */
export const busyCalendars = sqliteTable(
  'busy_calendars',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Sealed, and so another text after each change of the address. */
    url: text().notNull(),
    /** The only part of the address that is shown. */
    host: text().notNull(),
    /** When it was last read. */
    read_at: text().notNull().default(now),
    /** Why it could not be read since; null while it can. */
    failure: text({ enum: calendarFailures }),
    created_at: text().notNull().default(now),
  },
  (t) => [
    check('busy_calendars_url', sql`${t.url} glob 'v1.*' and length(${t.url}) <= 4000`),
    check('busy_calendars_host', sql`length(${t.host}) between 1 and 253`),
    check('busy_calendars_failure', oneOf(t.failure, calendarFailures)),
  ],
)
