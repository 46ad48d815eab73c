import type { z } from 'zod'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { longDate } from '#api/core/words/contract/dates.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { countryName, placesText, placeText } from './facts.ts'
import type { publicJobRow } from './row.ts'

type PublicJob = z.infer<typeof publicJobRow>

export type JobFacts = Pick<PublicJob, 'location' | 'workplace' | 'places' | 'remote_countries'> &
  Pick<PublicJob, 'employment_types' | 'team' | 'salary_text' | 'closes_on'> &
  Pick<PublicJob, 'first_active_at' | 'created_at'>

type Site = { words: Words; language: string; timeZone: string }

type Row = {
  label: string
  texts: string[]
  /** `texts` is this date. */
  day?: string
}

/** The facts of a job as its page lists them. Also runs in the browser, where the ad is written. */
export function factRows(job: JobFacts, { words, language, timeZone }: Site): Row[] {
  const { facts, dateLocale: locale } = words
  const dated = (label: string, day: string) => ({
    label,
    texts: [longDate(new Date(day), locale)],
    day,
  })
  const typedLocation = job.location?.trim()
  const places = [...new Set(job.places?.map((place) => placeText(place, locale)))]
  /** One line for place and workplace; several places have a line each. */
  const isComposed = !typedLocation && places.length < 2

  /** Null if the location already says it. A location that staff typed replaces the countries. */
  function workplace() {
    if (!job.workplace || (isComposed && job.workplace !== 'onsite')) return null
    const countries =
      job.workplace === 'remote' && !typedLocation ? (job.remote_countries ?? []) : []
    if (!countries.length) return facts.workplaces[job.workplace]
    const names = countries.map((code) => countryName(code, locale)).join('; ')
    return say(facts.remoteIn, { countries: names }, language)
  }

  const location = isComposed ? [placesText(job, { words: facts, language, locale })] : places
  const types = job.employment_types?.map((type) => facts.employmentTypes[type])
  const rows = [
    { label: words.job.location, texts: typedLocation ? [typedLocation] : location },
    { label: words.job.workplace, texts: [workplace()] },
    { label: words.job.employmentType, texts: [types?.join(', ')] },
    { label: words.job.team, texts: [job.team] },
    { label: words.job.pay, texts: [job.salary_text] },
  ]
    .map(({ label, texts }) => ({
      label,
      texts: texts.filter((text): text is string => Boolean(text)),
    }))
    .filter(({ texts }) => texts.length)
  const posted = dayIn(timeZone, new Date(job.first_active_at ?? job.created_at))
  return [
    ...rows,
    dated(words.job.posted, posted),
    ...(job.closes_on ? [dated(words.job.closes, job.closes_on)] : []),
  ]
}
