import { z } from 'zod'
import { maxLetter, minLetter } from './contract/letter.ts'
import { applicantFields, manualApplication } from './contract.ts'

const letter = `HTML of at most ${maxLetter.toLocaleString('en')} visible characters, and at least ${minLetter} unless the job says otherwise. Required, optional or ignored, as the job's \`letter\` says.`

const file =
  'PDF, DOC or DOCX, without a password or macros; at most as large as `max_file_size` says.'

/** Fields by pattern, which zod has no schema for. */
const answers = {
  patternProperties: {
    '^answer_[1-9][0-9]*$': {
      anyOf: [{ type: 'string' }, { type: 'string', format: 'binary' }],
      description: `The answer to one of the job's \`questions\`, by its id: one of its options (repeated for several), \`yes\` or \`no\`, a number, a date like 2026-03-31, a text, or a file, which comes after \`job_id\`. ${file}`,
    },
  },
}

/** The form of `POST /applications/submit`, for the document: it is read as a stream. */
export const submissionForm = applicantFields
  .extend({
    motivation_letter: z
      .string()
      .optional()
      .meta({ contentMediaType: 'text/html', description: letter }),
    motivation_letter_format: z
      .enum(['html', 'plain'])
      .optional()
      .meta({ description: '`plain` when the letter is plain text.' }),
    privacy_notice: z.string().optional().meta({
      description: 'The `version` of the privacy notice that the applicant was shown.',
    }),
    keep_until: z.string().optional().meta({
      format: 'date',
      description:
        'Until when the applicant agrees to be kept for later openings, if the site asks for it.',
    }),
    language: z.string().optional().meta({
      description:
        'What the applicant reads: one of the site’s languages, such as `de`. Later emails and the private page are in it. Without it, the language of the call.',
    }),
    invitation: z.string().optional().meta({
      description: 'The token of the invitation that led to the form: it is used up.',
    }),
    source: z.string().optional().meta({
      description:
        'Where the applicant came from, for the counts of `GET /visits`; kept with the application while the setting `record_source` is on.',
    }),
    second_topic: z.string().optional().meta({
      description:
        'Leave it out, or empty. With `spam_traps`, an application that fills it in is marked as possible spam.',
    }),
    filled_ms: z.string().optional().meta({
      description:
        'Milliseconds from the first focus to sending, which the form of the site adds. Below 2000 it is marked likewise.',
    }),
    resume: z
      .file()
      .optional()
      .meta({
        description: `${file} Required, optional or ignored, as the job's \`resume\` says.`,
      }),
    staged_resume: z.string().optional().meta({
      description:
        'Instead of `resume`: the token of a file that the job page kept when it refused the form. Likewise `staged_answer_{id}`.',
    }),
  })
  .meta(answers)

/** A candidate's new resume. */
export const resumeForm = z.object({ resume: z.file().meta({ description: file }) })

/** A file that a candidate was asked for. */
export const documentForm = z.object({
  file: z.file().meta({
    description: `For an image: JPEG, PNG or WebP. For a document: ${file}`,
  }),
})

/** The manual application as a form. */
export const manualForm = manualApplication
  .omit({ answers: true })
  .extend({
    job_id: applicantFields.shape.job_id,
    resume: z.file().optional().meta({ description: file }),
  })
  .strip()
  .meta(answers)
