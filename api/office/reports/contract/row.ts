import { z } from 'zod'
import { count } from '#api/core/http/contract/row-parts.ts'
import { maxRows } from '../contract.ts'

const days = z.number().nonnegative().nullable()

const counts = {
  views: count.nullable().meta({
    description: 'Of the job’s page, while they are counted; null: not known for this group.',
  }),
  applications: count.meta({ description: 'Received in the period, also if erased since.' }),
  shortlisted: count.meta({
    description: 'Of these, shortlisted or selected, and not pending again.',
  }),
  selected: count.meta({ description: 'Of these, selected now.' }),
  rejected: count.meta({ description: 'Of these, rejected now.' }),
  withdrawn: count.meta({
    description: 'Of these, withdrawn by the candidate, before or after a decision.',
  }),
  days_to_response: days.meta({
    description:
      'Median of the days to the first decision or booked interview; null: there was none.',
  }),
  days_to_decision: days.meta({
    description: 'Median of the days until they were selected or rejected; null: none was.',
  }),
}

const reportRow = z
  .strictObject({
    key: z.string().meta({ description: 'A month, an id, or the name of a team or source.' }),
    label: z.string(),
    ...counts,
  })
  .meta({ ref: 'HiringReportRow' })

export const hiringReportRow = z
  .strictObject({
    from: z.string().meta({ format: 'date' }),
    to: z.string().meta({ format: 'date' }),
    since: z.string().meta({
      format: 'date',
      description:
        'Days and steps are counted since this day. Of what was decided before, only the outcome is known.',
    }),
    rows: reportRow
      .array()
      .max(maxRows)
      .meta({
        description: `Months in order; of others at most ${maxRows}, those with most applications first.`,
      }),
    total: z.strictObject(counts).meta({ description: 'Each application once.' }),
  })
  .meta({ ref: 'HiringReport' })

export type ReportRow = z.output<typeof reportRow>
export type HiringReport = z.output<typeof hiringReportRow>
