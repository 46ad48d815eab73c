import { z } from 'zod'
import { count, id, time } from '../../http/contract/row-parts.ts'
import { mailProblems, mailStates } from '../contract.ts'

/** A mail without its content. */
export const mailRow = z
  .strictObject({
    id,
    application_id: id.nullable(),
    to_name: z.string(),
    to_address: z.string(),
    subject: z.string(),
    state: z.enum(mailStates),
    attempts: count,
    next_try_at: time,
    expires_at: time.nullable().meta({ description: 'Not sent after this time.' }),
    sent_at: time.nullable(),
    failed_at: time.nullable(),
    last_error: z.string().nullable(),
    held_until: time.nullable().meta({ description: 'Not sent before this time.' }),
    created_at: time,
  })
  .meta({ ref: 'Mail' })

const mailServer = z.boolean().meta({
  description: 'Whether a mail server is set up. Without one nothing is sent.',
})

export const mailServerRow = z.strictObject({ mail_server: mailServer }).meta({ ref: 'MailServer' })

export const testMailRow = z
  .strictObject({
    to: z.string(),
    sent: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why it was not sent.' }),
    problem: z.enum(mailProblems).nullable().meta({ description: 'The kind of that reason.' }),
  })
  .meta({ ref: 'TestMail' })

export const outboxStatus = z
  .strictObject({
    mail_server: mailServer,
    paused_since: time.nullable().meta({ description: 'Since then no mail can be sent at all.' }),
    paused_until: time.nullable().meta({ description: 'When that is tried again.' }),
    last_error: z.string().nullable().meta({ description: 'Why no mail can be sent.' }),
    waiting: count,
    sent: count,
    failed: count,
  })
  .meta({ ref: 'OutboxStatus' })
