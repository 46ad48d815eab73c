import { jobFields } from '#api/website/jobs/contract.ts'
import type { AdAround } from '../../canvas/AdCanvas.tsx'
import { composedSalary, finishedPlaces } from '../preview/said.ts'
import type { Job, JobValues } from '../queries.ts'

/** What visitors would read around the texts of the ad if the form were saved. */
export const adAround = (values: Partial<JobValues>, job: Job | undefined): AdAround => ({
  title: values.title?.trim() ?? '',
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
