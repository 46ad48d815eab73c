import { z } from 'zod'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { mailStates } from '#api/core/mail/contract.ts'
import { emailText } from '#api/core/templates/contract.ts'
import { applicationStatuses, mailKinds, replyAddresses } from '#db/enums.ts'

const reply_to = z
  .enum(replyAddresses, `Must be one of ${replyAddresses.join(', ')}`)
  .default('me')
  .meta({ description: 'Where replies go: to the sender, or to `notify_email`.' })

/** An email to a candidate before it is sent. */
export const emailDraft = z.strictObject({ ...emailText, reply_to })

export const newEmail = emailDraft.extend({
  about_decision: z.boolean('Must be true or false').optional().meta({
    description:
      'Whether it tells the candidate of the decision; then they count as told once sent.',
  }),
})

export const emailPreview = z
  .strictObject({
    to_name: z.string(),
    to_address: z.string(),
    reply_to: z.string(),
    subject: z.string(),
    body: html,
  })
  .meta({ ref: 'EmailPreview' })

/** An email to a candidate. */
export const emailRow = z
  .strictObject({
    id,
    application_id: id,
    kind: z.enum(mailKinds).meta({
      description: '`answer`: staff wrote it or it is about a decision; the others are automatic.',
    }),
    to_address: z.string(),
    subject: z.string(),
    body: html.meta({ description: 'Empty for automatic emails.' }),
    state: z.enum(mailStates),
    tells: z
      .enum(applicationStatuses)
      .nullable()
      .meta({ description: 'The decision of which it tells the candidate.' }),
    sender_name: z.string(),
    reply_to: z.string().nullable().meta({ description: 'Null: to `notify_email`.' }),
    held_until: time.nullable().meta({ description: 'Not sent before this time.' }),
    attempts: count,
    next_try_at: time,
    sent_at: time.nullable(),
    failed_at: time.nullable(),
    last_error: z.string().nullable(),
    created_at: time,
  })
  .meta({ ref: 'Email' })
