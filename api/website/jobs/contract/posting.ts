/**
 * A job as schema.org's JobPosting, as Google requires it:
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting.
 * Runs in the browser for the editor's preview.
 */

import { escapeHtml, visibleText } from '#api/core/http/contract/text.ts'
import { withoutFigures } from '#api/core/rich-text/contract/figures.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { EmploymentType, PayUnit, Place, Workplace } from '#db/enums.ts'
import { endOfDay } from './end-of-day.ts'
import { countryName } from './facts.ts'

type Job = {
  /** Of the words, where the site has several languages. */
  shown_language?: string | undefined
  /** Missing for a job that isn't saved yet. */
  id?: number | undefined
  title: string
  description: string
  requirements?: string | null | undefined
  employment_types?: EmploymentType[] | null | undefined
  workplace?: Workplace | null | undefined
  places?: Place[] | null | undefined
  remote_countries?: string[] | null | undefined
  pay_min?: number | null | undefined
  pay_max?: number | null | undefined
  pay_currency?: string | null | undefined
  pay_unit?: PayUnit | null | undefined
  closes_on?: string | null | undefined
  first_active_at: string | null
}

export type PostingSite = {
  name: string
  /** Without a trailing slash. */
  url: string
  timeZone: string
  /** The path of the language of its words, such as '/de'. */
  prefix?: string
  /** The heading of the requirements, and 'Remote ({countries})'. */
  words: { requirements: string; remoteIn: string }
  language: string
  locale: string
}

/** A remote job without countries of its own may be done from those of its places. */
const applicantCountries = ({ remote_countries, places }: Job) => [
  ...new Set(
    remote_countries?.length ? remote_countries : (places ?? []).map(({ country }) => country),
  ),
]

/** One value as it is, several as a list. */
const oneOrMore = <T>(list: T[]) => (list.length > 1 ? list : list[0])

/** Without the properties that have no value. */
const given = <T extends object>(properties: T) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value)) as Partial<T>

const jobLocation = ({ locality, region, postal_code, street, country }: Place) => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    ...given({
      streetAddress: street,
      addressLocality: locality,
      addressRegion: region,
      postalCode: postal_code,
    }),
    addressCountry: country,
  },
})

function baseSalary({ pay_min, pay_max, pay_currency, pay_unit }: Job) {
  const isPaid = typeof pay_min === 'number' || typeof pay_max === 'number'
  if (!isPaid || !pay_currency || !pay_unit) return undefined
  return {
    '@type': 'MonetaryAmount',
    currency: pay_currency,
    value: {
      '@type': 'QuantitativeValue',
      ...(typeof pay_min === 'number' && { minValue: pay_min }),
      ...(typeof pay_max === 'number' && { maxValue: pay_max }),
      unitText: pay_unit.toUpperCase(),
    },
  }
}

/** Google shows lists and paragraphs, and lets other tags be; they must not have attributes. */
const keptTags = new Set(['p', 'br', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'strong', 'em', 'u', 's'])

/** Line breaks part the headings from the text where their tags are ignored. */
const plainHtml = (html: string) =>
  withoutFigures(html)
    .replace(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi, (_tag, slash: string, name: string) =>
      keptTags.has(name.toLowerCase()) ? `<${slash}${name.toLowerCase()}>` : '',
    )
    .replace(/<\/h[1-3]>/g, '$&\n')

/** Google and job boards want one text with everything, and in it where a remote job can be done. */
export function wholeText(
  job: Job,
  { words, language, locale }: Pick<PostingSite, 'words' | 'language' | 'locale'>,
) {
  const countries = job.workplace === 'remote' ? applicantCountries(job).filter(Boolean) : []
  const names = countries.map((code) => countryName(code, locale)).join('; ')
  const heading = (text: string) => `<h2>${escapeHtml(text)}</h2>\n`
  return [
    plainHtml(job.description),
    job.requirements && heading(words.requirements) + plainHtml(job.requirements),
    names && `<p>${escapeHtml(say(words.remoteIn, { countries: names }, language))}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function description(job: Job, site: PostingSite) {
  const about = visibleText(withoutFigures(job.description))
  return about && about.toLowerCase() !== job.title.trim().toLowerCase()
    ? wholeText(job, site)
    : undefined
}

/** Every property of the posting; undefined where the job doesn't give it. */
function build(job: Job, site: PostingSite) {
  const isRemote = job.workplace === 'remote'
  const places = job.places ?? []
  const countries = applicantCountries(job)
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title.trim() || undefined,
    description: description(job, site),
    identifier: {
      '@type': 'PropertyValue',
      name: site.name,
      value: String(job.id),
    },
    datePosted: job.first_active_at ?? undefined,
    validThrough: job.closes_on ? endOfDay(job.closes_on, site.timeZone) : undefined,
    employmentType: oneOrMore(job.employment_types ?? []),
    hiringOrganization: site.name
      ? { '@type': 'Organization', name: site.name, sameAs: site.url }
      : undefined,
    jobLocation: places.every(({ country }) => country)
      ? oneOrMore(places.map(jobLocation))
      : undefined,
    jobLocationType: isRemote ? 'TELECOMMUTE' : undefined,
    applicantLocationRequirements:
      isRemote && countries.every(Boolean)
        ? oneOrMore(
            countries.map((code) => ({ '@type': 'Country', name: countryName(code, 'en') })),
          )
        : undefined,
    baseSalary: baseSalary(job),
    directApply: true,
    inLanguage: job.shown_language,
    url: `${site.url}${site.prefix ?? ''}/jobs/${job.id}/apply`,
  }
}

type Posting = Partial<ReturnType<typeof build>>
export type PostingProperty = keyof Posting | 'address'

const required = ({ workplace }: Job): PostingProperty[] => [
  ...(['title', 'description', 'datePosted', 'hiringOrganization'] as const),
  workplace === 'remote' ? 'applicantLocationRequirements' : 'jobLocation',
]

const recommended = ({ workplace, places }: Job): PostingProperty[] => [
  ...(places?.length ? (['address'] as const) : []),
  ...(workplace === 'remote' ? (['jobLocationType'] as const) : []),
  ...(['employmentType', 'baseSalary', 'validThrough', 'identifier', 'directApply'] as const),
]

export type PostingCheck = { property: PostingProperty; isRequired: boolean; isPresent: boolean }

/** Which properties that Google requires or recommends for such a job are there. */
export function postingChecks(job: Job, site: PostingSite): PostingCheck[] {
  const posting = build(job, site)
  const isWhole = ({ locality, region, postal_code, street }: Place) =>
    locality && region && postal_code && street
  const check = (isRequired: boolean) => (property: PostingProperty) => ({
    property,
    isRequired,
    isPresent: Boolean(property === 'address' ? job.places?.every(isWhole) : posting[property]),
  })
  return [...required(job).map(check(true)), ...recommended(job).map(check(false))]
}

/** The posting, or the required properties without which it is left out. */
export function jobPosting(
  job: Job,
  site: PostingSite,
): { posting: Posting; missing?: never } | { posting?: never; missing: PostingProperty[] } {
  const posting = build(job, site)
  const missing = required(job).filter((property) => !posting[property as keyof Posting])
  return missing.length ? { missing } : { posting: given(posting) }
}
