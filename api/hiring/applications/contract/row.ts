import { z } from 'zod'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import { fileCheck } from '#api/core/virus-scan/contract/row.ts'
import {
  applicationStatuses,
  notifyOptions,
  questionKinds,
  resumeTextStates,
  resumeTypes,
} from '#db/enums.ts'
import { retention } from '../../privacy/contract/row.ts'

const resumePath = z.string().regex(/^\/api\/applications\/\d+\/resume$/)

export const answer = z.strictObject({
  question_id: id,
  label: z.string().meta({ description: 'The question as it was asked.' }),
  kind: z.enum(questionKinds),
  value: z
    .union([z.string(), z.string().array(), z.number(), z.boolean()])
    .meta({ description: 'Several choices are an array, a file is its name.' }),
})

/** What the applicant gets to see as well. */
const applicant = {
  reference: z.string().meta({ description: 'Six letters and digits: its name to candidates.' }),
  job_id: id,
  job_title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
}
const person = { id, ...applicant }

const reviewed = {
  ...person,
  resume_path: resumePath.nullable(),
  resume_type: z.enum(resumeTypes).nullable(),
  status: z.enum(applicationStatuses),
  step_id: id.nullable().meta({ description: 'The step inside the status.' }),
  step_name: z.string().nullable(),
  step_due: z
    .string()
    .nullable()
    .meta({ format: 'date', description: 'The last day of the step.' }),
  tags: id.array().meta({ description: 'The ids of its tags.' }),
  created_at: time,
  updated_at: time,
  reviewed_at: time.nullable(),
  withdrawn_at: time.nullable().meta({ description: 'When the candidate withdrew.' }),
  suspicious: z.boolean().meta({
    description: 'Perhaps a program sent it: a trap of the form has caught it (`spam_traps`).',
  }),
}

export const listedApplicationRow = z
  .strictObject({
    ...reviewed,
    notes: z.string().max(200).meta({ description: 'The beginning of the notes, as text.' }),
    told_status: z.enum(applicationStatuses).nullable().meta({
      description: 'The decision that the candidate was told last.',
    }),
    told_at: time.nullable(),
    kept_until: z.string().nullable().meta({
      format: 'date',
      description: 'The day up to which the candidate agreed to be kept for later openings.',
    }),
    keep_asked_at: time.nullable().meta({
      description: 'When the email was queued that asks the candidate to renew that.',
    }),
    keep_ask_error: z.string().nullable().meta({
      description: 'Why that email was not sent; null: it was, or is on its way.',
    }),
    unread: z.boolean().meta({ description: 'The reader has not opened it.' }),
    unread_messages: count.meta({
      description: 'What the candidate wrote on the private page and no reviewer has opened.',
    }),
    interview_at: time.nullable().meta({
      description: 'When the next interview that the candidate has booked begins.',
    }),
    interview_proposed: z.boolean().meta({
      description: 'Times for an interview are proposed, of which the candidate has picked none.',
    }),
    answer_by: z.string().nullable().meta({
      format: 'date',
      description:
        'The day by which an answer is promised; null when none is due, or it was long ago.',
    }),
    overdue: z.boolean().meta({
      description:
        'The promised days are over, and the candidate has heard nothing, nor is being notified.',
    }),
    also_applied: count.meta({
      description: 'Other applications with the same email address or phone number, at most 99.',
    }),
  })
  .meta({ ref: 'ListedApplication' })

