import type { Job, JobValues } from '../queries.ts'
import { applicationFormValues } from '../questions/questions.ts'

type PlaceValues = NonNullable<JobValues['places']>[number]

/** A place as its row in the form, without what only the form knows of it. */
export const placeValues = ({
  locality,
  region,
  postal_code,
  street,
  country,
}: PlaceValues): PlaceValues => ({
  locality: locality ?? '',
  region: region ?? '',
  postal_code: postal_code ?? '',
  street: street ?? '',
  country,
})

export const valuesOf = (job?: Job): JobValues => ({
  title: job?.title ?? '',
  description: job?.description ?? '',
  requirements: job?.requirements ?? '',
  location: job?.location ?? '',
  salary_range: job?.salary_range ?? '',
  is_active: job?.is_active ?? true,
  team: job?.team ?? '',
  employment_types: job?.employment_types ?? [],
  workplace: job?.workplace ?? null,
  places: job?.places?.map(placeValues) ?? [],
  remote_countries: job?.remote_countries ?? [],
  pay_min: job?.pay_min ?? null,
  pay_max: job?.pay_max ?? null,
  pay_currency: job?.pay_currency ?? null,
  pay_unit: job?.pay_unit ?? null,
  opens_on: job?.opens_on ?? null,
  closes_on: job?.closes_on ?? null,
  contact_name: job?.contact_name ?? '',
  contact_text: job?.contact_text ?? '',
  language: job?.language ?? null,
  ...applicationFormValues(job),
  tell: job?.tell ?? null,
  evaluation_criteria: job?.evaluation_criteria ?? [],
  header_media_id: job?.header_media_id ?? null,
  why_us: job?.why_us ?? true,
  team_page_id: job?.team_page_id ?? null,
  is_listed: job?.is_listed ?? true,
  is_open_application: job?.is_open_application ?? false,
})
