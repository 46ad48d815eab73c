import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'
import { mailStates } from '#api/core/mail/contract.ts'

const written = {
  id,
  from: z.enum(['staff', 'candidate']),
  author_name: z
    .string()
    .nullable()
    .meta({ description: 'Who wrote it for the company; null for the candidate.' }),
  text: z.string().meta({ description: 'Plain text.' }),
  is_withdrawn: z.boolean().meta({
    description: 'It asked for a file that is no longer needed: the request was withdrawn.',
  }),
  created_at: time,
}

/** A message as staff see it. */
export const messageRow = z
  .strictObject({
    ...written,
    application_id: id,
    author_id: id.nullable().meta({ description: 'Null once the account is deleted.' }),
    read_at: time.nullable().meta({
      description:
        'When the candidate, or for the candidate’s messages any reviewer, first opened it.',
    }),
    mail_state: z.enum(mailStates).nullable().meta({
      description:
        'Of the email that tells the candidate of it; null for the candidate’s messages, and when none was due.',
    }),
  })
  .meta({ ref: 'Message' })

/** A message as the candidate sees it. */
export const candidateMessageRow = z.strictObject(written).meta({ ref: 'CandidateMessage' })
export type CandidateMessage = z.infer<typeof candidateMessageRow>
