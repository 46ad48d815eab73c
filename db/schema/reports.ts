import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ApplicationStatus, applicationStatuses } from '../enums.ts'
import { flag, id, isFlag, isJson, oneOf } from './columns.ts'
import { templates } from './templates.ts'

/** Why applications are rejected, in order. None is deleted: reports and records name it. */
export const rejectionReasons = sqliteTable(
  'rejection_reasons',
  {
    id: id(),
    /** Null: removed, and no longer offered. */
    place: integer(),
    name: text().notNull(),
    /** The email that is proposed to those who reject for it; null: that of the status. */
    template_id: integer().references(() => templates.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('rejection_reasons_template').on(t.template_id).where(sql`template_id is not null`),
    check('rejection_reasons_name', sql`length(${t.name}) between 1 and 60`),
  ],
)

type PreviousOutcome = {
  status: ApplicationStatus
  was_shortlisted: number
  minutes_to_response: number | null
  minutes_to_decision: number | null
}

/**
 * What became of each application, for reports: kept by triggers from its transitions, and after its
 * erasure. Has nothing about the applicant; the id refers to nothing for that reason.
 */
export const applicationOutcomes = sqliteTable(
  'application_outcomes',
  {
    application_id: integer().primaryKey(),
    job_id: integer().notNull(),
    received_at: text().notNull(),
    status: text({ enum: applicationStatuses }).notNull(),
    /** It was shortlisted or selected, and is not pending again. */
    was_shortlisted: flag().default(false),
    is_withdrawn: flag().default(false),
    /** Minutes from its receipt to the first decision or booked interview; null: none yet, or unknown. */
    minutes_to_response: integer(),
    /** Minutes from its receipt until it was selected or rejected, likewise. */
    minutes_to_decision: integer(),
    source: text(),
    reason_id: integer().references(() => rejectionReasons.id),
    /** What the row said before the last decision, for Undo. */
    previous: text({ mode: 'json' }).$type<PreviousOutcome>(),
  },
  (t) => [
    // Covers what reports read.
    index('application_outcomes_received').on(
      t.received_at,
      t.job_id,
      t.status,
      t.was_shortlisted,
      t.is_withdrawn,
      t.minutes_to_response,
      t.minutes_to_decision,
      t.source,
      t.reason_id,
      t.application_id,
    ),
    index('application_outcomes_reason').on(t.reason_id).where(sql`reason_id is not null`),
    check('application_outcomes_status', oneOf(t.status, applicationStatuses)),
    check('application_outcomes_was_shortlisted', isFlag(t.was_shortlisted)),
    check('application_outcomes_is_withdrawn', isFlag(t.is_withdrawn)),
    check('application_outcomes_previous', isJson(t.previous, 'object')),
  ],
)
