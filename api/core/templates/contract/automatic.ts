import { z } from 'zod'
import { type AutomaticEmail, automaticEmails } from '#db/enums.ts'
import { html, time } from '../../http/contract/row-parts.ts'
import { textWith } from '../contract.ts'

const aboutApplication = ['greeting', 'job_title', 'site_name', 'reference'] as const

/** What each may leave to be filled in. Names of applicants are checked first: `{greeting}`. */
export const automaticPlaceholders = {
  receipt: aboutApplication,
  link: aboutApplication,
  still_reading: aboutApplication,
  message: aboutApplication,
  invitation: ['greeting', 'sender_name', 'site_name'],
  notice: ['applicant', 'job_title', 'site_name', 'reference'],
} as const satisfies Record<AutomaticEmail, readonly string[]>

export { type AutomaticEmail, automaticEmails }

/** Staff read English, so these are not translated. */
export const emailsToStaff: readonly AutomaticEmail[] = ['invitation', 'notice']

export type AutomaticPlaceholder = (typeof automaticPlaceholders)[AutomaticEmail][number]
export type AutomaticValues<Name extends AutomaticEmail> = Record<
  (typeof automaticPlaceholders)[Name][number],
  string
>

/** Subject and message of an automatic email, as staff write them. */
export const automaticText = (name: AutomaticEmail) =>
  z.strictObject(textWith(automaticPlaceholders[name]))

const text = { subject: z.string(), body: html }

export const automaticRow = z
  .strictObject({
    name: z.enum(automaticEmails),
    ...text,
    is_changed: z.boolean().meta({ description: 'Whether staff changed the text.' }),
    built_in: z.strictObject(text).meta({ description: 'The text that DELETE returns to.' }),
    placeholders: z
      .string()
      .array()
      .meta({ description: 'What subject and body may contain, in braces.' }),
    updated_at: time.nullable().meta({ description: 'Null until staff change the text.' }),
  })
  .meta({ ref: 'AutomaticEmail' })
export type AutomaticRow = z.infer<typeof automaticRow>
