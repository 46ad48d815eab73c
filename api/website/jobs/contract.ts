import { z } from 'zod'
import { comparable } from '#api/core/http/contract/comparable.ts'
import {
  basedOn,
  day,
  flag,
  line,
  lineOrNothing,
  optionalLine,
} from '#api/core/http/contract/fields.ts'
import { isVisible } from '#api/core/http/contract/text.ts'
import { optionalRichText, richText } from '#api/core/rich-text/contract/fields.ts'
import { notifyChoice } from '#api/hiring/applications/contract/tell.ts'
import { maxCriteria, maxCriterion } from '#api/hiring/evaluations/contract/verdict.ts'
import {
  employmentTypes,
  type FieldMode,
  fieldModes,
  type Place,
  payUnits,
  questionKinds,
  workplaces,
} from '#db/enums.ts'
import { asDraft } from '../content/contract/fields.ts'
import { languageTag } from '../content/contract/language.ts'
import { shownLanguage } from '../translations/contract/shown-language.ts'
import { countries, currencies } from './contract/countries.ts'
import { jobErrors } from './contract/rules.ts'

export {
  type EmploymentType,
  employmentTypes,
  payUnits,
  type Workplace,
  workplaces,
} from '#db/enums.ts'

const notAList = 'Must be a list'

/** A list that may be missing, null or empty; empty is stored as null. */
const optionalList = <T extends z.ZodType>(item: T, max: number, tooMany: string) =>
  z
    .array(item, notAList)
    .max(max, tooMany)
    .transform((list) => (list.length ? list : null))
    .nullable()
    .optional()

/** Each value once, in the order given. */
const unique = <T>(list: T[] | null | undefined) => (list ? [...new Set(list)] : list)

/** A number from 0; JSON's 1e309 arrives as infinity. */
const amount = z
  .number('Must be a number')
  .min(0, 'Must be 0 or more')
  .max(1_000_000_000, 'Must be at most 1,000,000,000')
  .nullable()
  .optional()

const country = z
  .string('Choose a country')
  .refine((code) => countries.has(code), 'Must be a two-letter country code, such as IE')

const place = z
  .strictObject(
    {
      locality: optionalLine(100),
      region: optionalLine(100),
      postal_code: optionalLine(20),
      street: optionalLine(200),
      country,
    },
    'Must be a place with a country',
  )
  .transform(
    ({ locality = null, region = null, postal_code = null, street = null, country }): Place => ({
      locality,
      region,
      postal_code,
      street,
      country,
    }),
  )

const fieldMode = (fallback: FieldMode) =>
  z
    .enum(fieldModes, 'Must be required, optional or off')
    .nullable()
    .optional()
    .transform((mode) => (mode === null ? fallback : mode))

/** Whether it is one of the two kinds with choices. */
export const hasOptions = (kind: string) => kind === 'single_choice' || kind === 'multiple_choice'

const question = z
  .strictObject(
    {
      id: z
        .int('Must be the id of one of this job’s questions')
        .positive('Must be the id of one of this job’s questions')
        .optional(),
      kind: z.enum(questionKinds, `Must be one of ${questionKinds.join(', ')}`),
      label: line(200, 'Write the question'),
      help: optionalLine(300).transform((help) => help ?? null),
      required: flag.default(false),
      options: optionalList(lineOrNothing(100), 60, 'Give at most 30 options'),
    },
    'Must be a question with a kind and a label',
  )
  .superRefine(({ kind, options }, issues) => {
    const fault = (message: string, ...path: number[]) =>
      issues.addIssue({ code: 'custom', path: ['options', ...path], message })
    const written = options?.filter(isVisible) ?? []
    if (written.length && !hasOptions(kind)) fault('Only questions with choices have options')
    if (!written.length && hasOptions(kind)) fault('Add at least one option')
    if (written.length > 30) fault('Give at most 30 options')
    const folded = options?.map(comparable) ?? []
    for (const [index, option] of folded.entries())
      if (isVisible(option) && folded.indexOf(option) < index)
        fault('This option is there twice', index)
  })
  // Empty options are dropped last: errors name the place that an option has in the form.
  .transform(({ options, ...rest }) => {
    const written = options?.filter(isVisible) ?? []
    return { ...rest, options: written.length ? written : null }
  })

export type QuestionInput = z.output<typeof question>

/** How many places, and how many questions, a job may have. */
export const maxPlaces = 20
export const maxQuestions = 20

