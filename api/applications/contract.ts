import { z } from 'zod'
import { applicationStatuses } from '#db/enums.ts'
import { basedOn, email, line, optionalLine, optionalRichText } from '../http/contract/fields.ts'
import { staffSearch } from '../http/contract/paging.ts'
import { visibleLength } from '../http/contract/text.ts'
import { letterMaximum } from './contract/letter.ts'

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
  phone: optionalLine(40),
}

/** The text fields of a visitor's form; letter and resume have rules of their own beside it. */
export const applicantFields = z.object({
  job_id: z
    .string('Choose a job')
    .regex(/^[1-9]\d{0,15}$/, 'Choose a job')
    .transform(Number),
  ...person,
})

export const manualApplication = z.strictObject({
  job_id: jobId,
  ...person,
  motivation_letter: optionalRichText.refine(
    (html) => visibleLength(html ?? '') <= letterMaximum,
    `Must be at most ${letterMaximum.toLocaleString('en')} characters`,
  ),
  status: status.optional(),
})

export const applicationChange = z.strictObject({
  status: status.optional(),
  notes: optionalRichText,
  first_name: person.first_name.optional(),
  last_name: person.last_name.optional(),
  email: person.email.optional(),
  phone: person.phone,
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
] as const

/** A number, or `all`; `all` and nothing mean the same. */
const idOrAll = z
  .union(
    [
      z.literal('all'),
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number),
    ],
    {
      error: 'Must be a job id or all',
    },
  )
  .default('all')

export const applicationFilter = {
  status: z
    .enum([...applicationStatuses, 'all'], `Must be one of ${applicationStatuses.join(', ')}, all`)
    .default('all'),
  job_id: idOrAll,
  q: staffSearch,
  sort: z
    .enum(applicationSorts, `Must be one of ${applicationSorts.join(', ')}`)
    .default('-created_at'),
}
