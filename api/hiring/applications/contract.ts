import { z } from 'zod'
import {
  basedOn,
  email,
  emailLine,
  line,
  optionalLine,
  optionalPhone,
} from '#api/core/http/contract/fields.ts'
import { staffSearch } from '#api/core/http/contract/paging.ts'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { optionalRichText } from '#api/core/rich-text/contract/fields.ts'
import type { ErrorKey } from '#api/core/words/contract/form-error.ts'
import { type Language, languageNames } from '#api/core/words/contract/names.ts'
import { applicationStatuses, notifyOptions } from '#db/enums.ts'
import { tagIds } from '../tags/contract/ids.ts'
import { filterParameters, whichJob } from './contract/filter-schemas.ts'
import { maxLetter } from './contract/letter.ts'

const status = z.enum(applicationStatuses, `Must be one of ${applicationStatuses.join(', ')}`)

const jobId = z
  .number('Choose a job')
  .int('Choose a job')
  .positive('Choose a job')
  .max(Number.MAX_SAFE_INTEGER, 'Choose a job')

const person = {
  first_name: line(100, 'First name is required'),
  last_name: line(100, 'Last name is required'),
  email,
  phone: optionalPhone(),
}

/** The id of a job as a form sends it. */
export const formJobId = (error: string) =>
  z
    .string(error)
    .regex(/^[1-9]\d{0,15}$/, error)
    .transform(Number)

const keys = {
  notText: 'notText',
  brokenCharacter: 'brokenCharacter',
  invisible: 'invisible',
  tooLong: 'tooLong',
} satisfies Record<string, ErrorKey>

const required = (key: ErrorKey): string => key

/** Text fields of a visitor's form; letter and resume have their own rules. Messages are keys. */
export const applicantFields = z.object({
  job_id: formJobId(required('jobRequired')),
  first_name: line(100, required('firstNameRequired'), keys),
  last_name: line(100, required('lastNameRequired'), keys),
  email: emailLine(required('emailRequired'), 'emailMalformed' satisfies ErrorKey, keys),
  phone: optionalPhone('phoneMalformed' satisfies ErrorKey, keys),
})

const languageTags = Object.keys(languageNames) as Language[]

export const manualApplication = z.strictObject({
  job_id: jobId,
  ...person,
  motivation_letter: optionalRichText.refine(
    (html) => visibleLength(html ?? '') <= maxLetter,
    `Must be at most ${maxLetter.toLocaleString('en')} characters`,
  ),
  status: status.optional(),
  language: z
    .enum(languageTags, `Must be one of ${languageTags.join(', ')}, or null`)
    .nullable()
    .optional()
    .meta({
      description: 'What the candidate reads, of the site’s languages; null: the main one.',
    }),
  answers: z
    .record(
      z.string().regex(/^[1-9]\d{0,15}$/, 'Must be the id of a question'),
      z.union(
        [z.string(), z.string().array().max(30, 'Choose at most 30'), z.number(), z.boolean()],
        {
          error: 'Must be text, a number, true or false, or a list of choices',
        },
      ),
      'Must be an object of answers by the ids of their questions',
    )
    .optional()
    .meta({ description: 'Answers by the ids of their questions. Files go into a form.' }),
  staged_resume: z
    .string('Must be a token of POST /jobs/{id}/resumes')
    .max(100, 'Must be a token of POST /jobs/{id}/resumes')
    .optional()
    .meta({
      description:
        'The resume, as returned by `POST /jobs/{id}/resumes` for the same job. The same token again returns the same application.',
    }),
})

const stepId = z.int('Must be the id of a step').positive('Must be the id of a step')

export const applicationChange = z.strictObject({
  status: status.optional(),
  step_id: stepId.nullable().optional().meta({
    description:
      'A step of the job, which also sets its status; null: none. A change of the status alone ends the step.',
  }),
  reason_id: z
    .int('Must be the id of a reason')
    .positive('Must be the id of a reason')
    .nullable()
    .optional()
    .meta({
      description:
        'Why it is rejected; null: no reason. Its template is the email about the rejection.',
    }),
  tags: tagIds.optional().meta({ description: 'The ids of all its tags.' }),
  notes: optionalRichText,
  first_name: person.first_name.optional(),
  last_name: person.last_name.optional(),
  email: person.email.optional(),
  phone: person.phone,
  tell: z
    .enum(notifyOptions, `Must be one of ${notifyOptions.join(', ')}`)
    .optional()
    .meta({
      description:
        'When to tell the candidate of `status`. Without it the choice of the job counts, then that of the reviewer.',
    }),
  undoes: z.literal(true, 'Must be true').optional().meta({
    description:
      'Sets the status back at once: reports forget the decision, and the reason of an earlier rejection comes back.',
  }),
  legal_hold: optionalLine(500).meta({
    description: 'Why it must not be erased; null lifts the hold.',
  }),
  updated_at: basedOn,
})

export const applicationSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'status',
  '-status',
  'job_title',
  '-job_title',
  '-reviewed_at',
  '-verdict',
  'interview_at',
  'kept_until',
  '-kept_until',
] as const

/** A number, or `all`; `all` and nothing mean the same. */
const idOrAll = z
  .union(
    [
      z.literal('all'),
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/, whichJob)
        .transform(Number),
    ],
    { error: whichJob },
  )
  .default('all')

/** Loads an application for later without marking it as read. */
export const prefetch = z
  .literal('true', 'Must be true')
  .optional()
  .meta({ description: 'Does not mark it as read.' })

export const readUpTo = z.strictObject({
  up_to: z
    .number('Must be the id of an application')
    .int('Must be the id of an application')
    .nonnegative('Must be the id of an application')
    .max(Number.MAX_SAFE_INTEGER, 'Must be the id of an application'),
})

export const applicationFilter = {
  status: z
    .enum([...applicationStatuses, 'all'], `Must be one of ${applicationStatuses.join(', ')}, all`)
    .default('all'),
  job_id: idOrAll,
  ...filterParameters,
  q: staffSearch,
}

export const applicationSort = z
  .enum(applicationSorts, `Must be one of ${applicationSorts.join(', ')}`)
  .default('-created_at')
