import { resolver } from 'hono-openapi'
import { z } from 'zod'
import { letterMaximum, letterMinimum } from '../applications/contract/letter.ts'
import { applicantFields, manualApplication } from '../applications/contract.ts'
import { schemaOptions } from './schema-options.ts'

const letter = `HTML of ${letterMinimum} to ${letterMaximum.toLocaleString('en')} visible characters.`

const form = applicantFields.extend({
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

/** The visitor's form. Its middlewares know no schema of it, since it is read as a stream. */
export const submission = {
  description: 'A form of another website is refused. Unknown fields are ignored.',
  parameters: [
    {
      in: 'header' as const,
      name: 'Idempotency-Key',
      description: 'With the same key again, the first answer is repeated and nothing stored.',
      schema: { type: 'string' as const, minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: resolver(form, { options: schemaOptions }) },
    },
  },
}

const manual = manualApplication
  .extend({ job_id: applicantFields.shape.job_id, resume: form.shape.resume.optional() })
  .strip()

/** The manual application as a form. The JSON beside it comes from the middleware that checks it. */
export const manualForm = {
  description: 'JSON, or a form with the same fields and a resume.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: resolver(manualApplication, { options: schemaOptions }),
      },
      'multipart/form-data': { schema: resolver(manual, { options: schemaOptions }) },
    },
  },
}
