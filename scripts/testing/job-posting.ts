/**
 * Checks a JobPosting against the property tables of
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting (read in 2026).
 * Shares no code with what writes the postings.
 */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Rule = (value: Json | undefined) => string[]

const of = (value: Json | undefined) =>
  value && typeof value === 'object' && !Array.isArray(value) ? value : {}
const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : [value])

const rule =
  (isRight: (value: Json | undefined) => unknown, fault: string): Rule =>
  (value) =>
    isRight(value) ? [] : [fault]

const text = rule((value) => typeof value === 'string' && value.trim(), 'must be text')
const isDate = (value: Json | undefined) =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(String(value)) &&
  Number.isFinite(Date.parse(String(value)))
const date = rule(isDate, 'must be an ISO 8601 date')
const url = rule((value) => URL.canParse(String(value)), 'must be a URL')
const oneOf = (...values: Json[]) =>
  rule((value) => values.includes(value ?? null), `must be one of ${values.join(', ')}`)
const amount = rule(
  (value) => value === undefined || (typeof value === 'number' && value >= 0),
  'must be a number',
)

/** An object of a type, with rules for its properties; it has no others. */
const typed =
  (type: string, properties: Record<string, Rule>, whole: Rule = () => []): Rule =>
  (value) => {
    const given = of(value)
    if (given['@type'] !== type) return [`must be a ${type}`]
    const faults = Object.entries(properties).flatMap(([name, check]) =>
      check(given[name]).map((fault) => `${name}: ${fault}`),
    )
    const unknown = Object.keys(given).filter((name) => !(name in properties) && name[0] !== '@')
    return [
      ...faults,
      ...unknown.map((name) => `${name}: is no property of ${type}`),
      ...whole(value),
    ]
  }
const optional =
  (check: Rule): Rule =>
  (value) =>
    value === undefined ? [] : check(value)
/** One or several, as Google takes most properties. */
const some =
  (check: Rule): Rule =>
  (value) =>
    listOf(value).length ? listOf(value).flatMap(check) : ['must not be an empty list']

const tags = /<\/?(?!(?:p|br|ul|ol|li|h[1-5]|strong|em|u|s)>)[a-z][^>]*>/i

const html: Rule = (value) => [
  ...text(value),
  ...rule(
    (html) => !tags.test(String(html)),
    'has a tag or an attribute Google does not name',
  )(value),
  ...rule((html) => /<(p|br|li)>|\n/.test(String(html)), 'has no paragraphs')(value),
]

const place = typed('Place', {
  address: typed('PostalAddress', {
    streetAddress: optional(text),
    addressLocality: optional(text),
    addressRegion: optional(text),
    postalCode: optional(text),
    addressCountry: rule((code) => /^[A-Z]{2}$/.test(String(code)), 'must be a country'),
  }),
})

const salary = typed('MonetaryAmount', {
  currency: rule((code) => /^[A-Z]{3}$/.test(String(code)), 'must be ISO 4217'),
  value: typed(
    'QuantitativeValue',
    {
      value: amount,
      minValue: amount,
      maxValue: amount,
      unitText: oneOf('HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'),
    },
    (value) => {
      const { value: single, minValue: min, maxValue: max } = of(value)
      if ([single, min, max].every((amount) => amount === undefined)) return ['has no amount']
      return min !== undefined && max !== undefined && Number(min) > Number(max)
        ? ['minValue is above maxValue']
        : []
    },
  ),
})

const posting = typed(
  'JobPosting',
  {
    title: text,
    description: html,
    datePosted: date,
    hiringOrganization: typed('Organization', { name: text, sameAs: optional(url) }),
    jobLocation: optional(some(place)),
    applicantLocationRequirements: optional(some(typed('Country', { name: text }))),
    jobLocationType: optional(oneOf('TELECOMMUTE')),
    baseSalary: optional(salary),
    directApply: optional(oneOf(true, false)),
    employmentType: optional(
      some(
        oneOf(
          'FULL_TIME',
          'PART_TIME',
          'CONTRACTOR',
          'TEMPORARY',
          'INTERN',
          'VOLUNTEER',
          'PER_DIEM',
          'OTHER',
        ),
      ),
    ),
    identifier: optional(typed('PropertyValue', { name: text, value: text })),
    validThrough: optional(date),
    url: optional(url),
  },
  (value) => {
    const job = of(value)
    const faults: string[] = []
    const isRemote = job.jobLocationType === 'TELECOMMUTE'
    if (!isRemote && job.jobLocation === undefined) faults.push('jobLocation: is required')
    if (isRemote && job.applicantLocationRequirements === undefined)
      faults.push('applicantLocationRequirements: is required when the job is remote')
    if (!isRemote && job.applicantLocationRequirements !== undefined)
      faults.push('applicantLocationRequirements: is only for remote jobs')
    if (job.description === job.title) faults.push('description: must not be the title')
    if (isDate(job.validThrough) && String(job.validThrough).length <= 10)
      faults.push('validThrough: a date without a time ends as it begins')
    return faults
  },
)

/** What Google would find wrong with it; empty when it is right. */
export const jobPostingErrors = (value: unknown): string[] => {
  const faults = posting(value as Json)
  const context = of(value as Json)['@context']
  return /^https?:\/\/schema\.org\/?$/.test(String(context))
    ? faults
    : [...faults, '@context: must be schema.org']
}
