import { z } from 'zod'
import { basedOn, flag, lineOrNothing, optionalLine } from '#api/core/http/contract/fields.ts'
import { optionalRichText } from '#api/core/rich-text/contract/fields.ts'
import { maxQuestions } from '../jobs/contract.ts'
import { metaDescription } from '../pages/contract.ts'

/** Each field may be missing or empty: where a translation lacks one, visitors read the original's. */
const pageFields = {
  title: optionalLine(200),
  content: optionalRichText,
  meta_description: metaDescription,
}

const question = z.strictObject(
  {
    id: z
      .int('Must be the id of one of this job’s questions')
      .positive('Must be the id of one of this job’s questions'),
    label: optionalLine(200).transform((label) => label ?? null),
    help: optionalLine(300).transform((help) => help ?? null),
    options: z
      .array(lineOrNothing(100), 'Must be a list')
      .max(30, 'Give at most 30 options')
      .nullable()
      .optional()
      .transform((options) => options ?? null)
      .meta({
        description: 'As many as the original has, in its order; empty ones stay as they are.',
      }),
  },
  'Must be a question with its id',
)

const jobFields = {
  title: optionalLine(200),
  description: optionalRichText,
  requirements: optionalRichText,
  location: optionalLine(200),
  salary_range: optionalLine(200),
  contact_text: optionalLine(300),
  questions: z
    .array(question, 'Must be a list')
    .max(maxQuestions, `Ask at most ${maxQuestions} questions`)
    .transform((questions) => (questions.length ? questions : null))
    .nullable()
    .optional(),
}

const beside = {
  published: flag.optional().meta({
    description: 'Visitors see it where they see the original. A new one is not published.',
  }),
  draft: flag.optional().meta({
    description: 'Keep the changes beside what is published. Without it, a draft is over.',
  }),
  updated_at: basedOn.nullable().meta({
    description: 'As in other PUTs; null: there was no translation yet.',
  }),
}

/** What a PUT gives of the translation of a page. */
export const pageTranslationInput = z.strictObject({ ...pageFields, ...beside })

/** What a PUT gives of the translation of a job. */
export const jobTranslationInput = z.strictObject({ ...jobFields, ...beside })

/** The fields that are translated, in the order in which they are hashed. */
export const translatable = {
  page: Object.keys(pageFields) as (keyof typeof pageFields)[],
  job: Object.keys(jobFields) as (keyof typeof jobFields)[],
}
