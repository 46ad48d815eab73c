import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import type { suggestionsRow } from './contract/row.ts'
import { newest, notDeleted } from './rows.ts'

/** How many jobs are looked at, and how many suggestions of a kind are made. */
const jobsRead = 1000
const maxSuggestions = 50

/** Each value once, the first ones. */
const distinct = <T>(values: (T | null | undefined)[]): NonNullable<T>[] =>
  [
    ...new Map(values.flatMap((value) => (value ? [[JSON.stringify(value), value]] : []))).values(),
  ].slice(0, maxSuggestions)

/** What the latest jobs said of team, place, pay and contact. */
export async function suggestions(db: Db): Promise<z.output<typeof suggestionsRow>> {
  const { team, places, remote_countries, pay_currency, pay_unit } = table
  const { contact_name, contact_text } = table
  const jobs = await db
    .select({
      team,
      places,
      remote_countries,
      pay_currency,
      pay_unit,
      contact_name,
      contact_text,
    })
    .from(table)
    .where(notDeleted)
    .orderBy(...newest)
    .limit(jobsRead)
  const paid = jobs.find((job) => job.pay_currency && job.pay_unit)
  const allPlaces = jobs.flatMap((job) => job.places ?? [])
  return {
    teams: distinct(jobs.map((job) => job.team)),
    places: distinct(allPlaces),
    countries: distinct([
      ...allPlaces.map(({ country }) => country),
      ...jobs.flatMap((job) => job.remote_countries ?? []),
    ]),
    contacts: distinct(
      jobs.map(({ contact_name, contact_text }) =>
        contact_name ? { contact_name, contact_text } : null,
      ),
    ),
    pay_currency: paid?.pay_currency ?? null,
    pay_unit: paid?.pay_unit ?? null,
  }
}
