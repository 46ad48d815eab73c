import { z } from 'zod'
import { csvSeparator } from '#api/core/http/contract/csv.ts'
import { day } from '#api/core/http/contract/fields.ts'

const reportGroups = ['month', 'job', 'team', 'source', 'step', 'reason'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** The longest period of a report. */
export const maxYears = 5

/** Rows of a report; the total counts the others too. */
export const maxRows = 500

const reportDay = day
  .refine((date) => date >= '1970' && date < '9999', 'Must be a date like 2026-03-31')
  .optional()

export const reportQuery = {
  from: reportDay.meta({
    description: 'The first day on which applications were received; by default a year before.',
  }),
  to: reportDay.meta({ description: 'The last day, at most five years later; by default today.' }),
  group: z
    .enum(reportGroups, `Must be one of ${reportGroups.join(', ')}`)
    .default('month')
    .meta({
      description:
        'What a row is about. An application is in the row of each step that it entered; `reason` has rejected ones only.',
    }),
  job_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Must be a job id')
    .transform(Number)
    .optional(),
}

export const reportFileQuery = { ...reportQuery, separator: csvSeparator }
