import { locationText, salaryText } from '#api/website/jobs/contract/facts.ts'
import { siteLanguage, siteWords } from '../../lib/site-words.ts'
import type { JobValues } from '../queries.ts'

/** What candidates read of employment types, workplaces and pay. */
export const { facts } = siteWords

const textOptions = { words: facts, language: siteLanguage, locale: siteWords.dateLocale }

type Values = Partial<JobValues>

/** The location that candidates read when none is typed. */
export const composedLocation = ({ workplace, places, remote_countries }: Values) =>
  locationText(
    {
      workplace,
      remote_countries,
      places: finishedPlaces(places),
    },
    textOptions,
  )

const noAddress = { postal_code: null, street: null }

/** A row without a country is not finished yet. */
export const finishedPlaces = (places: Values['places']) =>
  (places ?? []).flatMap(({ locality, region, country }) =>
    country ? [{ locality: locality || null, region: region || null, country, ...noAddress }] : [],
  )

/** The salary that candidates read when none is typed. */
export const composedSalary = (values: Values) =>
  salaryText({ ...values, salary_range: '' }, textOptions)
