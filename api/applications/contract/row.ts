import { z } from 'zod'
import { applicationStatuses, questionKinds, resumeTypes } from '#db/enums.ts'
import { count, html, id, time } from '../../http/contract/row-parts.ts'

const resumePath = z.string().regex(/^\/api\/applications\/\d+\/resume$/)

const answer = z.strictObject({
  question_id: id,
  label: z.string().meta({ description: 'The question as it was asked.' }),
  kind: z.enum(questionKinds),
  value: z
    .union([z.string(), z.string().array(), z.number(), z.boolean()])
    .meta({ description: 'Several choices are an array, a file is its name.' }),
})

const person = {
  id,
  job_id: id,
  job_title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
}

const reviewed = {
  ...person,
  resume_path: resumePath.nullable(),
  resume_type: z.enum(resumeTypes).nullable(),
  status: z.enum(applicationStatuses),
  created_at: time,
  updated_at: time,
  reviewed_at: time.nullable(),
}

export const listedApplicationRow = z
  .strictObject({
    ...reviewed,
    notes: z.string().max(200).meta({ description: 'The beginning of the notes, as text.' }),
  })
  .meta({ ref: 'ListedApplication' })

export const applicationRow = z
  .strictObject({
    ...reviewed,
    job_location: z.string().nullable(),
    job_salary_range: z.string().nullable(),
    motivation_letter: html,
    answers: answer.array(),
    notes: html,
    resume_name: z.string().nullable(),
    resume_size: count.nullable().meta({ description: 'In bytes.' }),
    receipt_error: z.string().nullable().meta({
      description: 'Why the confirmation email was not sent to the applicant.',
    }),
  })
  .meta({ ref: 'Application' })

/** What the applicant gets to see: what they sent, never what staff made of it. */
export const receiptRow = z
  .strictObject({
    ...person,
    motivation_letter: html,
    answers: answer.array(),
    resume_name: z.string().nullable(),
    resume_path: resumePath.nullable(),
    status: z.literal('pending'),
    created_at: time,
  })
  .meta({ ref: 'Receipt' })

export const applicationStats = z
  .strictObject({ pending: count, shortlisted: count, rejected: count, selected: count })
  .meta({ ref: 'ApplicationStats' })
