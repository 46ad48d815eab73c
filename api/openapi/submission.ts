import { z } from 'zod'
import { letterMaximum, letterMinimum } from '../applications/contract/letter.ts'
import { applicantFields, manualApplication } from '../applications/contract.ts'

const letter = `HTML of ${letterMinimum} to ${letterMaximum.toLocaleString('en')} visible characters.`

/** The form of `POST /applications/submit`, for the document: it is read as a stream. */
export const submissionForm = applicantFields.extend({
  motivation_letter: z.string().meta({ contentMediaType: 'text/html', description: letter }),
  motivation_letter_format: z
    .enum(['html', 'plain'])
    .optional()
    .meta({ description: '`plain` when the letter is plain text.' }),
  resume: z.file().meta({
    description:
      'PDF, DOC or DOCX, without a password or macros; at most as large as `max_file_size` says.',
  }),
})

export const idempotencyKey = {
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(200)
    .regex(/^[!-~]+$/)
    .optional()
    .meta({
      description: 'With the same key again, the first answer is repeated and nothing stored.',
    }),
}

/** The manual application as a form. */
export const manualForm = manualApplication
  .extend({ job_id: applicantFields.shape.job_id, resume: submissionForm.shape.resume.optional() })
  .strip()
