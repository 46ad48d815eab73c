import { z } from 'zod'
import { problem } from '#api/core/http/contract/problem-row.ts'
import { count, html, id, time } from '#api/core/http/contract/row-parts.ts'
import {
  applicationStatuses,
  employmentTypes,
  fieldModes,
  notifyOptions,
  payUnits,
  questionKinds,
  workplaces,
} from '#db/enums.ts'
import { draftFields } from '../../content/contract/row.ts'
import { pictureRow, picturesInText } from '../../media/contract/row.ts'
import { shownLanguage, translationsOfRow } from '../../translations/contract/row.ts'

const text = z.string().nullable()
const { shown_language } = shownLanguage

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date' })

const place = z.strictObject({
  locality: text,
  region: text,
  postal_code: text,
  street: text,
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
})

const question = z.strictObject({
  id,
  kind: z.enum(questionKinds),
  label: z.string(),
  help: text,
  required: z.boolean(),
  options: z.string().array().nullable().meta({ description: 'What an answer says.' }),
})

/** With the words in which its options are shown. */
const shownQuestion = question.extend({
  option_labels: z.string().array().optional().meta({
    description: 'The options in `shown_language`, in their order; an answer says the original.',
  }),
})

const shownQuestions = { questions: shownQuestion.array().nullable() }

const forAnyone = {
  id,
  title: z.string(),
  description: html,
  requirements: html.nullable(),
  location: text,
  salary_range: text,
  location_text: text.meta({ description: '`location`, or else composed from the other fields.' }),
  salary_text: text.meta({
    description: '`salary_range`, or else composed from the other fields.',
  }),
  is_active: z.boolean(),
  team: text,
  employment_types: z.enum(employmentTypes).array().nullable(),
  workplace: z.enum(workplaces).nullable(),
  places: place.array().nullable(),
  remote_countries: z
    .string()
    .array()
    .nullable()
    .meta({ description: 'Countries from which one may work, as ISO 3166-1 alpha-2 codes.' }),
  pay_min: z.number().nullable(),
  pay_max: z.number().nullable(),
  pay_currency: text.meta({ description: 'ISO 4217.' }),
  pay_unit: z.enum(payUnits).nullable(),
  opens_on: day.nullable().meta({ description: 'The first day, in `site_time_zone`.' }),
  closes_on: day.nullable().meta({ description: 'The last day, in `site_time_zone`.' }),
  contact_name: text,
  contact_text: text,
  language: text.meta({
    description: 'The language it is written in, as a BCP 47 tag; null: that of the site.',
  }),
  letter: z.enum(fieldModes),
  letter_min: count.meta({ description: 'The least length of a letter, in characters.' }),
  resume: z.enum(fieldModes),
  questions: question.array().nullable(),
  is_listed: z.boolean().meta({
    description: 'False: in no list, feed or sitemap; shown at its address only.',
  }),
  is_open_application: z.boolean().meta({
    description:
      'For people whom no other job fits: not among the jobs, but linked at the end of /jobs. One job at most, without dates.',
  }),
  first_active_at: time.nullable().meta({ description: 'When visitors could first see it.' }),
  closed_at: time.nullable().meta({ description: 'When it last became inactive.' }),
  created_at: time,
  updated_at: time,
}

/** The answer for a job that was active once, to callers who may not see it. */
export const closedProblem = z.strictObject({
  ...problem.shape,
  closed_on: day.optional().meta({ description: 'The day it closed, where that is known.' }),
})

/** The columns of a job for anyone. */
export const publicJobColumns = z.strictObject(forAnyone)

export const publicJobRow = publicJobColumns
  .extend({ ...shownLanguage, ...shownQuestions })
  .meta({ ref: 'PublicJob' })

/** What a list says of a job. */
export const jobSummaryRow = publicJobRow
  .omit({
    description: true,
    requirements: true,
    contact_name: true,
    contact_text: true,
    letter: true,
    letter_min: true,
    resume: true,
    questions: true,
    is_active: true,
    opens_on: true,
    closed_at: true,
    is_listed: true,
    is_open_application: true,
  })
  .meta({ ref: 'JobSummary' })

/** The job that takes open applications; null without one. */
const openApplication = { id: true, title: true, language: true, updated_at: true } as const
export const openApplicationRow = publicJobRow
  .pick(openApplication)
  .extend(shownLanguage)
  .nullable()

/** A job for visitors of its own page. */
export const shownJobRow = z
  .strictObject({
    ...forAnyone,
    ...shownLanguage,
    ...shownQuestions,
    pictures: picturesInText,
    header: pictureRow.optional().meta({ description: 'The image above the ad.' }),
    why_us_page: z
      .strictObject({ title: z.string(), content: html, shown_language })
      .optional()
      .meta({ description: 'The published page `why-us`, shown below the ad.' }),
    team_page: z
      .strictObject({ title: z.string(), slug: z.string(), shown_language })
      .optional()
      .meta({ description: 'The published page about its team.' }),
  })
  .meta({ ref: 'ShownJob' })

/** A job for staff. */
export const jobRow = z
  .strictObject({
    ...forAnyone,
    tell: z.enum(notifyOptions).nullable().meta({
      description:
        'When candidates are told of a decision, unless the reviewer says otherwise; null: the reviewer’s own choice.',
    }),
    evaluation_criteria: z
      .string()
      .array()
      .nullable()
      .meta({ description: 'Names of what reviewers score in their evaluations.' }),
    application_count: count,
    status_counts: z.record(z.enum(applicationStatuses), count).meta({
      description: 'Its applications by status.',
    }),
    owners: z.string().array().meta({ description: 'The names of those who own it.' }),
    header_media_id: id.nullable().meta({ description: 'The image above the ad.' }),
    why_us: z.boolean().meta({ description: 'Whether the page `why-us` is shown below the ad.' }),
    team_page_id: id.nullable().meta({ description: 'The page about its team.' }),
    ...draftFields,
    ...translationsOfRow,
  })
  .meta({ ref: 'Job' })

const counts = z.strictObject({ value: z.string(), count }).array()

export const facetRows = z.strictObject({
  q: z.string(),
  team: counts,
  type: counts,
  workplace: counts,
  place: counts,
  without: z
    .strictObject({ q: count, team: count, type: count, workplace: count, place: count })
    .meta({ description: 'How many jobs there are without that part of the search alone.' }),
})

export const lastChangeRow = z.strictObject({ updated_at: time.nullable() })

/** What earlier jobs said, the latest first, for the form of the next one. */
export const suggestionsRow = z
  .strictObject({
    teams: z.string().array(),
    places: place.array(),
    countries: z.string().array().meta({ description: 'Of places and of remote work.' }),
    contacts: z.strictObject({ contact_name: z.string(), contact_text: text }).array(),
    pay_currency: text.meta({ description: 'Of the latest job with pay.' }),
    pay_unit: z.enum(payUnits).nullable(),
  })
  .meta({ ref: 'JobSuggestions' })