/** Names of what reviewers score. Empty ones are dropped last: errors name the place in the form. */
const evaluationCriteria = optionalList(
  lineOrNothing(maxCriterion),
  maxCriteria * 2,
  `Name at most ${maxCriteria} criteria`,
)
  .check(({ value, issues }) => {
    const folded = value?.map(comparable) ?? []
    const refuse = (message: string, ...path: number[]) =>
      issues.push({ code: 'custom', path, message, input: value })
    if (folded.filter(isVisible).length > maxCriteria)
      refuse(`Name at most ${maxCriteria} criteria`)
    for (const [index, name] of folded.entries())
      if (isVisible(name) && folded.indexOf(name) < index)
        refuse('This criterion is there twice', index)
  })
  .transform((names) => {
    const written = names?.filter(isVisible)
    return written?.length ? written : names && null
  })

const fields = {
  title: line(200, 'Job title is required'),
  description: richText('Job description is required'),
  requirements: optionalRichText,
  location: optionalLine(200),
  salary_range: optionalLine(200),
  is_active: flag.optional(),
  team: optionalLine(80),
  employment_types: optionalList(
    z.enum(employmentTypes, `Must be one of ${employmentTypes.join(', ')}`),
    50,
    `Must be some of ${employmentTypes.join(', ')}`,
  ).transform(unique),
  workplace: z
    .enum(workplaces, `Must be one of ${workplaces.join(', ')}`)
    .nullable()
    .optional(),
  places: optionalList(place, maxPlaces, `Give at most ${maxPlaces} places`),
  remote_countries: optionalList(country, 250, 'Give at most 250 countries').transform(unique),
  pay_min: amount,
  pay_max: amount,
  pay_currency: z
    .string('Choose a currency')
    .refine((code) => currencies.has(code), 'Must be a three-letter currency code, such as EUR')
    .nullable()
    .optional(),
  pay_unit: z
    .enum(payUnits, `Must be one of ${payUnits.join(', ')}`)
    .nullable()
    .optional(),
  opens_on: day.nullable().optional(),
  closes_on: day.nullable().optional(),
  contact_name: optionalLine(100),
  contact_text: optionalLine(300),
  language: languageTag,
  letter: fieldMode('required'),
  letter_min: z
    .int('Must be a whole number')
    .min(0, 'Must be 0 or more')
    .max(2000, 'Must be at most 2,000')
    .nullable()
    .optional()
    .transform((min) => (min === null ? 400 : min)),
  resume: fieldMode('required'),
  questions: optionalList(question, maxQuestions, `Ask at most ${maxQuestions} questions`),
  tell: notifyChoice.optional(),
  evaluation_criteria: evaluationCriteria,
  header_media_id: z.int('Choose an image').positive('Choose an image').nullable().optional(),
  why_us: flag.optional(),
  team_page_id: z.int('Choose a page').positive('Choose a page').nullable().optional(),
  is_listed: flag.optional(),
  is_open_application: flag.optional(),
}

export const jobFields = z.strictObject(fields)

/** A whole job; `jobErrors` are checked too. */
export const jobInput = jobFields.superRefine((job, issues) => {
  for (const { path, message } of jobErrors(job)) issues.addIssue({ code: 'custom', path, message })
})

/** A part of a job: `jobErrors` are checked once it is put together with the rest. */
export const jobChange = jobFields
  .partial()
  .extend({ updated_at: basedOn, ...asDraft, ...shownLanguage })

const text = (max: number) => z.string().trim().max(max, `Must be at most ${max} characters`)

/** A repeatable query parameter, of which one value must match. */
const anyOf = <T extends z.ZodType<string>>(value: T) =>
  z.array(value).max(maxValues, `Give at most ${maxValues} values`).default([])

/** The maximum length of a search and of the values of a filter, in characters. */
export const maxLengths = { q: 100, team: 80, place: 300 }

/** How many values a filter may have. */
export const maxValues = 20

/** The words must all match, and of each filter one value. */
export const jobSearch = {
  q: text(maxLengths.q).default(''),
  team: anyOf(text(maxLengths.team)),
  type: anyOf(z.enum(employmentTypes, `Must be one of ${employmentTypes.join(', ')}`)),
  workplace: anyOf(z.enum(workplaces, `Must be one of ${workplaces.join(', ')}`)),
  place: anyOf(text(maxLengths.place)),
}

/** Whether visitors see a job, and if not, why. */
export const jobStates = ['active', 'inactive', 'scheduled', 'closed'] as const
export type JobState = (typeof jobStates)[number]
export const mine = z
  .literal('true', 'Must be true')
  .optional()
  .meta({ description: 'Only jobs on whose hiring team you are.' })
export const jobState = z.enum(jobStates, `Must be one of ${jobStates.join(', ')}`).optional()

/** By team: those without one last, and the newest first of each. */
export const jobSort = {
  sort: z.enum(['-posted_at', 'team'], 'Must be one of -posted_at, team').default('-posted_at'),
}

export const filterKinds = ['team', 'type', 'workplace', 'place'] as const
export type FilterKind = (typeof filterKinds)[number]

/** How much of a description a card on /jobs shows. */
export const cardExcerpt = 150
