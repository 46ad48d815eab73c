import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Cancellation, interviewStates } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { flag, id, isFlag, now, oneOf, times } from './columns.ts'

/** A trigger emails everyone invited when one leaves the state `booked` before its start. */
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
    /** The emails that cancel it while it is booked, for the trigger. */
    cancellation: text({ mode: 'json' }).$type<Cancellation>(),
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
  (t) => [primaryKey({ columns: [t.interview_id, t.time] })],
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
