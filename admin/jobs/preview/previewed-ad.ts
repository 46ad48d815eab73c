import { jobFields } from '#api/website/jobs/contract.ts'
import type { Job, JobValues } from '../queries.ts'
import { composedSalary, finishedPlaces } from './said.ts'

/** The path of the frame's document. */
export const adPreviewAddress = '/backoffice/ad-preview'

/** What the frame needs of a job. */
export type PreviewedAd = Pick<Job, 'title' | 'description' | 'requirements' | 'language'> &
  Pick<Job, 'location' | 'workplace' | 'places' | 'remote_countries' | 'employment_types'> &
  Pick<Job, 'team' | 'salary_text' | 'closes_on' | 'contact_name' | 'contact_text'> &
  Pick<Job, 'first_active_at' | 'created_at'>

/** The ad that visitors would see if the form were saved. */
export const previewedAd = (values: Partial<JobValues>, job: Job | undefined): PreviewedAd => ({
  title: values.title?.trim() || 'Job title',
  description: values.description ?? '',
  requirements: values.requirements || null,
  language: values.language || null,
  location: values.location?.trim() || null,
  workplace: values.workplace ?? null,
  places: finishedPlaces(values.places),
  remote_countries: values.remote_countries ?? null,
  employment_types: values.employment_types ?? null,
  team: values.team?.trim() || null,
  salary_text: values.salary_range?.trim() || composedSalary(values),
  // The year may be incomplete while one types.
  closes_on: jobFields.shape.closes_on.safeParse(values.closes_on).data ?? null,
  contact_name: values.contact_name?.trim() || null,
  contact_text: values.contact_text?.trim() || null,
  first_active_at: job?.first_active_at ?? null,
  created_at: job?.created_at ?? new Date().toISOString(),
})
