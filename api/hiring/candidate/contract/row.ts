import { z } from 'zod'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { applicationStatuses, candidateRequestKinds, resumeTypes } from '#db/enums.ts'
import { answer } from '../../applications/contract/row.ts'
import { candidateDocumentRequestRow } from '../../document-requests/contract/row.ts'
import { candidateInterviewRow } from '../../interviews/contract/row.ts'

const day = z.string().meta({ format: 'date' })

/** What the candidate is told in `history`, in the order in which it happened. */
const candidateEvents = [
  ...(['received', 'email', 'decision', 'withdrawn'] as const),
  ...(['interview_proposed', 'interview_booked', 'interview_declined'] as const),
  ...(['interview_canceled', 'interview_canceled_by_you'] as const),
  ...(['message_from_you', 'message_from_us', 'file_requested', 'file_sent'] as const),
] as const

/** An application as its candidate sees it: only what they sent and what they were told. */
export const candidateRow = z
  .strictObject({
    public_id: z.string().meta({ description: 'Random; identifies the application.' }),
    reference: z.string().meta({ description: 'Six letters and digits, as emails name it.' }),
    job_id: id,
    job_title: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    requested_email: z
      .string()
      .nullable()
      .meta({ description: 'A new address that was not confirmed yet.' }),
    phone: z.string().nullable(),
    language: z
      .string()
      .meta({ description: 'That of the page and of emails: one of the site’s, such as `de`.' }),
    motivation_letter: html,
    answers: answer.array(),
    resume_name: z.string().nullable(),
    resume_type: z.enum(resumeTypes).nullable(),
    resume_size: count.nullable().meta({ description: 'In bytes.' }),
    status: z.enum(applicationStatuses).meta({
      description: 'The decision that the candidate was told; pending before.',
    }),
    told_at: time.nullable(),
    job_ended: z.boolean().meta({ description: 'The job was deleted.' }),
    answer_by: day.nullable().meta({
      description: 'The day by which we aim to answer; null once the candidate was answered.',
    }),
    late: z.boolean().meta({ description: 'That day has passed.' }),
    withdrawn_at: time.nullable(),
    undo_until: time.nullable().meta({ description: 'Until then the withdrawal can be undone.' }),
    can_replace_resume: z.boolean().meta({
      description: 'No decision was told yet, the job has not ended, and it was not withdrawn.',
    }),
    on_hold: z.boolean().meta({
      description: 'Kept for legal reasons: it can not be erased, nor the resume be replaced.',
    }),
    keep_until: day
      .nullable()
      .meta({ description: 'Agreed to be kept for later openings up to this day.' }),
    history: z
      .strictObject({
        event: z.enum(candidateEvents),
        at: time,
        subject: z
          .string()
          .nullable()
          .meta({ description: 'Of an email, or the name of a file; null otherwise.' }),
      })
      .array(),
    document_requests: candidateDocumentRequestRow
      .array()
      .meta({ description: 'Files that the company asked for, the first first.' }),
    interviews: candidateInterviewRow.array().meta({ description: 'The latest first.' }),
    created_at: time,
    updated_at: time.meta({ description: 'When what the candidate sees last changed.' }),
  })
  .meta({ ref: 'CandidateApplication' })

/** What a mailed link confirms. */
export const candidateRequestRow = z
  .strictObject({
    kind: z.enum(candidateRequestKinds),
    email: z
      .string()
      .nullable()
      .meta({ description: 'The new address, or the one that is restored; null for an erasure.' }),
    job_title: z.string(),
  })
  .meta({ ref: 'CandidateRequest' })

export type CandidateApplication = z.infer<typeof candidateRow>

export type CandidateRequest = z.infer<typeof candidateRequestRow>
