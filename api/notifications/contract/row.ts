import { z } from 'zod'
import { count, id, time } from '../../http/contract/row-parts.ts'

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
      kind: z.literal('email'),
      ...common,
      to_address: text,
      subject: text,
    }),
  ])
  .meta({ ref: 'Notification' })
export type Notification = z.output<typeof notificationRow>

export const notificationList = z
  .strictObject({
    unread: count.meta({ description: 'How many of these are unread.' }),
    notifications: notificationRow.array().meta({
      description:
        'The latest 50 of the last 30 days: comments that mention you and applications you have not opened, with `review_applications`; emails that could not be sent, for admins. The id is that of the comment, the application or the email.',
    }),
  })
  .meta({ ref: 'Notifications' })
