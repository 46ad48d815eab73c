import { z } from 'zod'
import { count, id, time } from '../../http/contract/row-parts.ts'

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

export const dashboardRow = z
  .strictObject({
    since: time.meta({ description: 'When the person last looked, or joined.' }),
    new_applications: z
      .strictObject({
        count: count.meta({ description: 'At most 1,000 are counted.' }),
        latest: newApplication.array(),
      })
      .nullable()
      .meta({ description: 'Null without `review_applications`.' }),
    waiting: count.nullable().meta({
      description:
        'Applications waiting for an answer, as `GET /applications?waiting=true` lists them. Null without `review_applications`.',
    }),
    due: z.strictObject({ today: count, late: count }).nullable().meta({
      description:
        'How many undecided applications are due an answer today, and how many were earlier: together, those of `GET /applications?due=true`. Null without `review_applications`.',
    }),
    jobs: z
      .strictObject({ open: count, rows: openJob.array() })
      .nullable()
      .meta({ description: 'Up to 20 open jobs, those with new applications first.' }),
  })
  .meta({ ref: 'Dashboard' })