export const applicationRow = z
  .strictObject({
    ...reviewed,
    reason_id: id.nullable().meta({ description: 'Why it was rejected. Staff only.' }),
    reason_name: z.string().nullable(),
    source: z.string().nullable().meta({
      description:
        'Where the candidate came from, with the setting `record_source`: `utm_source`, or a host.',
    }),
    job_location: z.string().nullable(),
    job_salary_range: z.string().nullable(),
    motivation_letter: html,
    answers: answer.array(),
    notes: html,
    resume_name: z.string().nullable(),
    resume_size: count.nullable().meta({ description: 'In bytes.' }),
    resume_text: z.enum(resumeTextStates).nullable().meta({
      description:
        'Whether searches find the words of the resume; `no_text`: it is a scan. Null while the setting `search_resumes` is off.',
    }),
    file_checks: fileCheck.array().meta({
      description: 'Its files that can’t be opened because of the virus scanner.',
    }),
    told_status: z
      .enum(applicationStatuses)
      .nullable()
      .meta({ description: 'The decision of which the candidate was told last.' }),
    told_at: time.nullable(),
    answered_at: time.nullable().meta({ description: 'When staff last wrote to the candidate.' }),
    answer_by: z
      .string()
      .nullable()
      .meta({ description: 'The day by which an answer is promised; null when none is due.' }),
    overdue: z.boolean().meta({
      description:
        'The promised days are over, and the candidate has heard nothing, nor is being notified.',
    }),
    held_until: time
      .nullable()
      .meta({ description: 'The email about the decision is sent then, unless it is taken back.' }),
    is_telling: z
      .boolean()
      .meta({ description: 'An email about the decision is held or about to be sent.' }),
    hold_hours: z.number().meta({
      description: 'For how long an email about a decision is held when it is sent later.',
    }),
    usual_tell: z.enum(notifyOptions).nullable().meta({
      description:
        'What a decision of the caller tells the candidate if it does not say: as the job, else the caller, else the setting `decision_email` says. Null: nobody has chosen, and nothing is sent.',
    }),
    usual_tell_by: z
      .enum(['withdrawal', 'job', 'person', 'site'])
      .nullable()
      .meta({ description: 'Whose choice `usual_tell` is.' }),
    tell_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the email about the decision was not sent.' }),
    unread_messages: count.meta({
      description: 'What the candidate wrote on the private page and no reviewer has opened.',
    }),
    language: z.string().nullable().meta({
      description:
        'What the candidate reads, as a BCP 47 tag; null: the main language of the site.',
    }),
    gets_links: z.boolean().meta({
      description:
        'Emails to the candidate have a link to the private page. False while the address is one that staff entered in place of the candidate’s.',
    }),
    receipt_error: z.string().nullable().meta({
      description: 'Why the confirmation email was not sent to the applicant.',
    }),
    legal_hold: z
      .string()
      .nullable()
      .meta({ description: 'Why it must not be erased; null: no legal hold.' }),
    legal_hold_user_id: id
      .nullable()
      .meta({ description: 'Who set the hold: only they and admins can change or lift it.' }),
    legal_hold_by: z.string().nullable().meta({ description: 'Their name.' }),
    legal_hold_at: time.nullable(),
    keep_until: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'The candidate agreed to be kept up to this day.' }),
    keep_asked_at: time.nullable().meta({
      description: 'When the email was queued that asks the candidate to renew that.',
    }),
    keep_ask_error: z.string().nullable().meta({
      description: 'Why that email was not sent; null: it was, or is on its way.',
    }),
    ...retention,
    notice_id: id.nullable().meta({ description: 'The privacy notice that was beside the form.' }),
  })
  .meta({ ref: 'Application' })

export const alsoAppliedRow = z
  .strictObject({
    id,
    job_id: id,
    job_title: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    status: z.enum(applicationStatuses),
    created_at: time,
  })
  .meta({ ref: 'AlsoApplied' })

export const formerOptionRow = z
  .strictObject({ question_id: id, option: z.string() })
  .meta({ ref: 'FormerOption' })

/** What the applicant gets to see: what they sent, never what staff made of it. */
export const receiptRow = z
  .strictObject({
    ...applicant,
    motivation_letter: html,
    answers: answer.array(),
    resume_name: z.string().nullable(),
    status: z.literal('pending'),
    created_at: time,
    candidate_url: z
      .string()
      .meta({ description: "The applicant's private link, for the sender only." }),
  })
  .meta({ ref: 'Receipt' })

export const applicationVersion = z
  .strictObject({
    version: z.string().meta({
      description: 'Another text once somebody changed what the record shows.',
    }),
  })
  .meta({ ref: 'ApplicationVersion' })

export const applicationStats = z
  .strictObject({ pending: count, shortlisted: count, rejected: count, selected: count })
  .meta({ ref: 'ApplicationStats' })
