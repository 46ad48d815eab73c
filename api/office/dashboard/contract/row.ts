import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'

const text = z.string()

const newApplication = z.strictObject({
  id,
  first_name: text,
  last_name: text,
  job_title: text,
  created_at: time,
})

const openJob = z.strictObject({
  id,
  title: text,
  closes_on: text.nullable(),
  pending: count,
  shortlisted: count,
  rejected: count,
  selected: count,
  new: count.meta({ description: 'Applications since `since`.' }),
})

const interview = z.strictObject({
  id,
  application_id: id,
  first_name: text,
  job_title: text,
  time,
  minutes: count,
  place: text,
  time_zone: text.meta({ description: 'That of the company, as an IANA name.' }),
})

export const dashboardRow = z
  .strictObject({
    since: time.meta({ description: 'When the person last looked, or joined.' }),
    new_applications: z
      .strictObject({
        count: count.meta({ description: 'At most 1,000 are counted.' }),
        latest: newApplication.array(),
      })
      .nullable()
      .meta({ description: 'Null for those who review none.' }),
    waiting: count.nullable().meta({
      description:
        'Applications waiting for an answer, as `GET /applications?waiting=true` lists them. Null for those who review none.',
    }),
    due: z.strictObject({ today: count, late: count }).nullable().meta({
      description:
        'How many undecided applications are due an answer today, and how many were earlier: together, those of `GET /applications?due=true`. Null for those who review none.',
    }),
    step_due: count.nullable().meta({
      description:
        'How many applications should have left their step by today, as `GET /applications?step_due=true` lists them. Null for those who review none.',
    }),
    jobs: z.strictObject({ open: count, rows: openJob.array() }).nullable().meta({
      description:
        'Up to 20 open jobs, those with new applications first. Null without `manage_jobs` or `review_applications`.',
    }),
    my_jobs: openJob.array().meta({
      description: 'Up to 20 jobs on whose hiring team the person is, open or not; in that order.',
    }),
    interviews: interview.array().meta({
      description:
        'The interviews booked for today, in the company’s time zone, in which the person takes part.',
    }),
  })
  .meta({ ref: 'Dashboard' })
