import { z } from 'zod'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'

const text = z.string()

const changeKinds = [
  'message',
  'file',
  'booked',
  'declined',
  'withdrawn',
  'comment',
  'evaluation',
  'decided',
  'moved',
] as const
export type ChangeKind = (typeof changeKinds)[number]

const jobChanges = z.strictObject({
  job_id: id,
  job_title: text,
  at: time.meta({ description: 'Of the latest change.' }),
  new_applications: count,
  newest: z.strictObject({ id, name: text }).array().meta({
    description: 'Up to three of the new applications.',
  }),
  changes: z
    .strictObject({ kind: z.enum(changeKinds), count })
    .array()
    .meta({
      description:
        'How many applications candidates and colleagues changed in which way: the caller’s own changes don’t count.',
    }),
})
export type JobChanges = z.infer<typeof jobChanges>

const openJob = z.strictObject({
  id,
  title: text,
  closes_on: text.nullable(),
  pending: count,
  shortlisted: count,
  rejected: count,
  selected: count,
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
    since: time.meta({
      description:
        'When the person last looked on an earlier day, in the company’s time zone, or joined: the same all day.',
    }),
    changes: jobChanges.array().meta({
      description:
        'What changed since then, by job, on up to 20 jobs: those on whose hiring team the person is, or else all whose applications they review. The latest change first.',
    }),
    waiting: count.nullable().meta({
      description:
        'Applications waiting for an answer, as `GET /applications?waiting=true` lists them. Null for those who review none.',
    }),
    untold: count.nullable().meta({
      description:
        'Those of them who are decided and not told yet. Null for those who review none.',
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
        'Up to 20 open jobs, those with most undecided applications first, without `my_jobs`; `open` counts all. Null without `manage_jobs` or `review_applications`.',
    }),
    my_jobs: openJob.array().meta({
      description:
        'Up to 20 jobs on whose hiring team the person is, open or not; in the same order.',
    }),
    interviews: interview.array().meta({
      description:
        'The interviews booked for today, in the company’s time zone, in which the person takes part.',
    }),
    client_secret_ends_on: text.nullable().meta({
      description:
        'The day on which the client secret for Microsoft 365 ends or ended, from four weeks before. Null for others than admins.',
    }),
  })
  .meta({
    ref: 'Dashboard',
    description: `Where \`waiting\`, \`untold\`, \`due\` or \`step_due\` are above ${maxCounted.toLocaleString('en')}, there are at least so many.`,
  })
