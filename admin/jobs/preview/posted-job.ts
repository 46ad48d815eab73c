import { type SiteSettings, settingDefaults } from '#api/core/site-settings/contract.ts'
import {
  type PostingCheck,
  type PostingProperty,
  type PostingSite,
  postingChecks,
} from '#api/website/jobs/contract/posting.ts'
import { jobFields } from '#api/website/jobs/contract.ts'
import { siteUrl } from '../../lib/site-address.ts'
import { siteLanguage, siteWords as words } from '../../lib/site-words.ts'
import type { Job, JobValues } from '../queries.ts'

/** The site as postings name it. */
export const postingSite = (settings: SiteSettings = settingDefaults): PostingSite => ({
  name: settings.site_name,
  url: siteUrl(settings),
  timeZone: settings.site_time_zone,
  words: { requirements: words.job.requirements, remoteIn: words.facts.remoteIn },
  language: siteLanguage,
  locale: words.dateLocale,
})

const structured = [
  ...(['employment_types', 'workplace', 'places', 'remote_countries'] as const),
  ...(['pay_min', 'pay_max', 'pay_currency', 'pay_unit', 'closes_on'] as const),
] as const

/** The job that a form would save; a field with an error counts as empty. */
export function postedJob(values: Partial<JobValues>, stored: Job | undefined) {
  const fields = Object.fromEntries(
    structured.map((name) => {
      const value = values[name] === undefined ? stored?.[name] : values[name]
      return [name, jobFields.shape[name].safeParse(value).data]
    }),
  )
  return {
    ...(fields as Pick<Job, (typeof structured)[number]>),
    id: stored?.id ?? 0,
    title: values.title ?? '',
    description: values.description ?? '',
    requirements: values.requirements,
    first_active_at: stored?.first_active_at ?? new Date().toISOString(),
  }
}

export type PostedJob = ReturnType<typeof postedJob>

/** What a property is called in the form, and the field or the site's setting that it is from. */
type Named = { label: string; field?: keyof JobValues; setting?: 'site_name' }

const properties: Partial<Record<PostingProperty, Named>> = {
  title: { label: 'Title', field: 'title' },
  description: { label: 'Description', field: 'description' },
  datePosted: { label: 'Date posted' },
  hiringOrganization: { label: 'Employer', setting: 'site_name' },
  jobLocation: { label: 'Place with a country', field: 'places' },
  applicantLocationRequirements: {
    label: 'Country to work from',
    field: 'remote_countries',
  },
  address: { label: 'Town, region, postal code and street of each place', field: 'places' },
  jobLocationType: { label: 'Remote', field: 'workplace' },
  employmentType: { label: 'Employment type', field: 'employment_types' },
  baseSalary: { label: 'Pay', field: 'pay_min' },
  validThrough: { label: 'Closing date', field: 'closes_on' },
  identifier: { label: 'Reference' },
  directApply: { label: 'Application on this site' },
}

export type NamedCheck = PostingCheck & Named

export const namedChecks = (job: PostedJob, site: PostingSite): NamedCheck[] =>
  postingChecks(job, site).map((check) => ({
    ...check,
    ...(properties[check.property] ?? { label: check.property }),
  }))
