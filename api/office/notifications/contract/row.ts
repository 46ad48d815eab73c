import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'

const text = z.string()
const common = { id, at: time, is_unread: z.boolean() }

const notificationRow = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('mention'),
      ...common,
      application_id: id,
      applicant: text,
      by: text,
      text,
    }),
    z.strictObject({
      kind: z.literal('application'),
      ...common,
      applicant: text,
      job_title: text,
    }),
    z.strictObject({
      kind: z.literal('message'),
      ...common,
      application_id: id,
      applicant: text,
      text,
    }),
    z.strictObject({
      kind: z.literal('interview'),
      ...common,
      application_id: id,
      applicant: text,
      job_title: text,
      is_declined: z.boolean(),
      time: time.nullable().meta({
        description: 'The start that the candidate picked, or had picked before declining.',
      }),
      time_zone: text.meta({ description: 'That of the company, as an IANA name.' }),
      reply: text.nullable().meta({ description: 'What the candidate wrote when declining.' }),
    }),
    z.strictObject({
      kind: z.literal('email'),
      ...common,
      to_address: text,
      subject: text,
    }),
    z.strictObject({
      kind: z.literal('token'),
      ...common,
      name: text,
      expires_at: time,
    }),
  ])
  .meta({ ref: 'Notification' })
export type Notification = z.output<typeof notificationRow>

export const notificationList = z
  .strictObject({
    unread: count.meta({ description: 'How many of these are unread.' }),
    notifications: notificationRow.array().meta({
      description:
        'The latest 50 of the last 30 days: comments that mention you, applications you have not opened, the last message of each candidate whose messages nobody has opened, and times of interviews that candidates picked or declined, of those you proposed or take part in, with `review_applications`; emails that could not be sent, for admins; your API tokens, 14 days before they expire. The id is that of the comment, the application, the message, the interview, the email or the token.',
    }),
  })
  .meta({ ref: 'Notifications' })
