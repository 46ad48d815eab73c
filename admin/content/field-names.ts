import type { z } from 'zod'
import type { ContentKind } from '#api/website/content/contract.ts'
import type { jobFields } from '#api/website/jobs/contract.ts'
import type { pageInput } from '#api/website/pages/contract.ts'

/** What the forms call their fields. */
export const pageNames: Record<keyof z.input<typeof pageInput>, string> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  meta_description: 'Meta description',
  is_published: 'Published',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
  language: 'Language of the page',
}

export const jobNames: Record<keyof z.input<typeof jobFields>, string> = {
  title: 'Job Title',
  description: 'Job Description',
  requirements: 'Requirements',
  location: 'Location',
  salary_range: 'Salary range',
  is_active: 'Active',
  team: 'Team',
  employment_types: 'Employment type',
  workplace: 'Workplace',
  places: 'Places',
  remote_countries: 'Countries people can work from',
  pay_min: 'Pay from',
  pay_max: 'Pay to',
  pay_currency: 'Currency',
  pay_unit: 'Pay per',
  opens_on: 'Opens on',
  closes_on: 'Closes on',
  contact_name: 'Contact name',
  contact_text: 'How to reach the contact',
  language: 'Language of the ad',
  letter: 'Motivation letter',
  letter_min: 'Minimum letter length',
  resume: 'Resume',
  questions: 'Questions',
  tell: 'Email the candidate',
  evaluation_criteria: 'Criteria for evaluations',
  header_media_id: 'Image above the ad',
  why_us: 'Why us',
  team_page_id: 'Linked page',
  is_listed: 'List on the site',
  is_open_application: 'Open applications',
}

export const fieldNames: Record<ContentKind, Partial<Record<string, string>>> = {
  page: pageNames,
  job: jobNames,
}
